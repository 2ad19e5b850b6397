import { arraysOf, type ColumnArray, type ColumnSchema } from '../components/columns.ts';
import {
  type ComponentName,
  componentSchemas,
  interpolationQueueSchema,
  resizeComponents,
  resizeInterpolationQueues,
  rowsOf,
} from '../components/index.ts';
import { groundName } from './collision/own-ground.ts';
import { restoreIds } from './entity-ids.ts';
import { despawnBody, markAsBody } from './spawn.ts';
import type { GaitWorld } from './world.ts';

/** Starts every snapshot; the last digit is the format's version. */
const MAGIC = 'GAITSNP2';

/** Bytes of the checksum that ends a snapshot. */
const CHECKSUM = 4;

const components = Object.entries(componentSchemas) as [ComponentName, ColumnSchema][];

/** The description that precedes the cells: enough to refuse a snapshot that does not fit. */
interface Header {
  now: number;
  tick: number;
  quantum: number;
  viewer: number;
  capacity: number;
  interpolationCapacity: number;
  freeInterpolationSlots: number[];
  aliveCount: number;
  maxId: number;
  dense: number[];
  nextGuid: number;
  playerGuid: number;
  awaitedTeleport: number;
  instances: [number, number][];
  tables: string[];
  fingerprints: string[];
  ground: string;
  layout: string;
}

/** Names, types and lengths of all columns: what a snapshot's cells mean. */
const layout = [...components, ['interpolationQueues', interpolationQueueSchema] as const]
  .map(([name, schema]) =>
    Object.entries(schema)
      .map(([cell, { type, array, at, length }]) => `${name}.${cell}:${type}*${length}@${array}+${at}`)
      .join(','),
  )
  .join(';');

/**
 * The whole state of a world: every column of every body, the pool of queues, the clock, and bitECS's allocator of ids.
 * Not in it: transports, messages that wait or are held, keys that are held back, and components of your own.
 */
export function takeSnapshot(world: GaitWorld): Uint8Array {
  const { entityIndex, clock } = world;
  const header: Header = {
    now: clock.now,
    tick: clock.tick,
    quantum: clock.quantum,
    viewer: world.viewer,
    capacity: world.capacity,
    interpolationCapacity: world.interpolationCapacity,
    freeInterpolationSlots: [...world.freeInterpolationSlots],
    aliveCount: entityIndex.aliveCount,
    maxId: entityIndex.maxId,
    dense: [...entityIndex.dense],
    nextGuid: world.nextGuid,
    playerGuid: world.playerGuid,
    awaitedTeleport: world.heldInput.awaited,
    instances: [...world.instances],
    tables: world.motionTables.map((table) => table.name),
    fingerprints: world.motionTables.map((table) => table.fingerprint),
    ground: groundName(world.ground),
    layout,
  };
  const text = toAscii(JSON.stringify(header));
  const arrays = cellsOf(world);
  const textBytes = 4 + text.length;
  let size = MAGIC.length + textBytes + CHECKSUM;
  for (const array of arrays) size += array.byteLength;
  const bytes = new Uint8Array(size);
  writeText(bytes, 0, MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, text.length, true);
  writeText(bytes, MAGIC.length + 4, text);
  let at = MAGIC.length + textBytes;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  new DataView(bytes.buffer).setUint32(at, checksumOf(bytes), true);
  return bytes;
}

/**
 * Puts a world back into the state of a snapshot. Bodies that are not in it are gone, those in it are back with their
 * ids, and going on gives the same hashes as the world the snapshot was taken from. Entities that are no bodies stay; when
 * they are others than when the snapshot was taken, ids of later bodies may differ, and with them the hashes.
 *
 * @throws Error when the bytes are no snapshot, are cut short, are of another version, or need other motion tables or
 * another ground, and when an id that a body needs is taken by an entity that is no body. Nothing is changed then. What an
 * observer of the game's own throws, when all is done: a body whose coming it refused is not there, the others are.
 */
export function restoreSnapshot(world: GaitWorld, bytes: Uint8Array): void {
  const header = readHeader(world, bytes);
  const { clock } = world;
  const bodies = bodiesOf(header, bytes);
  const errors: unknown[] = [];
  restoreIds(world, header, bodies, errors);

  world.capacity = header.capacity;
  world.stride = header.capacity + 1;
  world.interpolationCapacity = header.interpolationCapacity;
  world.freeInterpolationSlots.splice(0, world.freeInterpolationSlots.length, ...header.freeInterpolationSlots);
  resizeComponents(world.components, header.capacity);
  resizeInterpolationQueues(world.interpolationQueues, header.interpolationCapacity);
  let at = MAGIC.length + 4 + textLength(bytes);
  for (const array of cellsOf(world)) {
    const cells = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    cells.set(bytes.subarray(at, at + cells.length));
    at += cells.length;
  }

  clock.now = header.now;
  clock.tick = header.tick;
  world.viewer = header.viewer;
  world.playerGuid = header.playerGuid;
  world.heldInput.begin(header.awaitedTeleport);
  world.saidActions.length = 0;
  world.nextGuid = header.nextGuid;
  world.instances.clear();
  for (const [guid, instance] of header.instances) world.instances.set(guid, instance);
  world.guids.clear();
  const { identity } = world.components;
  const refused: number[] = [];
  for (const id of bodies) {
    world.guids.set(identity.guid[id], id);
    try {
      markAsBody(world, id);
    } catch (error) {
      errors.push(error);
      refused.push(id);
    }
  }
  for (const id of refused) {
    try {
      despawnBody(world, id);
    } catch {
      // The error that kept it from coming is the one to tell.
    }
  }
  world.bodiesChanged = true;
  world.events.clear();
  if (errors.length > 0) throw errors[0];
}

function cellsOf(world: GaitWorld): ColumnArray[] {
  const arrays: ColumnArray[] = [];
  for (const [name, schema] of components) {
    const columns = rowsOf(world.components, name);
    for (const { array } of arraysOf(schema)) arrays.push(columns[array]);
  }
  const queues: Record<string, ColumnArray> = world.interpolationQueues;
  for (const { array } of arraysOf(interpolationQueueSchema)) arrays.push(queues[array]);
  return arrays;
}

function readHeader(world: GaitWorld, bytes: Uint8Array): Header {
  if (readText(bytes, 0, Math.min(MAGIC.length, bytes.length)) !== MAGIC) {
    throw new Error(`snapshot: expected bytes that start with ${MAGIC}, found something else or another version`);
  }
  const length = textLength(bytes);
  let header: unknown;
  try {
    header = JSON.parse(readText(bytes, MAGIC.length + 4, length));
  } catch {
    throw new Error('snapshot: its header cannot be read; the bytes are cut short or damaged');
  }
  if (!isHeader(header)) throw new Error('snapshot: its header is damaged');
  if (header.layout !== layout) throw new Error('snapshot: it was taken by a version with other columns');
  const tables = world.motionTables.map((table) => table.name);
  if (header.tables.join() !== tables.join()) {
    throw new Error(`snapshot: it needs the motion tables ${header.tables.join(', ')}; here are ${tables.join(', ')}`);
  }
  const changed = world.motionTables.find((table, index) => table.fingerprint !== header.fingerprints[index]);
  if (changed !== undefined) throw new Error(`snapshot: the motion table '${changed.name}' has other contents here`);
  const ground = groundName(world.ground);
  if (header.ground !== ground) {
    throw new Error(`snapshot: it was taken on another ground, ${header.ground}; here is ${ground}`);
  }
  if (Math.abs(header.quantum - world.clock.quantum) > 1e-9) {
    const [theirs, ours] = [header.quantum, world.clock.quantum].map((quantum) => Math.round(1 / quantum));
    throw new Error(`snapshot: it was taken at a stepRate of ${theirs}; this engine has ${ours}`);
  }
  const expected = MAGIC.length + 4 + length + cellBytes(header) + CHECKSUM;
  if (bytes.length !== expected) throw new Error(`snapshot: expected ${expected} bytes, found ${bytes.length}`);
  const stated = new DataView(bytes.buffer, bytes.byteOffset).getUint32(expected - CHECKSUM, true);
  if (stated !== checksumOf(bytes)) throw new Error('snapshot: its checksum is wrong; the bytes are damaged');
  return header;
}

/** A checksum of everything before it. */
function checksumOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  const end = bytes.length - CHECKSUM;
  for (let index = 0; index < end; index++) hash = Math.imul(hash ^ bytes[index], 0x01000193);
  return hash >>> 0;
}

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
const isList = (value: unknown, fits: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(fits);
const isText = (value: unknown): boolean => typeof value === 'string';

/** Whether a header is whole: everything that restoring relies on is looked at before anything is changed. */
function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false;
  const header = value as Record<keyof Header, unknown>;
  const u32 = 0xffffffff;
  if (!isWhole(header.capacity, 1 << 26) || !isWhole(header.interpolationCapacity, 1 << 26)) return false;
  const { capacity, interpolationCapacity, dense } = header;
  // Of entities that are no bodies, too: those may lie beyond the columns.
  const isId = (id: unknown) => isWhole(id, header.maxId as number) && id !== 0;
  const isSlot = (slot: unknown) => isWhole(slot, interpolationCapacity as number) && slot !== 0;
  return (
    capacity > 0 &&
    interpolationCapacity > 0 &&
    isList(dense, isId) &&
    new Set(dense).size === dense.length &&
    header.maxId === dense.length &&
    isWhole(header.aliveCount, dense.length) &&
    isList(header.freeInterpolationSlots, isSlot) &&
    typeof header.now === 'number' &&
    isWhole(header.tick, Number.MAX_SAFE_INTEGER) &&
    typeof header.quantum === 'number' &&
    header.quantum > 0 &&
    isWhole(header.viewer, u32) &&
    isWhole(header.playerGuid, u32) &&
    (header.awaitedTeleport === -1 || isWhole(header.awaitedTeleport, 0xffff)) &&
    isWhole(header.nextGuid, 2 * u32) &&
    isList(
      header.instances,
      (pair) => isList(pair, (part) => isWhole(part, u32)) && (pair as unknown[]).length === 2,
    ) &&
    isList(header.tables, isText) &&
    isList(header.fingerprints, isText) &&
    isText(header.ground) &&
    isText(header.layout)
  );
}

const widths = { u8: 1, u16: 2, u32: 4, f32: 4, f64: 8 } as const;

/** The bodies of a snapshot, in the order in which bitECS has them. */
function bodiesOf({ capacity, aliveCount, dense }: Header, bytes: Uint8Array): Set<number> {
  let at = MAGIC.length + 4 + textLength(bytes);
  for (const [name, schema] of components) {
    for (const spec of arraysOf(schema)) {
      if (name === 'identity' && spec.array === 'alive') {
        return new Set(dense.slice(0, aliveCount).filter((id) => id <= capacity && bytes[at + id] === 1));
      }
      at += widths[spec.type] * spec.length * spec.row * (capacity + 1);
    }
  }
  throw new Error('snapshot: there is no column identity.alive');
}

function cellBytes(header: Header): number {
  let size = 0;
  for (const [, schema] of components) size += rowBytes(schema) * (header.capacity + 1);
  return size + rowBytes(interpolationQueueSchema) * (header.interpolationCapacity + 1);
}

function rowBytes(schema: ColumnSchema): number {
  let size = 0;
  for (const spec of arraysOf(schema)) size += widths[spec.type] * spec.length * spec.row;
  return size;
}

function textLength(bytes: Uint8Array): number {
  if (bytes.length < MAGIC.length + 4) throw new Error('snapshot: the bytes are cut short');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
}

/** JSON text with every character outside ASCII escaped, so that a character is a byte. */
function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index) & 0xff;
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  const end = Math.min(bytes.length, at + length);
  for (let index = at; index < end; index++) text += String.fromCharCode(bytes[index]);
  return text;
}
