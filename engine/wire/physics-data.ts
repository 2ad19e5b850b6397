import { MAX_CHILDREN, MAX_SCALE } from './limits.ts';
import { clearMovementData, decodeMovement, encodeMovement, MovementData } from './movement-data.ts';
import type { ByteReader } from './reader.ts';
import { clearWirePosition, decodeWirePosition, encodeWirePosition, WirePosition } from './wire-position.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

/** Which parts of physics data are on the wire. */
export const PhysicsFlag = {
  Setup: 0x1,
  MotionTable: 0x2,
  Velocity: 0x4,
  Acceleration: 0x8,
  Omega: 0x10,
  Parent: 0x20,
  Children: 0x40,
  Scale: 0x80,
  Friction: 0x100,
  Elasticity: 0x200,
  SoundTable: 0x800,
  EffectTable: 0x1000,
  DefaultScript: 0x2000,
  ScriptIntensity: 0x4000,
  Position: 0x8000,
  Movement: 0x10000,
  /** Only without movement. */
  PlacementFrame: 0x20000,
  Translucency: 0x40000,
} as const;

const ALL_FLAGS = 0x7fbff;

/** Places of the nine stamps of an entity (retail's update_times). */
export const StampIndex = {
  Position: 0,
  Movement: 1,
  State: 2,
  Vector: 3,
  Teleport: 4,
  ServerControl: 5,
  ForcePosition: 6,
  Description: 7,
  Instance: 8,
} as const;

const STAMPS = 9;

/** The body of a new entity (retail's PhysicsDesc): m/s, m/s², radians/s. */
export class PhysicsData {
  /** Sum of {@link PhysicsFlag}: what is, or is to be, on the wire. What is absent has its default. */
  flags = 0;
  /** PhysicsState bits. */
  state = 0;
  /** Whether the movement is there; it may be flagged and empty. */
  hasMovement = false;
  /** Its stamps are those below, not those in it. */
  readonly movement = new MovementData();
  /** Placement frame, u32; not used. */
  placementFrame = 0;
  /** Where it is. Without its flag the object is not in the world: wielded or contained. */
  readonly position = new WirePosition();
  /** Id of its motion table; see motionTableIds of the engine. */
  motionTable = 0;
  /** Id of its sound table; not used. */
  soundTable = 0;
  /** Id of its effect table; not used. */
  effectTable = 0;
  /** Id of its setup; not used. */
  setup = 0;
  /** Guid of who holds it; not used. */
  parent = 0;
  /** Where it is held, u32; not used. */
  parentLocation = 0;
  /** How many it holds, 0 to 255. */
  childCount = 0;
  /** Guids of what it holds; not used. */
  readonly child = new Uint32Array(MAX_CHILDREN);
  /** Where each of these is held; not used. */
  readonly childLocation = new Uint32Array(MAX_CHILDREN);
  /** Factor of its size and of its root motion, over 0 to {@link MAX_SCALE}. */
  scale = 1;
  /** Friction, within {@link MAX_RATE}; not used. */
  friction = 0;
  /** How much it bounces, within {@link MAX_RATE}; not used. */
  elasticity = 0;
  /** How far it is seen through, within {@link MAX_RATE}; not used. */
  translucency = 0;
  /** Part of the velocity, east: m/s within {@link MAX_RATE}; not used. */
  velocityX = 0;
  /** Part of the velocity, north: m/s; not used. */
  velocityY = 0;
  /** Part of the velocity, up: m/s; not used. */
  velocityZ = 0;
  /** Part of the acceleration, east: m/s² within {@link MAX_RATE}; not used. */
  accelerationX = 0;
  /** Part of the acceleration, north: m/s²; not used. */
  accelerationY = 0;
  /** Part of the acceleration, up: m/s²; not used. */
  accelerationZ = 0;
  /** Part of the turning about the x axis: radians/s within {@link MAX_RATE}; not used. */
  omegaX = 0;
  /** Part of the turning about the y axis: radians/s; not used. */
  omegaY = 0;
  /** Part of the turning about the z axis: radians/s; not used. */
  omegaZ = 0;
  /** Its default script, u32; not used. */
  defaultScript = 0;
  /** Intensity of that script, within {@link MAX_RATE}; not used. */
  scriptIntensity = 0;
  /** By {@link StampIndex}. */
  readonly stamps = new Uint16Array(STAMPS);
}

/** Every field to its default. */
export function clearPhysicsData(data: PhysicsData): void {
  data.flags = 0;
  data.state = 0;
  data.hasMovement = false;
  clearMovementData(data.movement);
  data.placementFrame = 0;
  clearWirePosition(data.position);
  data.motionTable = 0;
  data.soundTable = 0;
  data.effectTable = 0;
  data.setup = 0;
  data.parent = 0;
  data.parentLocation = 0;
  data.childCount = 0;
  data.scale = 1;
  data.friction = 0;
  data.elasticity = 0;
  data.translucency = 0;
  data.velocityX = 0;
  data.velocityY = 0;
  data.velocityZ = 0;
  data.accelerationX = 0;
  data.accelerationY = 0;
  data.accelerationZ = 0;
  data.omegaX = 0;
  data.omegaY = 0;
  data.omegaZ = 0;
  data.defaultScript = 0;
  data.scriptIntensity = 0;
  data.stamps.fill(0);
}

/** Reads physics data with the stamps and the alignment that end it. */
export function decodePhysicsData(reader: ByteReader, out: PhysicsData): boolean {
  clearPhysicsData(out);
  const flags = reader.u32UpTo(ALL_FLAGS, WireReason.BadFlags);
  if ((flags & ~ALL_FLAGS) !== 0) return reader.fail(WireReason.BadFlags, reader.position - 4);
  out.flags = flags;
  out.state = reader.u32();
  if (flags & PhysicsFlag.Movement) {
    if (!decodeInnerMovement(reader, out)) return false;
  } else if (flags & PhysicsFlag.PlacementFrame) {
    out.placementFrame = reader.u32();
  }
  if (flags & PhysicsFlag.Position && !decodeWirePosition(reader, out.position)) return false;
  if (flags & PhysicsFlag.MotionTable) out.motionTable = reader.u32();
  if (flags & PhysicsFlag.SoundTable) out.soundTable = reader.u32();
  if (flags & PhysicsFlag.EffectTable) out.effectTable = reader.u32();
  if (flags & PhysicsFlag.Setup) out.setup = reader.u32();
  if (flags & PhysicsFlag.Parent) {
    out.parent = reader.u32();
    out.parentLocation = reader.u32();
  }
  if (flags & PhysicsFlag.Children) {
    const count = reader.u32UpTo(MAX_CHILDREN, WireReason.BadCount);
    for (let i = 0; i < count && reader.ok; i++) {
      out.child[i] = reader.u32();
      out.childLocation[i] = reader.u32();
    }
    out.childCount = count;
  }
  if (flags & PhysicsFlag.Scale) {
    const at = reader.position;
    out.scale = reader.f32();
    if (reader.ok && !(out.scale > 0 && out.scale <= MAX_SCALE)) return reader.fail(WireReason.OutOfRange, at);
  }
  if (flags & PhysicsFlag.Friction) out.friction = reader.rate();
  if (flags & PhysicsFlag.Elasticity) out.elasticity = reader.rate();
  if (flags & PhysicsFlag.Translucency) out.translucency = reader.rate();
  if (flags & PhysicsFlag.Velocity) {
    out.velocityX = reader.rate();
    out.velocityY = reader.rate();
    out.velocityZ = reader.rate();
  }
  if (flags & PhysicsFlag.Acceleration) {
    out.accelerationX = reader.rate();
    out.accelerationY = reader.rate();
    out.accelerationZ = reader.rate();
  }
  if (flags & PhysicsFlag.Omega) {
    out.omegaX = reader.rate();
    out.omegaY = reader.rate();
    out.omegaZ = reader.rate();
  }
  if (flags & PhysicsFlag.DefaultScript) out.defaultScript = reader.u32();
  if (flags & PhysicsFlag.ScriptIntensity) out.scriptIntensity = reader.rate();
  for (let i = 0; i < STAMPS; i++) out.stamps[i] = reader.u16();
  return reader.ok && reader.align();
}

/** u32 length, that many bytes of movement, and, if there are any, u32 autonomous. */
function decodeInnerMovement(reader: ByteReader, out: PhysicsData): boolean {
  const lengthAt = reader.position;
  const length = reader.u32();
  if (!reader.ok) return false;
  if (length > reader.remaining) return reader.fail(WireReason.BadCount, lengthAt);
  if (length === 0) return true;
  // The movement may not reach past its own length, and must fill it.
  const end = reader.end;
  const innerEnd = reader.position + length;
  reader.end = innerEnd;
  const decoded = decodeMovement(reader, out.movement);
  reader.end = end;
  // The first error stays; this gives up on the rest of the message, too.
  if (!decoded) return reader.fail(WireReason.BadCount, lengthAt);
  if (reader.position !== innerEnd) return reader.fail(WireReason.BadCount, lengthAt);
  out.hasMovement = true;
  out.movement.autonomous = reader.u32UpTo(1, WireReason.BadFlags) === 1;
  return reader.ok;
}

/** Writes physics data: what its flags name, the stamps, the alignment. */
export function encodePhysicsData(writer: ByteWriter, data: PhysicsData): void {
  const flags = data.flags;
  writer.u32(flags, 'physics flags');
  if ((flags & ~ALL_FLAGS) !== 0)
    throw new RangeError(`physics flags ${flags} must be within 0x${ALL_FLAGS.toString(16)}`);
  writer.u32(data.state, 'physics state');
  if (flags & PhysicsFlag.Movement) {
    const opened = writer.openLength();
    if (data.hasMovement) {
      encodeMovement(writer, data.movement);
      writer.closeLength(opened);
      writer.u32(data.movement.autonomous ? 1 : 0);
    }
  } else if (flags & PhysicsFlag.PlacementFrame) {
    writer.u32(data.placementFrame, 'placement frame');
  }
  if (flags & PhysicsFlag.Position) encodeWirePosition(writer, data.position);
  if (flags & PhysicsFlag.MotionTable) writer.u32(data.motionTable, 'motion table');
  if (flags & PhysicsFlag.SoundTable) writer.u32(data.soundTable, 'sound table');
  if (flags & PhysicsFlag.EffectTable) writer.u32(data.effectTable, 'effect table');
  if (flags & PhysicsFlag.Setup) writer.u32(data.setup, 'setup');
  if (flags & PhysicsFlag.Parent) {
    writer.u32(data.parent, 'parent');
    writer.u32(data.parentLocation, 'parent location');
  }
  if (flags & PhysicsFlag.Children) {
    writer.u32UpTo(data.childCount, MAX_CHILDREN, 'number of children');
    for (let i = 0; i < data.childCount; i++) {
      writer.u32(data.child[i]);
      writer.u32(data.childLocation[i]);
    }
  }
  if (flags & PhysicsFlag.Scale) {
    const scale = Math.fround(data.scale);
    if (!(scale > 0 && scale <= MAX_SCALE)) throw new RangeError(`scale ${data.scale} must be in (0, ${MAX_SCALE}]`);
    writer.f32(scale);
  }
  if (flags & PhysicsFlag.Friction) writer.rate(data.friction, 'friction');
  if (flags & PhysicsFlag.Elasticity) writer.rate(data.elasticity, 'elasticity');
  if (flags & PhysicsFlag.Translucency) writer.rate(data.translucency, 'translucency');
  if (flags & PhysicsFlag.Velocity) {
    writer.rate(data.velocityX, 'velocity x');
    writer.rate(data.velocityY, 'velocity y');
    writer.rate(data.velocityZ, 'velocity z');
  }
  if (flags & PhysicsFlag.Acceleration) {
    writer.rate(data.accelerationX, 'acceleration x');
    writer.rate(data.accelerationY, 'acceleration y');
    writer.rate(data.accelerationZ, 'acceleration z');
  }
  if (flags & PhysicsFlag.Omega) {
    writer.rate(data.omegaX, 'omega x');
    writer.rate(data.omegaY, 'omega y');
    writer.rate(data.omegaZ, 'omega z');
  }
  if (flags & PhysicsFlag.DefaultScript) writer.u32(data.defaultScript, 'default script');
  if (flags & PhysicsFlag.ScriptIntensity) writer.rate(data.scriptIntensity, 'script intensity');
  for (let i = 0; i < STAMPS; i++) writer.u16(data.stamps[i]);
  writer.align();
}
