import { TargetU32, TargetF64 } from '../../../components/target.ts';
import { FrameF64 } from '../../../components/frame.ts';
import { BodyF32 } from '../../../components/body.ts';
import { MovementFlags, MovementType, MoveToU32, MoveToF64, MoveToPlanF64 } from '../../../components/move-to.ts';
import { TransientState } from '../../../components/transient-state.ts';
import { collisionRadius } from '../../../engine/collision/body-size.ts';
import { heading } from '../../../engine/math/heading.ts';
import { getDesiredHeading } from '../../../engine/move-to/command-choice.ts';
import { STICKY_RADIUS } from '../../../engine/position/sticky-manager.ts';
import type { GaitWorld } from '../../../engine/world.ts';
import type { WorldPlace } from '../../smooth-place.ts';
import { ahead, type Ink, type InkColour, type InkPlace } from './ink.ts';

/** What can be drawn of a body, each with what it means and its colour ('#rrggbb'). */
export const sketchLayers = {
  heading: {
    label: 'Heading and turn band',
    colour: '#ffffff',
    about: 'Where it looks; outside the band it turns as it walks',
  },
  path: {
    label: 'Pending nodes',
    colour: '#ffd166',
    about: 'What its move has still to do: turns and ways, and where it stops',
  },
  target: {
    label: 'Target',
    colour: '#ff6b6b',
    about: 'Where it was last told that its target is, and how far that may move untold',
  },
  queue: { label: 'Interpolation queue', colour: '#4cc9f0', about: 'Places of the server that it goes through' },
  ties: { label: 'Stuck, constrained', colour: '#e28bff', about: 'How near it keeps to whom it sticks to; the leash' },
  collision: {
    label: 'Collision, contact',
    colour: '#9ad0ff',
    about: 'Its spheres, and the normal of what it stands on',
  },
} as const satisfies Record<string, { label: string; colour: string; about: string }>;

/** Name of something that can be drawn. */
export type SketchLayer = keyof typeof sketchLayers;

/** Metres above the ground at which flat marks lie. */
const LIFT = 0.03;
const HEADING_LENGTH = 1.3;
const BAND_RADIUS = 2.2;
const TURN_LENGTH = 0.9;
const NORMAL_LENGTH = 0.8;

const colours = Object.fromEntries(
  Object.entries(sketchLayers).map(([layer, { colour }]) => [layer, rgb(colour)]),
) as Record<SketchLayer, InkColour>;
const BAND: InkColour = [0.45, 0.87, 0.55];
const STEEP: InkColour = [1, 0.42, 0.42];
const BLIP: InkColour = [1, 0.6, 0.2];

const feet: InkPlace = { x: 0, y: 0, z: 0 };
const at: InkPlace = { x: 0, y: 0, z: 0 };
const next: InkPlace = { x: 0, y: 0, z: 0 };

/**
 * Draws what the columns say of a body.
 *
 * @param place Where the body is shown, between its last two steps. @param layers What is to be drawn.
 */
export function sketchBody(
  world: GaitWorld,
  entity: number,
  place: Readonly<WorldPlace>,
  layers: ReadonlySet<SketchLayer>,
  ink: Ink,
): void {
  put(feet, place.x, place.y, place.z + LIFT);
  if (layers.has('collision')) drawCollision(world, entity, place, ink);
  if (layers.has('ties')) drawTies(world, entity, ink);
  if (layers.has('target')) drawTarget(world, entity, ink);
  if (layers.has('queue')) drawQueue(world, entity, ink);
  if (layers.has('path')) drawPath(world, entity, place.heading, ink);
  if (layers.has('heading')) drawHeading(world, entity, place.heading, ink);
}

/** Metres between the middles of a body and of its target at which its move is over; 0: it has none that walks. */
export function stoppingDistance(world: GaitWorld, entity: number): number {
  const { moveTo, body } = world.components;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  const type = moveTo.u32[moveToWords + MoveToU32.type];
  if (type !== MovementType.MoveToObject && type !== MovementType.MoveToPosition) return 0;
  const metres =
    moveTo.u32[moveToWords + MoveToU32.movingAway] === 1
      ? moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.minDistance]
      : moveTo.f64[moveToRow + MoveToF64.distanceToObject];
  const edges = (moveTo.u32[moveToWords + MoveToU32.flags] & MovementFlags.UseSpheres) !== 0;
  return edges
    ? metres + body.f32[entity * BodyF32.row + BodyF32.radius] + moveTo.f64[moveToRow + MoveToF64.soughtRadius]
    : metres;
}

function drawHeading(world: GaitWorld, entity: number, own: number, ink: Ink): void {
  const { moveTo, pendingNodes } = world.components;
  const moveToWords = entity * MoveToU32.row;
  const moveToRow = entity * MoveToF64.row;
  const walks = pendingNodes.count[entity] > 0 && pendingNodes.type[entity] === MovementType.MoveToPosition;
  if (walks) {
    const way = heading(
      feet.x,
      feet.y,
      moveTo.f64[moveToRow + MoveToF64.currentTargetX],
      moveTo.f64[moveToRow + MoveToF64.currentTargetY],
    );
    const wanted =
      way +
      getDesiredHeading(
        moveTo.u32[moveToWords + MoveToU32.currentCommand],
        moveTo.u32[moveToWords + MoveToU32.movingAway] === 1,
      );
    ink.wedge(feet, wanted % 360, BAND_RADIUS, BAND);
  }
  ink.arrow(feet, own, HEADING_LENGTH, colours.heading);
}

/** The way that is left: from node to node, each turn as an arrow to its heading, the last place with where it stops. */
function drawPath(world: GaitWorld, entity: number, own: number, ink: Ink): void {
  const { moveTo, pendingNodes } = world.components;
  const moveToRow = entity * MoveToF64.row;
  const count = pendingNodes.count[entity];
  if (count === 0) return;
  put(at, feet.x, feet.y, feet.z);
  let facing = own;
  for (let node = 0; node < count; node++) {
    const cell = node * world.stride + entity;
    if (pendingNodes.type[cell] === MovementType.TurnToHeading) {
      facing = pendingNodes.heading[cell];
      ink.arrow(at, facing, TURN_LENGTH, colours.path, 0.05);
      continue;
    }
    const radius = stoppingDistance(world, entity);
    put(
      next,
      moveTo.f64[moveToRow + MoveToF64.currentTargetX],
      moveTo.f64[moveToRow + MoveToF64.currentTargetY],
      moveTo.f64[moveToRow + MoveToF64.currentTargetZ] + LIFT,
    );
    ink.ring(next, radius, colours.path);
    ink.dot(next, 0.07, colours.path);
    const distance = Math.hypot(next.x - at.x, next.y - at.y);
    const away = moveTo.u32[entity * MoveToU32.row + MoveToU32.movingAway] === 1;
    const left = away ? Math.max(0, radius - distance) : Math.max(0, distance - radius);
    facing = heading(at.x, at.y, next.x, next.y) + (away ? 180 : 0);
    const share = away || distance === 0 ? 0 : left / distance;
    const end = ahead(at, facing, left, next);
    end.z = at.z + (moveTo.f64[moveToRow + MoveToF64.currentTargetZ] + LIFT - at.z) * share;
    ink.line(at, end, colours.path, 0.05);
    ink.dot(end, 0.1, colours.path);
    put(at, end.x, end.y, end.z);
  }
}

function drawTarget(world: GaitWorld, entity: number, ink: Ink): void {
  const { target, frame } = world.components;
  const targetRow = entity * TargetF64.row;
  const guid = target.u32[entity * TargetU32.row + TargetU32.object];
  if (guid === 0) return;
  put(
    at,
    target.f64[targetRow + TargetF64.x],
    target.f64[targetRow + TargetF64.y],
    target.f64[targetRow + TargetF64.z] + LIFT,
  );
  ink.ring(at, Math.max(0.1, target.f64[targetRow + TargetF64.radius]), colours.target);
  ink.dot(at, 0.09, colours.target);
  const watched = world.entityOf(guid);
  const watchedFrameRow = watched * FrameF64.row;
  if (watched === 0) return;
  put(
    next,
    frame.f64[watchedFrameRow + FrameF64.x],
    frame.f64[watchedFrameRow + FrameF64.y],
    frame.f64[watchedFrameRow + FrameF64.z] + LIFT,
  );
  ink.line(at, next, colours.target);
}

function drawQueue(world: GaitWorld, entity: number, ink: Ink): void {
  const slot = world.components.interpolation.slot[entity];
  if (slot === 0) return;
  const queues = world.interpolationQueues;
  put(at, feet.x, feet.y, feet.z);
  for (let node = 0; node < queues.count[slot]; node++) {
    const cell = node * (world.interpolationCapacity + 1) + slot;
    put(next, queues.x[cell], queues.y[cell], queues.z[cell] + LIFT);
    ink.line(at, next, colours.queue);
    ink.dot(next, 0.08, colours.queue);
    put(at, next.x, next.y, next.z);
  }
  if (queues.hasBlip[slot] === 0) return;
  put(next, queues.blipX[slot], queues.blipY[slot], queues.blipZ[slot] + LIFT);
  ink.dot(next, 0.11, BLIP);
}

function drawTies(world: GaitWorld, entity: number, ink: Ink): void {
  const { sticky, constraint, body, frame } = world.components;
  const guid = sticky.object[entity];
  const partner = guid === 0 ? 0 : world.entityOf(guid);
  const partnerFrameRow = partner * FrameF64.row;
  if (guid !== 0 && (partner !== 0 || sticky.initialized[entity] === 1)) {
    if (partner !== 0)
      put(
        at,
        frame.f64[partnerFrameRow + FrameF64.x],
        frame.f64[partnerFrameRow + FrameF64.y],
        frame.f64[partnerFrameRow + FrameF64.z] + LIFT,
      );
    else put(at, sticky.x[entity], sticky.y[entity], sticky.z[entity] + LIFT);
    ink.ring(at, body.f32[entity * BodyF32.row + BodyF32.radius] + sticky.radius[entity] + STICKY_RADIUS, colours.ties);
    ink.line(feet, at, colours.ties);
  }
  if (constraint.constrained[entity] === 0) return;
  put(at, constraint.x[entity], constraint.y[entity], constraint.z[entity] + LIFT);
  ink.ring(at, constraint.start[entity], colours.ties, 0.02);
  ink.ring(at, constraint.max[entity], colours.ties, 0.045);
  ink.line(feet, at, colours.ties);
}

function drawCollision(world: GaitWorld, entity: number, place: Readonly<WorldPlace>, ink: Ink): void {
  const { body, transientState } = world.components;
  const bodyRow = entity * BodyF32.row;
  const radius = collisionRadius(body.f32[bodyRow + BodyF32.radius]);
  put(at, place.x, place.y, place.z + radius);
  ink.ball(at, radius, colours.collision);
  at.z = place.z + body.f32[bodyRow + BodyF32.height] - radius;
  if (body.f32[bodyRow + BodyF32.height] > 2 * radius) ink.ball(at, radius, colours.collision);
  const bits = transientState.bits[entity];
  if ((bits & TransientState.Contact) === 0) return;
  const colour = (bits & TransientState.OnWalkable) !== 0 ? BAND : STEEP;
  put(
    next,
    feet.x + body.f32[bodyRow + BodyF32.contactNormalX] * NORMAL_LENGTH,
    feet.y + body.f32[bodyRow + BodyF32.contactNormalY] * NORMAL_LENGTH,
    feet.z + body.f32[bodyRow + BodyF32.contactNormalZ] * NORMAL_LENGTH,
  );
  ink.line(feet, next, colour, 0.035);
  ink.dot(next, 0.06, colour);
}

function put(out: InkPlace, x: number, y: number, z: number): InkPlace {
  out.x = x;
  out.y = y;
  out.z = z;
  return out;
}

function rgb(hex: string): InkColour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}
