/**
 * The testing kit (`gait/testing`): a server and its clients in one process, over links as bad as you like, step by step
 * and the same every time. It knows no test framework: what is not as it should be is thrown as an Error.
 */
export { type Bounds, usualBounds, usualLag } from './bounds.ts';
export { TestClient } from './client.ts';
export type { DifferentField, Difference } from './differences.ts';
export type { StepperOptions } from './options.ts';
export type { Plain } from './plain-values.ts';
export type {
  ConnectionState,
  RecordedCall,
  RecordedEntry,
  RecordedPoll,
  RecordedStep,
  Recording,
} from './recording.ts';
export { expectSameReplay, type Replayed, type ReplayDifference, replayRecording } from './replay-recording.ts';
export { createStepper, FIRST_PLAYER, type JoinOptions, type SettleOptions, Stepper } from './stepper.ts';
export { type Track, turnBetween, Watch } from './watch.ts';
