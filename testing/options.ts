import { checks, type ConditionerOptions, type EngineOptions, type Ground, type SpawnOptions } from '../index.ts';

/** Options of an engine that a stepper sets itself. */
type OwnOptions = 'motionTables' | 'ground' | 'role' | 'stepRate';

/** How a stepper is made. */
export interface StepperOptions {
  /** Motion tables as content files hold them, for every world. */
  readonly motionTables: readonly unknown[];
  /** What bodies stand on, in every world. Default: level ground at z = 0. */
  readonly ground?: Ground;
  /** Steps a second of every world, 10 to 30. Default 30. */
  readonly stepRate?: number;
  /** Clients that are there at once, each with a player of its own, 2 m apart eastwards. Default 0; more may join. */
  readonly clients?: number;
  /**
   * Conditions of every link, both ways. Default: a perfect one. The first client's link has this seed, each later one
   * 1000 more.
   */
  readonly link?: ConditionerOptions;
  /** What else the server is made with. */
  readonly server?: Omit<Partial<EngineOptions>, OwnOptions>;
  /** What else each client is made with. */
  readonly client?: Omit<Partial<EngineOptions>, OwnOptions>;
  /** What the players' bodies are like. */
  readonly player?: SpawnOptions;
  /** Whether everything that happens is kept, for {@link Stepper.recording}. Costs a hash of every world each step. */
  readonly record?: boolean;
}

const stepperKeys = [
  'motionTables',
  'ground',
  'stepRate',
  'clients',
  'link',
  'server',
  'client',
  'player',
  'record',
] as const satisfies readonly (keyof StepperOptions)[];

/** @throws TypeError or RangeError for what the engines would not tell of by themselves. */
export function requireStepperOptions(options: StepperOptions): void {
  checks.requireObject('createStepper', options, 'options such as { motionTables: [human], clients: 2 }');
  checks.requireKeys('createStepper', options, stepperKeys);
  for (const part of ['server', 'client'] as const) {
    const given = options[part];
    if (given === undefined) continue;
    checks.requireObject(`createStepper.${part}`, given, 'options of an engine');
    for (const own of ['motionTables', 'ground', 'role', 'stepRate']) {
      if (!Object.hasOwn(given, own)) continue;
      const instead = own === 'role' ? 'the stepper knows it' : `give it to createStepper: both sides need the same`;
      throw new TypeError(`createStepper.${part}.${own}: not here; ${instead}`);
    }
  }
}

/** What the engine of one side is made with. */
export function engineOptionsOf(options: StepperOptions, role: 'server' | 'client'): EngineOptions {
  const { motionTables, ground, stepRate } = options;
  return { ...options[role], motionTables, ground, stepRate, role };
}
