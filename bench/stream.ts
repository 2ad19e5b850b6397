import { MotionCommand } from '../components/motion-command.ts';
import type { Transport } from '../index.ts';
import { type Layout, SQUARE_SIDE, TICK_SECONDS } from './layout.ts';
import { createRandom, type Random } from './random.ts';

const UPDATE_MOTION = 0xf74c;
const UPDATE_POSITION = 0xf748;
const LANDBLOCK = 192;
const CELL = 24;

/**
 * Bytes of one walker's messages in the stream's buffer: a position, a moving state (of circles with a turn, of squares
 * without), a standing state.
 */
const POSITION_LENGTH = 44;
const MOVING_AT = 48;
const CIRCLING_LENGTH = 36;
const STRAIGHT_LENGTH = 32;
const STANDING_AT = 84;
const STANDING_LENGTH = 24;
const STRIDE = 112;

const WALK_SPEED = 3.12;
const RUN_SPEED = 4;
/** Radians a second of TurnRight at speed 1. */
const TURN_RATE = 1.5;
/** Beats in ticks: 10, 7.5, 6 and 5 Hz. */
const PERIODS = [3, 4, 5, 6] as const;

/** Where the stream has its walker at a moment. */
export interface StreamedPlace {
  x: number;
  y: number;
  /** Compass degrees. */
  heading: number;
}

/**
 * What a server says about walkers: each walks a circle or a square of its own, now walking, now running, now standing, and
 * every 3 to 6 ticks its motion and its position are sent. The messages are encoded beforehand and only patched, and that
 * between the ticks: the clock sees the reading of them alone.
 */
export interface Stream {
  /** Give it to `engine.connect`. */
  readonly transport: Transport;
  /** Sends so far. */
  readonly sent: { motions: number; positions: number };
  /** Entities (indexes of the layout) that are walked by the stream. */
  readonly walkers: Uint32Array;
  /** Lets a tick pass; `send` decides whether the walkers' own beats send their messages. */
  advance(send?: boolean): void;
  /** Sends one kind of message for every walker. */
  sendAll(kind: 'motion' | 'position'): void;
  /** Where walker number `walker` is now. */
  placeOf(walker: number): StreamedPlace;
}

/** Guid of the layout's entity `index`: a stream speaks of guids only. */
export function guidOfIndex(index: number): number {
  return 0x50000001 + index;
}

interface Walker {
  readonly random: Random;
  readonly circle: boolean;
  /** Centre of the circle, or south-west corner of the square. */
  readonly x: number;
  readonly y: number;
  /** Metres: radius, or side. */
  readonly extent: number;
  /** 1 right-handed, -1 left-handed. */
  readonly hand: number;
  readonly period: number;
  nextBeat: number;
  beatsToChange: number;
  /** Metres along the path, at `sinceTick`. */
  path: number;
  sinceTick: number;
  /** Metres a second. */
  pace: number;
  motionStamp: number;
  positionStamp: number;
}

function createWalker(layout: Layout, index: number): Walker {
  const random = createRandom(layout.seed ^ Math.imul(index + 1, 0x85ebca6b));
  const circle = random.next() < 0.5;
  const extent = random.between(7, 14);
  const margin = circle ? extent : 0;
  const room = SQUARE_SIDE - (circle ? 2 * extent : extent);
  return {
    random,
    circle,
    x: layout.west[index] + margin + random.next() * room,
    y: layout.south[index] + margin + random.next() * room,
    extent,
    hand: circle && random.next() < 0.5 ? -1 : 1,
    period: PERIODS[random.below(PERIODS.length)],
    nextBeat: 1 + random.below(6),
    beatsToChange: 0,
    path: random.between(0, 40),
    sinceTick: 0,
    pace: 0,
    motionStamp: 0,
    positionStamp: 0,
  };
}

function place(walker: Walker, tick: number): StreamedPlace {
  const path = walker.path + walker.pace * (tick - walker.sinceTick) * TICK_SECONDS;
  if (walker.circle) {
    const bearing = (walker.hand * path) / walker.extent;
    const heading = (bearing * 180) / Math.PI + walker.hand * 90;
    return {
      x: walker.x + Math.sin(bearing) * walker.extent,
      y: walker.y + Math.cos(bearing) * walker.extent,
      heading: ((heading % 360) + 360) % 360,
    };
  }
  const sides = Math.floor(path / walker.extent);
  const side = sides % 4;
  const along = path - sides * walker.extent;
  const rest = walker.extent - along;
  return {
    x: walker.x + [0, along, walker.extent, rest][side],
    y: walker.y + [along, walker.extent, rest, 0][side],
    heading: side * 90,
  };
}

/** Makes the stream of the layout's entities `walkers`. */
export function createStream(layout: Layout, walkers: Uint32Array): Stream {
  const states = Array.from(walkers, (index) => createWalker(layout, index));
  const buffer = new ArrayBuffer(walkers.length * STRIDE);
  const bytes = new DataView(buffer);
  const positions: Uint8Array[] = [];
  const moving: Uint8Array[] = [];
  const standing: Uint8Array[] = [];
  const due: Uint8Array[] = [];
  const sent = { motions: 0, positions: 0 };
  let tick = 0;

  walkers.forEach((index, number) => {
    const at = number * STRIDE;
    positions.push(new Uint8Array(buffer, at, POSITION_LENGTH));
    moving.push(new Uint8Array(buffer, at + MOVING_AT, states[number].circle ? CIRCLING_LENGTH : STRAIGHT_LENGTH));
    standing.push(new Uint8Array(buffer, at + STANDING_AT, STANDING_LENGTH));
    encodeConstants(bytes, at, guidOfIndex(index), states[number].circle);
    // It stands in the stream where it was spawned: the first beat would only teleport it there.
    const start = place(states[number], 0);
    layout.x[index] = start.x;
    layout.y[index] = start.y;
    layout.heading[index] = start.heading;
  });

  const sendMotion = (number: number): void => {
    const walker = states[number];
    const at = number * STRIDE;
    if (walker.beatsToChange <= 0) changePace(walker, tick);
    walker.beatsToChange--;
    walker.motionStamp = (walker.motionStamp + 1) & 0xffff;
    if (walker.pace === 0) {
      bytes.setUint16(at + STANDING_AT + 10, walker.motionStamp, true);
      due.push(standing[number]);
    } else {
      const runs = walker.pace >= RUN_SPEED;
      bytes.setUint16(at + MOVING_AT + 10, walker.motionStamp, true);
      bytes.setUint16(
        at + MOVING_AT + 24,
        (runs ? MotionCommand.RunForward : MotionCommand.WalkForward) & 0xffff,
        true,
      );
      const speed = walker.pace / (runs ? RUN_SPEED : WALK_SPEED);
      if (walker.circle) {
        bytes.setFloat32(at + MOVING_AT + 28, speed, true);
        bytes.setFloat32(at + MOVING_AT + 32, (walker.hand * walker.pace) / walker.extent / TURN_RATE, true);
      } else {
        bytes.setFloat32(at + MOVING_AT + 26, speed, true);
      }
      due.push(moving[number]);
    }
    sent.motions++;
  };

  const sendPosition = (number: number): void => {
    const walker = states[number];
    const at = number * STRIDE;
    const { x, y, heading } = place(walker, tick);
    const blockX = Math.floor(x / LANDBLOCK);
    const blockY = Math.floor(y / LANDBLOCK);
    const localX = x - blockX * LANDBLOCK;
    const localY = y - blockY * LANDBLOCK;
    const cell = Math.floor(localX / CELL) * 8 + Math.floor(localY / CELL) + 1;
    const half = (heading * Math.PI) / 360;
    walker.positionStamp = (walker.positionStamp + 1) & 0xffff;
    bytes.setUint32(at + 12, ((blockX << 24) | (blockY << 16) | cell) >>> 0, true);
    bytes.setFloat32(at + 16, localX, true);
    bytes.setFloat32(at + 20, localY, true);
    bytes.setFloat32(at + 28, Math.cos(half), true);
    bytes.setFloat32(at + 32, -Math.sin(half), true);
    bytes.setUint16(at + 38, walker.positionStamp, true);
    due.push(positions[number]);
    sent.positions++;
  };

  return {
    walkers,
    sent,
    transport: {
      send: () => {},
      poll: (_now, deliver) => {
        for (let message = 0; message < due.length; message++) deliver(due[message]);
        due.length = 0;
      },
      close: () => {},
      closed: false,
    },
    advance: (send = true) => {
      tick++;
      if (!send) return;
      for (let number = 0; number < states.length; number++) {
        const walker = states[number];
        if (walker.nextBeat !== tick) continue;
        walker.nextBeat = tick + walker.period;
        sendMotion(number);
        sendPosition(number);
      }
    },
    sendAll: (kind) => {
      const send = kind === 'motion' ? sendMotion : sendPosition;
      for (let number = 0; number < states.length; number++) send(number);
    },
    placeOf: (walker) => place(states[walker], tick),
  };
}

/** What never changes in a walker's three messages. */
function encodeConstants(bytes: DataView, at: number, guid: number, circle: boolean): void {
  bytes.setUint32(at, UPDATE_POSITION, true);
  bytes.setUint32(at + 4, guid, true);
  // Grounded; of the quaternion only w and z are present.
  bytes.setUint32(at + 8, 0x4 | 0x10 | 0x20, true);
  for (const start of [at + MOVING_AT, at + STANDING_AT]) {
    bytes.setUint32(start, UPDATE_MOTION, true);
    bytes.setUint32(start + 4, guid, true);
    bytes.setUint16(start + 18, 0x3d, true);
  }
  // Forward command and speed, turn command and speed if it turns; a standing state leaves all of them out.
  bytes.setUint32(at + MOVING_AT + 20, circle ? 0x2 | 0x4 | 0x20 | 0x40 : 0x2 | 0x4, true);
  if (circle) bytes.setUint16(at + MOVING_AT + 26, MotionCommand.TurnRight & 0xffff, true);
}

/** A new pace for the next beats: mostly walking, often running, now and then standing. */
function changePace(walker: Walker, tick: number): void {
  walker.path += walker.pace * (tick - walker.sinceTick) * TICK_SECONDS;
  walker.sinceTick = tick;
  walker.beatsToChange = 8 + walker.random.below(13);
  const choice = walker.random.next();
  if (choice < 0.15) walker.pace = 0;
  else if (choice < 0.6) walker.pace = WALK_SPEED * walker.random.between(0.7, 1);
  else walker.pace = RUN_SPEED * walker.random.between(1, 1.3);
}
