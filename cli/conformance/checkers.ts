import { checkFunctionVector } from './function-vectors.ts';
import { whyNotAsMessages } from './scenario-scribe.ts';
import { runScenario } from './scenario-runner.ts';
import type { Checkers, Via } from './types.ts';
import { runScenarioAsBytes } from './wire-runner.ts';
import { checkWireVector } from './wire-vectors.ts';

/** The product, as the conformance tool reaches it: by direct calls. */
export const productCheckers: Checkers = { runScenario, checkFunctionVector, checkWireVector };

/** The product by messages: scenarios that a server could have said. */
export const wireCheckers: Checkers = {
  ...productCheckers,
  runScenario: runScenarioAsBytes,
  whyLeftOut: whyNotAsMessages,
};

/** All the ways in. */
export const productWays: Record<Via, Checkers> = { direct: productCheckers, wire: wireCheckers };
