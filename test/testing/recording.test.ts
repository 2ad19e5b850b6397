import { FrameF64 } from '../../components/frame.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { createBehaviours } from '../../npc/index.ts';
import { createStepper, expectSameReplay, type Recording, replayRecording, type Stepper } from '../../testing/index.ts';
import { fromPlain, type Plain, toPlain } from '../../testing/plain-values.ts';
import { recordedCalls } from '../../testing/step-recorder.ts';
import { motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { newEngine } from '../support/engines.ts';

const NPC = 0x60000001;
const options = {
  motionTables: [motionTable('humanoid')],
  clients: 2,
  link: { latency: 0.08, jitter: 0.03, loss: 0.1, reorder: 0.1, seed: 5 },
  record: true,
};

/** Players, an NPC with behaviours, a handler that acts, somebody who leaves and somebody who comes. */
function play(): Stepper {
  const kit = createStepper(options);
  const { server } = kit;
  const guard = server.spawn({ guid: NPC, x: 6, heading: 90 });
  const behaviours = createBehaviours(server);
  behaviours.add(guard, 'patrol', {
    route: [
      [6, 4],
      [8, 0],
    ],
  });
  server.on('hitGround', ({ entity }) => server.setMotion(entity, MotionCommand.Cheer));
  kit.until('everybody is known', ({ clients }) => clients.every(({ player }) => player !== 0));
  const [one, two] = kit.clients;
  one.engine.setMotion(one.player, MotionCommand.WalkForward);
  kit.step(20);
  one.engine.jump(one.player, 0.7);
  two.engine.setMotion(two.player, MotionCommand.TurnRight, { speed: 0.9 });
  kit.step(40);
  expect(() => server.moveTo(999, { x: 0, y: 0 })).toThrow();
  two.leave();
  server.connections[0].viewer = NPC;
  kit.step(10);
  kit.join();
  server.despawn(server.entityOf(two.guid));
  kit.step(30);
  return kit;
}

/** The same recording with one thing changed. */
function changed(recording: Recording, change: (copy: Recording) => void): Recording {
  const copy = JSON.parse(JSON.stringify(recording)) as Recording;
  change(copy);
  return copy;
}

describe('a recording', () => {
  const kit = play();
  const recording = kit.recording();

  it('holds calls of players, behaviours and handlers, and replays to the same hashes, also after JSON', () => {
    const calls = recording.entries.flatMap((entry) =>
      'call' in entry ? [entry.call] : entry.calls.map(({ call }) => call),
    );
    expect(calls).toEqual(expect.arrayContaining(['spawn', 'moveTo', 'jump', 'connect', 'disconnect', 'addSystem']));
    const inside = recording.entries.flatMap((entry) => ('call' in entry ? [] : entry.calls));
    expect(inside.some(({ system, call }) => system === '' && call === 'setMotion')).toBe(true);
    expect(inside.some(({ system, call }) => system !== '' && call === 'moveTo')).toBe(true);
    const { difference, steps, engines } = replayRecording(JSON.parse(JSON.stringify(recording)), options);
    expect(difference).toBeNull();
    expect(steps).toBeGreaterThan(300);
    expect([engines.get('server')?.hash(), engines.get('client 0')?.hash()]).toEqual(kit.hashes().slice(0, 2));
    expect(engines.size).toBe(4);
  });

  it('names the world and the first step in which other bytes come', () => {
    const isCreation = (message: string): boolean => message.startsWith('45f7');
    const index = recording.entries.findIndex(
      (entry) =>
        !('call' in entry) && entry.world === 1 && entry.polls.some(({ messages }) => messages.some(isCreation)),
    );
    const copy = changed(recording, ({ entries }) => {
      const entry = entries[index];
      if ('call' in entry) return;
      for (const { messages } of entry.polls) if (messages.some(isCreation)) messages.splice(0);
    });
    const { difference } = replayRecording(copy, options);
    const entry = recording.entries[index];
    expect(difference).toMatchObject({ world: 'client 0', tick: 'call' in entry ? 0 : entry.tick });
    expect(() => expectSameReplay(copy, options)).toThrow(
      /^expectSameReplay: client 0 differs first in step \d+: hash [0-9a-f]+, recorded [0-9a-f]+/,
    );
  });

  it('names a call that answers something else, and a message that is sent no more', () => {
    const call = changed(recording, ({ entries }) => {
      for (const entry of entries) if ('call' in entry && entry.call === 'spawn') entry.result = 99;
    });
    expect(() => expectSameReplay(call, options)).toThrow(
      /server differs first in step 0: spawn answered 99, and now \d/,
    );
    const sent = changed(recording, ({ entries }) => {
      const entry = entries.find((one) => !('call' in one) && one.sent.length > 0);
      if (entry !== undefined && !('call' in entry)) entry.sent.push([0, '00000000', false]);
    });
    expect(() => expectSameReplay(sent, options)).toThrow(
      /message \d+ that it sent is not there, recorded .* \(4 bytes: 00000000\)/,
    );
  });

  it('of other rules differs where they first matter', () => {
    const slow = { ...options, server: { defaults: { runRate: 2 } }, client: { defaults: { radius: 0.5 } } };
    expect(replayRecording(recording, slow).difference?.world).toMatch(/^client/);
  });

  it('does not know who writes into components, and then says in which step', () => {
    const written = createStepper({ ...options, clients: 1 });
    written.step(9);
    written.server.world.components.frame.f64[
      written.server.entityOf(written.clients[0].guid) * FrameF64.row + FrameF64.y
    ] = 1;
    written.step(2);
    expect(replayRecording(written.recording(), options).difference).toMatchObject({ world: 'server', tick: 10 });
  });

  it('has transports of your own, too', () => {
    const own = createStepper({ ...options, clients: 0 });
    const inbox = new Inbox();
    own.server.connect(inbox);
    own.server.spawn({ guid: NPC });
    inbox.put(Uint8Array.of(1, 2, 3));
    own.step(3);
    expect(inbox.sent.length).toBeGreaterThan(0);
    own.server.setViewer(inbox, own.server.entityOf(NPC));
    own.step();
    expect(own.server.connections[0].viewer).toBe(NPC);
    expect(() => own.server.setPlayer(new Inbox(), 0)).toThrow(/not connected/);
    own.server.disconnect(inbox, 4000, 'enough');
    expect(inbox.closed).toBe(true);
    own.step();
    expect(replayRecording(own.recording(), options).difference).toBeNull();
    expect(own.server.counters.malformed).toBe(1);
  });

  it('refuses what it cannot keep or replay', () => {
    expect(() => kit.server.update(1)).toThrow(/sets the steps itself/);
    expect(() => kit.join({ engine: newEngine().engine })).toThrow(/only worlds that it has made itself/);
    expect(() => replayRecording({ ...recording, version: 2 as 1 }, options)).toThrow(/expected version 1, found 2/);
    const unknown = changed(recording, ({ entries }) => {
      Object.assign(entries[0], { call: 'constructor' });
    });
    expect(() => expectSameReplay(unknown, options)).toThrow(/unknown call 'constructor'/);
  });

  it('knows every call of an engine: those that change a world are kept', () => {
    const readings = [
      'alpha pause resume paused timeScale on off systems readFrame readMotion readDrops readMoveTo counters connections',
      'timeSystems hash snapshot entityOf guidOf isAlive isStepping entities constructor',
      // Kept in ways of their own.
      'step update addSystem connect disconnect setPlayer setViewer',
      // Not public.
      'connectionOf requireConnection guidForPeer stepOnce requireEventType refuseInsideStep refuseNested requireBody setupOf floorAt freeGuid',
      'tableByName announce guidOfTarget checkPlace putAt markTeleported takeControl tellKeys tellAction isHeldBack',
      'refusesMove',
    ].flatMap((line) => line.split(' '));
    const names = new Set<string>();
    const { engine } = newEngine();
    for (
      let object = Object.getPrototypeOf(engine);
      object !== Object.prototype;
      object = Object.getPrototypeOf(object)
    ) {
      for (const name of Object.getOwnPropertyNames(object)) names.add(name);
    }
    expect([...names].filter((name) => !readings.includes(name)).sort()).toEqual([...recordedCalls].sort());
  });
});

describe('plain values', () => {
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.double(),
      fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, null, true, 'text'),
      fc.uint8Array({ maxLength: 4 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('x', 'y', 'route'), tie('value'), { noNullPrototype: true }),
    ),
  })).value;

  it('come back from JSON exactly as they were', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(fromPlain(JSON.parse(JSON.stringify(toPlain(value))) as Plain)).toEqual(value);
      }),
    );
    expect(Object.is(fromPlain(toPlain(-0)), -0)).toBe(true);
    expect(() => toPlain(() => 1)).toThrow(/expected data, found a function/);
  });
});
