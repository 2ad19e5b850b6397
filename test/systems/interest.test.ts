import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine, type EngineOptions, MotionCommand } from '../../index.ts';
import { PeerView } from '../../systems/peer-view.ts';
import { motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { NetworkRig } from '../support/network-rig.ts';
import { type ReadMessage, takeSent } from '../support/server-messages.ts';

const ME = 0x50000001;
const NPC = 0x50000010;
const { WalkForward, TurnRight } = MotionCommand;

function newServer(options: Partial<EngineOptions> = {}): Engine {
  return createEngine({ motionTables: [motionTable('humanoid')], role: 'server', ...options });
}

/** A server with a player at the origin, and the inbox of its peer. */
function newViewer(options: Partial<EngineOptions> = {}) {
  const engine = newServer(options);
  const me = engine.spawn({ guid: ME });
  const inbox = new Inbox();
  engine.connect(inbox, { player: me });
  return { engine, me, inbox };
}

const guidsOf = (messages: ReadMessage[], name: string) =>
  messages.filter((message) => message.name === name).map(({ guid }) => guid);

describe('what a peer is told of', () => {
  it('are its player first, then the bodies within 96 m of it', () => {
    const { engine, inbox } = newViewer();
    for (const [index, x] of [10, 95, 97, 300].entries()) engine.spawn({ guid: NPC + index, x });
    engine.step();
    const messages = takeSent(inbox);
    expect(messages[0]).toMatchObject({ name: 'PlayerCreate', guid: ME });
    expect(guidsOf(messages, 'ObjectCreate')).toEqual([ME, NPC, NPC + 1]);
  });

  it('is everything for a peer without a player', () => {
    const engine = newServer();
    for (let index = 0; index < 4; index++) engine.spawn({ guid: NPC + index, x: 1000 * index });
    const inbox = new Inbox();
    engine.connect(inbox);
    engine.step();
    const messages = takeSent(inbox);
    expect(guidsOf(messages, 'PlayerCreate')).toEqual([]);
    expect(guidsOf(messages, 'ObjectCreate')).toHaveLength(4);
  });

  it('is everything with an endless range', () => {
    const { engine, inbox } = newViewer({ interest: { range: Number.POSITIVE_INFINITY } });
    engine.spawn({ guid: NPC, x: 9999 });
    engine.step();
    expect(guidsOf(takeSent(inbox), 'ObjectCreate')).toEqual([ME, NPC]);
  });

  it('is measured from the viewer, and the player is in range wherever it is', () => {
    const engine = newServer();
    const me = engine.spawn({ guid: ME });
    const scout = engine.spawn({ guid: NPC, x: 500 });
    engine.spawn({ guid: NPC + 1, x: 10 });
    engine.spawn({ guid: NPC + 2, x: 520 });
    const inbox = new Inbox();
    engine.connect(inbox, { player: me, viewer: scout });
    engine.step();
    expect(guidsOf(takeSent(inbox), 'ObjectCreate')).toEqual([ME, NPC, NPC + 2]);
  });

  it('are new bodies at once when they are in range, and others not at all', () => {
    const { engine, inbox } = newViewer();
    engine.step(3);
    takeSent(inbox);
    const near = engine.spawn({ guid: NPC, x: 20 });
    const far = engine.spawn({ guid: NPC + 1, x: 200 });
    engine.step();
    engine.moveTo(near, { x: 30, y: 0 });
    engine.moveTo(far, { x: 210, y: 0 });
    engine.step(40);
    engine.despawn(near);
    engine.despawn(far);
    const messages = takeSent(inbox);
    expect(new Set(messages.map(({ guid }) => guid))).toEqual(new Set([NPC]));
    expect(guidsOf(messages, 'ObjectDelete')).toEqual([NPC]);
  });

  it('comes with all of its state: place, movement, stamps, and its velocity when it flies', () => {
    const { engine, me, inbox } = newViewer();
    const walker = engine.spawn({ guid: NPC, x: 300, y: 4 });
    engine.step(2);
    engine.moveTo(walker, { x: 300, y: 90 });
    engine.jump(engine.spawn({ guid: NPC + 1, x: 310 }), 1);
    engine.step(10);
    takeSent(inbox);
    engine.teleport(me, { x: 290, y: 0 });
    engine.step();
    const messages = takeSent(inbox);
    const create = messages.find(({ name, guid }) => name === 'ObjectCreate' && guid === NPC)?.record.objectCreate;
    const { stamps } = engine.world.components;
    expect(create?.physics.movement).toMatchObject({ type: 7 });
    expect(create?.physics.position.y).toBeCloseTo(engine.readFrame(walker).y, 4);
    expect(create?.physics.stamps[8]).toBe(stamps.u16[walker * StampsU16.row + StampsU16.instance]);
    expect(guidsOf(messages, 'VectorUpdate')).toEqual([NPC + 1]);
  });

  it('is a body that walks into range, within half a second, and until it is 16 m beyond', () => {
    const { engine, inbox } = newViewer();
    const walker = engine.spawn({ guid: NPC, x: 104, heading: 270, runRate: 3 });
    engine.step(5);
    expect(guidsOf(takeSent(inbox), 'ObjectCreate')).toEqual([ME]);
    engine.setMotion(walker, MotionCommand.RunForward, { speed: 3 });
    let met = 0;
    while (met === 0 && engine.readFrame(walker).x > 80) {
      engine.step();
      if (guidsOf(takeSent(inbox), 'ObjectCreate').length > 0) met = engine.readFrame(walker).x;
    }
    expect(met).toBeLessThanOrEqual(96);
    expect(met).toBeGreaterThan(96 - 12 * 0.5 - 0.5);
    engine.stop(walker);
    engine.place(walker, { x: 111, y: 0 });
    engine.step(30);
    expect(guidsOf(takeSent(inbox), 'ObjectDelete')).toEqual([]);
    engine.place(walker, { x: 113, y: 0 });
    engine.step(30);
    const gone = takeSent(inbox).filter(({ name }) => name === 'ObjectDelete');
    expect(gone.map(({ guid, record }) => [guid, record.objectDelete?.instanceStamp])).toEqual([[NPC, 1]]);
  });

  it('changes at once when the viewer, or the other, is teleported', () => {
    const { engine, me, inbox } = newViewer();
    const npc = engine.spawn({ guid: NPC, x: 300 });
    engine.spawn({ guid: NPC + 1, x: 5 });
    engine.step(4);
    takeSent(inbox);
    engine.teleport(me, { x: 290, y: 0 });
    engine.step();
    const there = takeSent(inbox);
    expect(guidsOf(there, 'ObjectCreate')).toEqual([NPC]);
    expect(guidsOf(there, 'ObjectDelete')).toEqual([NPC + 1]);
    engine.teleport(npc, { x: 900, y: 0 });
    engine.step();
    expect(guidsOf(takeSent(inbox), 'ObjectDelete')).toEqual([NPC]);
  });

  it('goes by incarnation: an id that is used again is not known', () => {
    const { engine, inbox } = newViewer();
    const first = engine.spawn({ guid: NPC, x: 10 });
    engine.step(2);
    engine.despawn(first);
    const second = engine.spawn({ guid: NPC + 1, x: 500 });
    expect(second).toBe(first);
    takeSent(inbox);
    engine.moveTo(second, { x: 510, y: 0 });
    engine.step(40);
    expect(takeSent(inbox)).toEqual([]);
  });

  it('stays as it is while the viewer is out of the world', () => {
    const { engine, me, inbox } = newViewer();
    engine.spawn({ guid: NPC, x: 10 });
    engine.spawn({ guid: NPC + 1, x: 500 });
    engine.step(2);
    engine.despawn(me);
    takeSent(inbox);
    engine.step(40);
    expect(takeSent(inbox).filter(({ name }) => name.startsWith('Object'))).toEqual([]);
  });

  it('grows with the world', () => {
    const { engine, inbox } = newViewer({ capacity: 2 });
    for (let index = 0; index < 40; index++) engine.spawn({ guid: NPC + index, x: index });
    engine.step();
    expect(guidsOf(takeSent(inbox), 'ObjectCreate')).toHaveLength(41);
  });
});

describe('a body that leaves and comes back', () => {
  /** Ticks at which its creation is told, counted from when it comes back after `away` seconds. */
  function creations(away: number): number[] {
    const { engine, inbox } = newViewer();
    const npc = engine.spawn({ guid: NPC, x: 10 });
    engine.step(2);
    engine.teleport(npc, { x: 500, y: 0 });
    engine.step(30 * away);
    engine.teleport(npc, { x: 10, y: 0 });
    takeSent(inbox);
    const ticks: number[] = [];
    for (let tick = 0; tick < 300; tick++) {
      engine.step();
      if (guidsOf(takeSent(inbox), 'ObjectCreate').includes(NPC)) ticks.push(tick);
    }
    return ticks;
  }

  it('is told again later, for the deletion may still be on its way', () => {
    const [first, second, third, ...more] = creations(1);
    expect(first).toBe(0);
    expect([Math.round(second / 30), Math.round(third / 30)]).toEqual([2, 6]);
    expect(more).toEqual([]);
  });

  it('after ten seconds is told once', () => {
    expect(creations(11)).toEqual([0]);
  });

  it('is where a client has it, however its deletion and its creation overtook each other', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const rig = new NetworkRig({ conditions: { latency: 0.1, jitter: 0.08, loss: 0.15, reorder: 0.4, seed } });
      const npc = rig.spawn(NPC, { x: 10 });
      const client = rig.join(ME);
      rig.step(60);
      for (let round = 0; round < 3; round++) {
        rig.server.teleport(npc, { x: 500, y: 0 });
        rig.step(2);
        rig.server.teleport(npc, { x: 10 + round, y: 0 });
        rig.step(2);
      }
      rig.step(280);
      expect(rig.apart(NPC, client.engine)).toBeLessThan(0.06);
    }
  });
});

describe('the places of a moving body', () => {
  it('go out five times a second in the nearest third, half as often in the second, once a second beyond', () => {
    const { engine, inbox } = newViewer();
    const turners = [10, 50, 90].map((x, index) => engine.spawn({ guid: NPC + index, x }));
    engine.step(2);
    for (const entity of turners) engine.setMotion(entity, TurnRight);
    engine.step(30);
    takeSent(inbox);
    engine.step(300);
    const messages = takeSent(inbox).filter(({ name }) => name === 'UpdatePosition');
    const counts = turners.map((_, index) => messages.filter(({ guid }) => guid === NPC + index).length);
    expect(counts[0]).toBeGreaterThanOrEqual(48);
    expect(counts[0]).toBeLessThanOrEqual(51);
    expect(Math.abs(counts[1] - counts[0] / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(counts[2] - counts[0] / 5)).toBeLessThanOrEqual(1);
  });

  it('when it has stopped are told to all that know it', () => {
    const { engine, inbox } = newViewer();
    const walker = engine.spawn({ guid: NPC, x: 90 });
    engine.step(2);
    engine.setMotion(walker, WalkForward);
    engine.step(60);
    engine.stop(walker);
    engine.step(150);
    const places = takeSent(inbox).filter(({ name, guid }) => name === 'UpdatePosition' && guid === NPC);
    expect(places.at(-1)?.record.updatePosition.pack.y).toBeCloseTo(engine.readFrame(walker).y, 4);
  });

  it('do not go to the player that moves itself, and do while the server moves it', () => {
    const rig = new NetworkRig();
    const client = rig.join(ME);
    rig.step(20);
    client.engine.setMotion(client.player(), WalkForward);
    rig.step(10);
    const { u16 } = client.engine.world.components.stamps;
    const position = client.player() * StampsU16.row + StampsU16.position;
    const before = u16[position];
    rig.step(90);
    expect(u16[position]).toBe(before);
    rig.server.moveTo(rig.server.entityOf(ME), { x: 20, y: 20 });
    rig.step(30);
    expect(u16[position]).not.toBe(before);
  });
});

describe('a peer that joins late', () => {
  it('sees everybody where they are and doing what they do', () => {
    const rig = new NetworkRig();
    const walker = rig.spawn(NPC, { x: 4 });
    const turner = rig.spawn(NPC + 1, { x: 8 });
    rig.server.moveTo(walker, { x: 4, y: 60 });
    rig.server.setMotion(turner, TurnRight);
    rig.step(200);
    const client = rig.join(ME);
    rig.step(4);
    expect(rig.apart(NPC, client.engine)).toBeLessThan(0.5);
    expect(client.engine.readMoveTo(client.engine.entityOf(NPC)).type).toBe(7);
    expect(client.engine.readMotion(client.engine.entityOf(NPC + 1)).turnCommand).toBe(TurnRight);
    rig.step(900);
    expect(rig.apart(NPC, client.engine)).toBeLessThan(0.06);
  });

  it('and comes again with the world that it had sees it as it is now, and is where its body is', () => {
    const rig = new NetworkRig();
    const npc = rig.spawn(NPC, { x: 4 });
    const client = rig.join(ME);
    rig.step(30);
    client.leave();
    rig.step(10);
    rig.server.place(npc, { x: 12, y: 30 });
    rig.server.moveTo(npc, { x: 12, y: 60 });
    client.engine.setMotion(client.player(), WalkForward);
    rig.step(100);
    for (let tick = 0; tick < 60; tick++) client.engine.step();
    expect(rig.apart(ME, client.engine)).toBeGreaterThan(5);
    const again = rig.join(ME, {}, client.engine);
    rig.step(3);
    expect(rig.apart(ME, again.engine)).toBeLessThan(0.4);
    rig.step(600);
    again.engine.clearMotion(again.player(), WalkForward);
    rig.step(300);
    expect(rig.apart(NPC, again.engine)).toBeLessThan(0.06);
    expect(rig.apart(ME, again.engine)).toBeLessThan(0.01);
    expect(rig.told.filter(({ type }) => type === 'putBack')).toEqual([]);
  });
});

describe('the work of interest', () => {
  it('looks at each pair of a peer and a body twice a second, not in every step', () => {
    const engine = newServer({ capacity: 256 });
    const peers = 20;
    const bodies = 200;
    for (let index = 0; index < bodies; index++) engine.spawn({ x: (index % 20) * 40, y: Math.floor(index / 20) * 40 });
    for (let index = 0; index < peers; index++) engine.connect(new Inbox(), { player: index + 1 });
    engine.step(2);
    const looks = vi.spyOn(PeerView.prototype, 'bandFor');
    const perStep: number[] = [];
    for (let tick = 0; tick < 30; tick++) {
      looks.mockClear();
      engine.step();
      perStep.push(looks.mock.calls.length);
    }
    looks.mockRestore();
    expect(perStep.reduce((sum, count) => sum + count)).toBe(2 * peers * bodies);
    expect(Math.max(...perStep)).toBeLessThanOrEqual(2 * bodies);
  });
});
