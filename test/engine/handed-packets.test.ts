import { StampsU16 } from '../../components/stamps.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MotionCommand, type SpawnOptions } from '../../index.ts';
import { PhysicsFlag, StampIndex } from '../../engine/wire/physics-data.ts';
import { listen, newEngine } from '../support/engines.ts';
import { createMessage } from '../support/messages.ts';

/** The handed packets in a world; H10's are in recycled-ids.test.ts, their fields in wire/handed-packets.test.ts. */

const packets: Record<string, { hex: string }[]> = JSON.parse(
  readFileSync(new URL('../cases/packets-handed.json', import.meta.url), 'utf8'),
);
const bytesOf = (name: string): Uint8Array[] =>
  packets[name].map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));

const GUID = 0x80001234;
const [CELL, X, Y, Z] = [0xa9b40021, 12.5, 100.25, 66.005];

/** A world with the packets' entity, as a creation brings it: at their place, without gravity, just before their stamps. */
function world(stamps: Partial<Record<keyof typeof StampIndex, number>>, defaults: SpawnOptions = {}) {
  const rig = newEngine({ defaults });
  const creation = createMessage(GUID, ({ physics }) => {
    physics.flags = PhysicsFlag.Position;
    Object.assign(physics.position, { cell: CELL, x: X, y: Y, z: Z });
    physics.stamps[StampIndex.Instance] = 1;
    for (const [name, stamp] of Object.entries(stamps))
      physics.stamps[StampIndex[name as keyof typeof StampIndex]] = stamp;
  });
  rig.inbox.put(creation);
  rig.engine.step(10);
  const entity = rig.engine.entityOf(GUID);
  expect(entity).not.toBe(0);
  return { ...rig, entity, told: listen(rig.engine, 'messageDropped', 'malformed') };
}

describe('H05: action stamps have 15 bits', () => {
  const [first, last] = bytesOf('h05');
  const isWaving = ({ engine, entity }: ReturnType<typeof world>) =>
    engine.readMotion(entity).pendingMotions.includes(MotionCommand.Wave);

  it('the first wave plays; one with the stamp before it, half a circle away, does not', () => {
    const rig = world({ Movement: 6, ServerControl: 3 });
    rig.inbox.put(first);
    rig.engine.step();
    expect(isWaving(rig)).toBe(true);
    rig.engine.step(90);
    expect(isWaving(rig)).toBe(false);
    rig.inbox.put(last);
    rig.engine.step();
    expect(isWaving(rig)).toBe(false);
    expect(rig.told).toEqual([]);
    const { motionInterp, stamps } = rig.engine.world.components;
    expect([
      motionInterp.serverActionStamp[rig.entity],
      stamps.u16[rig.entity * StampsU16.row + StampsU16.movement],
    ]).toEqual([1, 8]);
  });

  it('and the other way round: after 0x7fff, 1 is newer', () => {
    const rig = world({ Movement: 7, ServerControl: 3 });
    rig.engine.world.components.motionInterp.serverActionStamp[rig.entity] = 0x7ffe;
    rig.inbox.put(last);
    rig.engine.step(91);
    expect(rig.engine.world.components.motionInterp.serverActionStamp[rig.entity]).toBe(0x7fff);
    // The first wave's packet has the older movement stamp: only its action is of interest here.
    rig.engine.world.components.stamps.u16[rig.entity * StampsU16.row + StampsU16.movement] = 6;
    rig.inbox.put(first);
    rig.engine.step();
    expect(isWaving(rig)).toBe(true);
    expect(rig.engine.world.components.motionInterp.serverActionStamp[rig.entity]).toBe(1);
  });
});

describe('H06: quaternion parts that are zero are not on the wire', () => {
  it('a body turns to 0, 180 and 90 degrees as the packets say; the one in the air moves and turns nothing', () => {
    const rig = world({ Position: 19, Teleport: 4, ForcePosition: 2 });
    const headings = bytesOf('h06').map((packet) => {
      rig.inbox.put(packet);
      rig.engine.step();
      return rig.engine.readFrame(rig.entity).heading;
    });
    expect(headings.map((heading) => Math.round(1000 * heading) / 1000)).toEqual([0, 180, 90, 90]);
    expect(rig.told).toEqual([]);
    expect(rig.engine.world.components.stamps.u16[rig.entity * StampsU16.row + StampsU16.position]).toBe(23);
    const { x, y, z } = rig.engine.readFrame(rig.entity);
    const place = [x - 0xa9 * 192, y - 0xb4 * 192, z];
    expect(place.map((value) => Math.round(100 * value) / 100)).toEqual([12.5, 100.25, 66]);
  });
});
