/**
 * The server (`gait/server`): the authoritative world for many browsers over WebSocket, on Node with the package `ws`.
 * Clients join it with `joinServer` of `gait`.
 */
export type { ServerOptions } from './options.ts';
export {
  createServer,
  type DoorEvent,
  FIRST_PLAYER_GUID,
  GaitServer,
  type PlayerReading,
  type ServerStatus,
} from './server.ts';
export type { StepTimes } from './step-clock.ts';
