import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import human from '../content/motion-tables/human.json' with { type: 'json' };
import {
  createEngine,
  createReplay,
  createReplayTransport,
  MotionCommand,
  motionCommandName,
  readCapture,
  summarizeCapture,
  writeCapture,
} from '../index.ts';

/** A session of retail's protocol that somebody recorded; test/captures/README.md says where it is from. */
const file = readFileSync(new URL('captures/retail-protocol-session.pcap', import.meta.url));
const capture = readCapture(file);
const summary = summarizeCapture(capture);

const CRIER = 0x7c88c06f;
const NODDER = 0x8035bbb2;

describe('the recorded session', () => {
  test('holds 632 packets, 2,111 fragments and 2,088 messages, and nothing is left out', () => {
    expect(capture.counts).toMatchObject({ frames: 632, packets: 632, packetsToClient: 495, packetsToServer: 137 });
    expect(capture.counts.fragments).toBe(2111);
    expect(capture.messages.count).toBe(2088);
    expect(Object.values(capture.counts.skipped).filter((count) => count > 0)).toEqual([]);
    expect(capture).toMatchObject({ format: 'pcap', damage: null, notes: [] });
    expect(capture.duration).toBeCloseTo(49.82, 2);
    expect(capture.connections).toHaveLength(1);
  });

  test('has 12 UpdateMotion, all to the client, of two entities', () => {
    const motions = summary.kinds.filter(({ name }) => name === 'UpdateMotion');
    expect(motions).toMatchObject([{ direction: 'toClient', count: 12, malformed: 0 }]);
    expect(summary.entities.map(({ guid, motions: told, first }) => [guid, Object.fromEntries(told), first])).toEqual([
      [CRIER, { Cry: 1, Ready: 4, Cringe: 3 }, null],
      [NODDER, { Nod: 1, Ready: 2, ScratchHead: 1 }, null],
    ]);
    expect(summary.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(2088);
    expect(summary.malformed).toBe(0);
  });

  test('is the same in our own format, at less than two thirds of the size', () => {
    const ours = writeCapture(capture);
    const again = readCapture(ours);
    expect(ours.length).toBeLessThan((file.length * 2) / 3);
    expect(again.messages.count).toBe(2088);
    expect(again.connections).toEqual(capture.connections);
    expect(summarizeCapture(again)).toEqual(summary);
  });
});

describe('the recorded session, replayed', () => {
  test('its two characters do their emotes on marked spots, with our human’s animations, and are Ready in the end', () => {
    const replay = createReplay({ motionTables: [human] }, capture);
    const { engine } = replay;
    const done: [string, number, string][] = [];
    engine.on('motionDone', ({ guid, motion, success }) => {
      const isEmote = motion >>> 24 === 0x13;
      if (isEmote && success) done.push([guid.toString(16), Math.round(replay.time), motionCommandName(motion)]);
    });
    const animationOf = (emote: number) => human.links.find(({ to }) => to === emote)?.anims[0].anim;
    const shown = (guid: number) => engine.readMotion(engine.entityOf(guid)).animation;

    replay.seek(3);
    expect(shown(CRIER)).toBe(animationOf(MotionCommand.Cry));
    replay.seek(12.5);
    expect(shown(CRIER)).toBe(animationOf(MotionCommand.Cringe));
    replay.seek(26.3);
    expect(shown(NODDER)).toBe(animationOf(MotionCommand.Nod));
    replay.seek(32);
    expect([shown(CRIER), shown(NODDER)]).toEqual([
      animationOf(MotionCommand.Cringe),
      animationOf(MotionCommand.ScratchHead),
    ]);
    replay.seek(replay.duration);

    expect(done).toEqual([
      ['7c88c06f', 4, 'Cry'],
      ['7c88c06f', 13, 'Cringe'],
      ['8035bbb2', 27, 'Nod'],
      ['8035bbb2', 33, 'ScratchHead'],
      ['7c88c06f', 33, 'Cringe'],
      ['7c88c06f', 48, 'Cringe'],
    ]);
    for (const [guid, x] of [
      [CRIER, 0],
      [NODDER, 3],
    ]) {
      const entity = engine.entityOf(guid);
      expect(engine.readMotion(entity)).toMatchObject({
        substate: MotionCommand.Ready,
        forwardCommand: MotionCommand.Ready,
        pendingMotions: [],
        animation: 1,
      });
      expect(engine.readFrame(entity)).toMatchObject({ x, y: 0, z: 0 });
    }
    expect(replay.counters).toMatchObject({ received: 1985, applied: 12, malformed: 0, droppedInAll: 0 });
  });

  test('also goes through any engine, by the transport alone', () => {
    const engine = createEngine({ motionTables: [human], unknown: 'spawn' });
    engine.connect(createReplayTransport(capture));
    engine.step(60);
    expect(engine.readMotion(engine.entityOf(CRIER)).animation).toBe(72);
    engine.step(50 * 30);
    expect(engine.counters.applied).toBe(12);
  });
});
