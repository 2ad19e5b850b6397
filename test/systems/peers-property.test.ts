import { StampsU16 } from '../../components/stamps.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Engine, MotionCommand } from '../../index.ts';
import { breaches } from '../support/invariants.ts';
import { NetworkRig, type RigClient } from '../support/network-rig.ts';

const RANGE = 30;
const HYSTERESIS = 8;
const ALICE = 0x50000001;
const BOB = 0x50000002;
const FIRST_NPC = 0x60000000;

/** One thing that a game does, by numbers that are taken as they fit. */
const deed = fc.record({
  what: fc.constantFrom(
    ...['spawn', 'despawn', 'teleport', 'place', 'moveTo', 'chase', 'key', 'key', 'release', 'jump', 'emote'],
    ...['rewind', 'leave', 'watch', 'swap', 'stop'],
  ),
  whom: fc.nat(20),
  x: fc.integer({ min: -60, max: 60 }),
  y: fc.integer({ min: -60, max: 60 }),
  steps: fc.integer({ min: 0, max: 20 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

const keys = [MotionCommand.WalkForward, MotionCommand.TurnRight, MotionCommand.SideStepLeft] as const;

class Game {
  readonly rig = new NetworkRig({ server: { interest: { range: RANGE, hysteresis: HYSTERESIS }, capacity: 2 } });
  readonly players: RigClient[];
  watchers: RigClient[] = [];
  private npcs = 0;
  private snapshot: Uint8Array | null = null;

  constructor() {
    this.players = [this.rig.join(ALICE), this.rig.join(BOB, { x: 4 })];
    this.rig.step(5);
  }

  do({ what, whom, x, y }: Deed): void {
    const { server } = this.rig;
    const bodies = server.entities();
    const body = bodies[whom % bodies.length];
    const isPlayer = [ALICE, BOB].includes(server.guidOf(body));
    const { engine, player } = this.players[whom % 2];
    const entity = player();
    switch (what) {
      case 'spawn':
        if (bodies.length < 12) server.spawn({ guid: FIRST_NPC + (this.npcs++ % 9), x, y });
        break;
      case 'despawn':
        if (!isPlayer) server.despawn(body);
        break;
      case 'teleport':
        server.teleport(body, { x, y });
        break;
      case 'place':
        if (!isPlayer) server.place(body, { x, y });
        break;
      case 'moveTo':
        server.moveTo(body, { x, y });
        break;
      case 'chase':
        server.moveTo(body, { target: bodies[(whom + 1) % bodies.length] }, { canCharge: true });
        break;
      case 'key':
        if (entity !== 0) engine.setMotion(entity, keys[Math.abs(x) % keys.length]);
        break;
      case 'release':
        if (entity !== 0) engine.clearMotion(entity, keys[Math.abs(x) % keys.length]);
        break;
      case 'jump':
        if (entity !== 0) engine.jump(entity, 0.5);
        break;
      case 'emote':
        if (entity !== 0) engine.setMotion(entity, MotionCommand.Wave);
        break;
      case 'rewind':
        if (this.snapshot !== null && whom % 2 === 0) server.restore(this.snapshot);
        else this.snapshot = server.snapshot();
        break;
      case 'leave':
        this.watchers.pop()?.leave();
        break;
      case 'watch':
        if (this.watchers.length < 2) this.watchers.push(this.rig.join(0));
        break;
      case 'swap':
        if (whom % 4 === 0) this.reconnect(whom % 2);
        break;
      default:
        server.stop(body);
    }
  }

  /** A player comes back with a world of its own that is as good as new. */
  private reconnect(index: number): void {
    const { guid } = this.players[index];
    this.players[index].leave();
    this.rig.step(2);
    if (this.rig.server.entityOf(guid) !== 0) this.players[index] = this.rig.join(guid);
  }
}

/** What a client may and must know, and that it has it where the server has it. */
function expectKnowledge(server: Engine, client: RigClient): void {
  const centre = client.guid === 0 ? null : server.readFrame(server.entityOf(client.guid));
  for (const entity of server.entities()) {
    const guid = server.guidOf(entity);
    const frame = server.readFrame(entity);
    const away = centre === null ? 0 : Math.hypot(frame.x - centre.x, frame.y - centre.y, frame.z - centre.z);
    const here = client.engine.entityOf(guid);
    if (away <= RANGE) expect(here, `0x${guid.toString(16)} is ${away} m away and not known`).not.toBe(0);
    if (away > RANGE + HYSTERESIS) expect(here, `0x${guid.toString(16)} is ${away} m away and known`).toBe(0);
    if (here === 0) continue;
    const seen = client.engine.readFrame(here);
    const apart = Math.hypot(seen.x - frame.x, seen.y - frame.y, seen.z - frame.z);
    expect(apart, `0x${guid.toString(16)} is seen elsewhere`).toBeLessThan(0.06);
    const instances = [server, client.engine].map(
      ({ world }, at) => world.components.stamps.u16[[entity, here][at] * StampsU16.row + StampsU16.instance],
    );
    expect(instances[1]).toBe(instances[0]);
  }
  for (const entity of client.engine.entities()) {
    expect(server.entityOf(client.engine.guidOf(entity)), 'a body that is not there any more').not.toBe(0);
  }
}

describe('whatever a game does', () => {
  it('every client knows what is in its range and nothing else, where the server has it, when all is quiet', () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 5, maxLength: 40, size: 'max' }), (deeds) => {
        const game = new Game();
        const { rig } = game;
        for (const what of deeds) {
          game.do(what);
          rig.step(what.steps);
        }
        for (const { engine, player } of game.players) if (player() !== 0) engine.stop(player());
        rig.step(30);
        for (const entity of rig.server.entities()) rig.server.stop(entity);
        rig.step(200);
        for (const client of [...game.players, ...game.watchers]) {
          expectKnowledge(rig.server, client);
          expect(breaches(client.engine.world)).toEqual([]);
        }
        expect(breaches(rig.server.world)).toEqual([]);
      }),
      { seed: 20134, numRuns: 30 },
    );
  }, 120_000);
});
