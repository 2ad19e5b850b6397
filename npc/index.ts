/**
 * Built-in behaviours of NPCs, `gait/npc`: patrol, wander, follow, chase, flee, guard, face and idle emotes as bitECS
 * components. A mod like any other: it imports the package's face alone.
 */
export {
  type Behaviours,
  type BehavioursWork,
  createBehaviours,
} from './behaviours.ts';
export type { BehavioursOptions } from './behaviours-options.ts';
export type { NpcEvent, NpcEvents, NpcEventType } from './events.ts';
export {
  type BehaviourName,
  type BehaviourReason,
  BehaviourResult,
  BehaviourStatus,
  behaviourNames,
  behaviourReasons,
  usualPriorities,
} from './names.ts';
export type { RouteList, Waypoint } from './routes.ts';
export type { SavedBehaviours, SavedCells, SavedNpc } from './saved.ts';
export type { TagNames } from './tags.ts';
export type {
  BehaviourValues,
  ChaseValues,
  CommonValues,
  FaceValues,
  FleeValues,
  FollowValues,
  GuardValues,
  IdleValues,
  PaceValues,
  PatrolValues,
  WanderValues,
  WhomValues,
} from './values.ts';
export type { Goal, Navigate } from './ways.ts';
