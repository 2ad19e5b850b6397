import { EntityKind } from '../components/identity.ts';
import type { GaitWorld } from './world.ts';

/**
 * The only places where local and remote bodies may differ (movement-rules section 9), each one named predicate.
 * Nothing else asks who is local.
 */

/** This client's own player. */
export function isThePlayer(world: GaitWorld, entity: number): boolean {
  return (world.components.identity.kind[entity] & EntityKind.LocalPlayer) !== 0;
}

/** Re-applied movement comes from the raw state: the player's own keys made the last move. */
export function rawStateRules(world: GaitWorld, entity: number): boolean {
  return isThePlayer(world, entity) && world.components.motionInterp.lastMoveWasAutonomous[entity] === 1;
}

/** An action or event that this client sent itself and the server echoes. */
export function isOwnEcho(world: GaitWorld, entity: number, autonomous: boolean): boolean {
  // Few bodies are the player, many events are autonomous: this order is the one that a processor can foresee.
  return isThePlayer(world, entity) && autonomous;
}

/** A new force-position stamp puts the body back at once. */
export function obeysForcePosition(world: GaitWorld, entity: number): boolean {
  return isThePlayer(world, entity);
}

/** Metres of a jump in a stream of positions that is taken as a blip: 100 outdoors, indoors 25 for the player, else 20. */
export function autonomyBlipDistance(world: GaitWorld, entity: number, indoors: boolean): number {
  if (!indoors) return 100;
  return isThePlayer(world, entity) ? 25 : 20;
}
