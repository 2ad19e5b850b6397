import { StampsU16 } from '../../components/stamps.ts';
import { expect } from 'vitest';
import { decodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { decodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { opcodeOf } from '../../engine/wire/opcodes.ts';
import { ByteReader } from '../../engine/wire/reader.ts';
import { decodeVectorUpdate, VectorUpdate } from '../../engine/wire/vector-update.ts';
import { createEngine, type EngineOptions, Opcode } from '../../index.ts';
import {
  type ActionParts,
  jumpMessage,
  moveToStateMessage,
  type MoveToStateParts,
  placeMessage,
} from './client-actions.ts';
import { listen, motionTable } from './engines.ts';
import { Inbox } from './inbox.ts';

/** Guids of the players' bodies. */
export const MINE = 0x50000001;
export const THEIRS = 0x50000002;

/** A server with two players, and the peers that play them. */
export function newServer(options: Partial<EngineOptions> = {}, spawn: object = {}) {
  const engine = createEngine({ motionTables: [motionTable('humanoid')], role: 'server', ...options });
  const mine = engine.spawn({ guid: MINE, ...spawn });
  const theirs = engine.spawn({ guid: THEIRS, x: 8 });
  const [me, them] = [new Inbox(), new Inbox()];
  engine.connect(me, { player: mine });
  engine.connect(them, { player: theirs });
  engine.step(5);
  const told = listen(engine);
  me.sent.length = 0;
  them.sent.length = 0;
  let sequence = 0;
  const stampsOf = (entity: number) => {
    const { stamps } = engine.world.components;
    const stampsRow = entity * StampsU16.row;
    return {
      instance: stamps.u16[stampsRow + StampsU16.instance],
      serverControl: stamps.u16[stampsRow + StampsU16.serverControl],
      teleport: stamps.u16[stampsRow + StampsU16.teleport],
      forcePosition: stamps.u16[stampsRow + StampsU16.forcePosition],
    };
  };
  /** What a well-behaved client says of where its body is. */
  const here = () => {
    const { x, y, z, qw, qz } = engine.readFrame(mine);
    return { cell: 0x00000001, x, y, z, qw, qz };
  };
  const filled = (parts: ActionParts) => ({
    ...parts,
    sequence: parts.sequence ?? ++sequence,
    stamps: { ...stampsOf(mine), ...parts.stamps },
    position: { ...here(), ...parts.position },
  });
  return {
    engine,
    mine,
    theirs,
    me,
    them,
    told,
    here,
    stampsOf,
    /** The peer presses or lets go of keys; then one step. */
    keys(raw: MoveToStateParts['raw'], parts: MoveToStateParts = {}): void {
      me.put(
        moveToStateMessage({ ...filled(parts), raw, actions: parts.actions, standingLongJump: parts.standingLongJump }),
      );
      engine.step();
    },
    place(position: ActionParts['position'], parts: ActionParts = {}): void {
      me.put(placeMessage(filled({ ...parts, position })));
      engine.step();
    },
    jump(extent: number, parts: ActionParts & { objectGuid?: number } = {}): void {
      me.put(
        jumpMessage({ ...filled(parts), extent, objectGuid: parts.objectGuid ?? MINE, velocityX: 99, velocityZ: 999 }),
      );
      engine.step();
    },
    drops: () => told.filter(({ type }) => type === 'messageDropped').map(({ reason }) => reason),
    of: (type: string) => told.filter((event) => event.type === type),
  };
}

const reader = new ByteReader();
/** The UpdateMotions that were sent to a peer. */
export const motionsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.UpdateMotion)
    .map((bytes) => {
      const message = new UpdateMotion();
      reader.reset(bytes);
      expect(decodeUpdateMotion(reader, message)).toBe(true);
      return message;
    });
/** The UpdatePositions that were sent to a peer. */
export const positionsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.UpdatePosition)
    .map((bytes) => {
      const message = new UpdatePosition();
      reader.reset(bytes);
      expect(decodeUpdatePosition(reader, message)).toBe(true);
      return message;
    });
/** The VectorUpdates that were sent to a peer. */
export const vectorsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.VectorUpdate)
    .map((bytes) => {
      const message = new VectorUpdate();
      reader.reset(bytes);
      expect(decodeVectorUpdate(reader, message)).toBe(true);
      return message;
    });
