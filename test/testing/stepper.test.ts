import { describe, expect, it } from 'vitest';
import { flatGround, MotionCommand } from '../../index.ts';
import { createStepper, FIRST_PLAYER, type Stepper, type StepperOptions } from '../../testing/index.ts';
import { motionTable } from '../support/engines.ts';

const motionTables = [motionTable('humanoid')];
const link = { latency: 0.1, jitter: 0.02, loss: 0.05, reorder: 0.1, seed: 3 };
const NPC = 0x60000001;
const { WalkForward, TurnRight, Wave } = MotionCommand;

const newKit = (options: Partial<StepperOptions> = {}): Stepper =>
  createStepper({ motionTables, clients: 2, ...options });

/** A walk of the first player and of an NPC. */
function play(kit: Stepper): void {
  const [walker] = kit.clients;
  kit.settle();
  kit.server.moveTo(kit.server.spawn({ guid: NPC, x: 5 }), { x: 5, y: 6 });
  walker.engine.setMotion(walker.player, WalkForward);
  kit.step(40);
  walker.engine.setMotion(walker.player, TurnRight);
  kit.step(12);
  walker.engine.clearMotion(walker.player, TurnRight);
  walker.engine.clearMotion(walker.player, WalkForward);
  walker.engine.setMotion(walker.player, Wave);
}

/** The report of what differs. */
function reportOf(kit: Stepper, bounds = {}): string {
  try {
    kit.expectConverged(bounds);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('a stepper', () => {
  it('gives its clients players of their own, who see each other walk over a bad network', () => {
    const kit = newKit({ link });
    play(kit);
    kit.step(5);
    kit.expectConverged();
    kit.settle();
    kit.expectConverged();
    expect(kit.clients.map(({ guid }) => guid)).toEqual([FIRST_PLAYER, FIRST_PLAYER + 1]);
    const [one, other] = kit.clients;
    expect(other.engine.readFrame(other.engine.entityOf(one.guid)).y).toBeGreaterThan(1);
    expect(kit.differences({ position: 0, heading: 0 }).every(({ off }) => off > 0 && off < 1)).toBe(true);
  });

  it('does the same for the same seeds, and something else for others', () => {
    const hashesOf = (seed: number): string[] => {
      const kit = newKit({ link: { ...link, seed } });
      play(kit);
      kit.step(3);
      return kit.hashes();
    };
    expect(hashesOf(3)).toEqual(hashesOf(3));
    expect(hashesOf(4)).not.toEqual(hashesOf(3));
  });

  it('loses other datagrams on each link', () => {
    const kit = newKit({ link: { ...link, loss: 0.5 } });
    kit.step(200);
    const [one, other] = kit.clients.map((client) => client.link[1].incoming?.counters.lost);
    expect(one).toBeGreaterThan(0);
    expect(one).not.toBe(other);
  });

  it('steps the server first, then each client, and until something is so', () => {
    const kit = newKit();
    const order: string[] = [];
    kit.server.addSystem({ name: 'server', after: 'events', run: () => order.push('server') });
    for (const { engine, number } of kit.clients) {
      engine.addSystem({ name: 'client', after: 'events', run: () => order.push(`client ${number}`) });
    }
    expect(kit.until('three steps are over', () => order.length >= 9)).toBe(3);
    expect(order.slice(0, 4)).toEqual(['server', 'client 0', 'client 1', 'server']);
    expect(() => kit.until((() => true) as unknown as string, () => true)).toThrow(
      /^until: expected what is waited for/,
    );
    expect(() => kit.until('pigs fly', () => false, 1)).toThrow('until: in 1 s it has not come about that pigs fly');
  });

  it('lets clients leave, come back with the world that they have, look on, and join a network of their own', () => {
    const kit = newKit({ clients: 1 });
    const [first] = kit.clients;
    kit.settle();
    first.engine.setMotion(first.player, WalkForward);
    kit.step(20);
    first.leave();
    first.leave();
    expect(kit.clients).toEqual([]);
    kit.step(30);
    first.engine.stop(first.player);
    const again = kit.join({ guid: first.guid, engine: first.engine });
    const viewer = kit.join({ guid: 0, link: { latency: 1 } });
    expect([again.number, viewer.number, viewer.player]).toEqual([1, 2, 0]);
    kit.settle();
    kit.expectConverged();
    expect(viewer.engine.entityOf(first.guid)).not.toBe(0);
    expect(viewer.conditions.latency).toBe(1);
  });

  it('changes the network of all, and of those that come', () => {
    const kit = newKit();
    kit.configure({ latency: 0.5 });
    kit.join();
    expect(kit.clients.map(({ conditions }) => conditions.latency)).toEqual([0.5, 0.5, 0.5]);
    expect(kit.settle() / 30).toBeGreaterThan(1);
  });
});

describe('settling', () => {
  it('ends half a second after the last movement in any world', () => {
    const kit = newKit({ link });
    play(kit);
    kit.settle();
    const moved = kit.hashes();
    const places = kit.clients.map(({ engine, player }) => engine.readFrame(player));
    kit.step(60);
    expect(kit.clients.map(({ engine, player }) => engine.readFrame(player))).toEqual(places);
    expect(kit.hashes()).not.toEqual(moved);
  });

  it('says who is still at what when the time is over', () => {
    const kit = newKit({ clients: 1 });
    kit.settle();
    const npc = kit.server.spawn({ guid: NPC, x: 5 });
    kit.server.moveTo(npc, { x: 5, y: 500 });
    expect(() => kit.settle({ within: 1 })).toThrow(
      'settle: after 1 s body 0x60000001 in the server is still on a move',
    );
    kit.server.stop(npc);
    kit.server.setMotion(npc, WalkForward);
    expect(() => kit.settle({ within: 2 })).toThrow(/body 0x60000001 in the server still/);
    kit.server.stop(npc);
    kit.configure({ loss: 1 });
    kit.join();
    expect(() => kit.settle({ within: 5 })).toThrow(
      /client \d (has not been told of its player|are still on their way)|messages between/,
    );
  });
});

describe('what differs', () => {
  it('is nothing between worlds that are alike, and is told by client, body and field else', () => {
    const kit = newKit();
    kit.settle();
    kit.step(60);
    expect(reportOf(kit)).toBe('');
    const [one, other] = kit.clients;
    const seen = other.engine.entityOf(one.guid);
    other.engine.place(seen, { x: 0.5, y: 0, heading: 20 });
    other.engine.setMotion(seen, MotionCommand.Crouch);
    kit.step(2);
    const report = reportOf(kit);
    expect(report).toMatch(/^expectConverged: at step \d+ \(\d+\.\d\d s\) 1 body in 1 client not as in the server\n/);
    expect(report).toMatch(/\n {2}client 1:\n {4}body 0x50000001 \(player of client 0\)\n/);
    expect(report).toMatch(
      /position +off 0\.500 m of 0\.060 m \(at rest for \d+\.\d s\): server \(0\.000, 0\.000, 0\.000\), client \(0\.500,/,
    );
    expect(report).toMatch(/heading +off 20\.0 degrees of 1\.0: server 0\.0, client 20\.0/);
    expect(report).toMatch(/forwardCommand +server Ready, client Crouch/);
    expect(kit.differences().map(({ field }) => field)).toEqual(['position', 'heading', 'forwardCommand']);
    expect(reportOf(kit, { position: 0.6, heading: 30, motions: false })).toBe('');
    expect(reportOf(kit, { bodies: [other.guid] })).toBe('');
  });

  it('are bodies that only one side has', () => {
    const kit = newKit({ clients: 1 });
    kit.settle();
    const [{ engine }] = kit.clients;
    engine.spawn({ guid: NPC + 1, x: 3 });
    kit.server.spawn({ guid: NPC, x: 4 });
    kit.watch.look();
    kit.clients[0].watch.look();
    expect(reportOf(kit)).toMatch(
      /presence +only in the server, \(4\.000, 0\.000, 0\.000\), 4\.0 m from .*\(range 96 m\)/,
    );
    expect(reportOf(kit)).toMatch(/presence +only in the client, \(3\.000,/);
    expect(reportOf(kit, { presence: false })).toBe('');
    expect(reportOf(kit, { bodies: [77] })).toMatch(/body 0x4d\n +presence +in neither world/);
  });

  it('are not bodies beyond what a client is told of, but those that it has although they are', () => {
    const kit = newKit({ clients: 1, server: { interest: { range: 20, hysteresis: 5 } } });
    const npc = kit.server.spawn({ guid: NPC, x: 40 });
    kit.settle();
    kit.expectConverged();
    expect(kit.clients[0].engine.entityOf(NPC)).toBe(0);
    kit.server.teleport(npc, { x: 10, y: 0 });
    kit.settle();
    kit.expectConverged();
    expect(kit.clients[0].engine.entityOf(NPC)).not.toBe(0);
    kit.configure({ loss: 1 });
    kit.server.teleport(npc, { x: 90, y: 0 });
    kit.step(90);
    expect(reportOf(kit)).toMatch(/presence +still in the client, 90\.0 m from .*\(range 20 m and 5 m\)/);
  });

  it('of a moving body is what it comes along in the lag, no more', () => {
    const kit = newKit({ clients: 1 });
    kit.settle();
    const npc = kit.server.spawn({ guid: NPC, x: 5 });
    kit.server.setMotion(npc, WalkForward);
    kit.step(60);
    kit.expectConverged({ lag: 0, slack: 0.2 });
    const [{ engine }] = kit.clients;
    const seen = engine.entityOf(NPC);
    const { x, y } = engine.readFrame(seen);
    engine.place(seen, { x: x + 0.6, y });
    kit.step();
    expect(reportOf(kit, { lag: 0, slack: 0.2 })).toMatch(
      /position +off 0\.\d+ m of 0\.200 m \(moving at up to \d\.\d\d m\/s/,
    );
    expect(reportOf(kit, { lag: 1 })).toBe('');
    kit.configure({ loss: 1 });
    kit.server.stop(npc);
    kit.step(60);
    expect(reportOf(kit)).toMatch(/position .*at rest/);
    expect(reportOf(kit)).toMatch(/forwardCommand +server Ready, client WalkForward/);
  });
});

describe('misuse', () => {
  it.each<[object, RegExp]>([
    [{ motionTables, client: 2 }, /createStepper\.client: expected options of an engine/],
    [{ motionTables, clients: -1 }, /createStepper\.clients: expected .* from 0 to 1000/],
    [{ motionTables, links: {} }, /'links'.*did you mean 'link'/],
    [
      { motionTables, server: { ground: flatGround() } },
      /createStepper\.server\.ground: not here; give it to createStepper/,
    ],
    [{ motionTables, client: { role: 'server' } }, /createStepper\.client\.role: not here; the stepper knows it/],
    [{ motionTables, link: { lag: 3 }, clients: 1 }, /lag/],
    [{ motionTables: [] }, /at least one motion table/],
  ])('is told at the call: %#', (options, text) => {
    expect(() => createStepper(options as StepperOptions)).toThrow(text);
  });

  it('of bounds and waiting is told at the call', () => {
    const kit = newKit();
    expect(() => kit.expectConverged({ positon: 1 } as object)).toThrow(/did you mean 'position'/);
    expect(() => kit.expectConverged({ heading: Number.NaN })).toThrow(/differences\.heading: expected/);
    expect(() => kit.settle({ within: -1 })).toThrow(/settle\.within: expected/);
    expect(() => kit.step(0.5)).toThrow(/step: count/);
    expect(() => kit.recording()).toThrow(/record: true/);
    expect(() => kit.join({ name: 'x' } as object)).toThrow(/join.*name/);
  });
});
