import { checkFunctionVector } from './function-vectors.ts';
import { runScenario } from './scenario-runner.ts';
import type { Checkers } from './types.ts';
import { checkWireVector } from './wire-vectors.ts';

/** The product, as the conformance tool reaches it: by direct calls. */
export const productCheckers: Checkers = { runScenario, checkFunctionVector, checkWireVector };
