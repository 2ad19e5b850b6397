import { describe, expect, it } from 'vitest';
import { distance, isMoving, listenNpc, newNpcs, stepUntil } from './support.ts';

describe('one who flees', () => {
  it('stands as long as nobody is near, runs when somebody is, and stops where it is safe', () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn({ y: 12 });
    const wolf = engine.spawn();
    const told = listenNpc(engine, npc, 'arrived', 'failed');
    npc.add(sheep, 'flee', { target: engine.guidOf(wolf), radius: 6, safe: 15 });
    engine.step(60);
    expect(npc.status(sheep, 'flee')).toBe('waiting');
    expect(isMoving(engine, sheep)).toBe(false);
    engine.place(wolf, { x: 0, y: 7.5 });
    engine.step(20);
    expect(npc.status(sheep, 'flee')).toBe('active');
    expect(stepUntil(engine, 20, () => told.length > 0)).toBe(true);
    expect(told).toMatchObject([{ type: 'arrived', behaviour: 'flee', target: engine.guidOf(wolf) }]);
    expect(distance(engine, sheep, wolf)).toBeGreaterThanOrEqual(15);
    expect(distance(engine, sheep, wolf)).toBeLessThan(18);
    expect(engine.readFrame(sheep).y).toBeGreaterThan(20);
    engine.step(30);
    expect(npc.status(sheep, 'flee')).toBe('waiting');
    expect(isMoving(engine, sheep)).toBe(false);
  });

  it('keeps ahead of who walks after it, also round corners', () => {
    const { engine, npc } = newNpcs();
    const wolf = engine.spawn({ y: -7 });
    const sheep = engine.spawn({ runRate: 1.5 });
    npc.add(sheep, 'flee', { target: engine.guidOf(wolf), radius: 6, safe: 9 });
    npc.add(wolf, 'chase', { target: engine.guidOf(sheep), run: false });
    let nearest = 100;
    for (let step = 0; step < 900; step++) {
      engine.step();
      if (step > 150) nearest = Math.min(nearest, distance(engine, sheep, wolf));
    }
    expect(nearest).toBeGreaterThan(1.5);
  });

  it('flees from the nearest with a tag', () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn();
    const [left, right] = [engine.spawn({ x: -3 }), engine.spawn({ x: 6 })];
    for (const wolf of [left, right]) npc.tag(wolf, 'wolf');
    npc.add(sheep, 'flee', { tags: 'wolf' });
    engine.step(3);
    expect(npc.components.flee.threat[sheep]).toBe(engine.guidOf(left));
  });

  it('turns back when the danger comes from the other side', () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn();
    const wolf = engine.spawn({ y: -3 });
    npc.add(sheep, 'flee', { target: engine.guidOf(wolf), safe: 20 });
    engine.step(60);
    const { y } = engine.readFrame(sheep);
    expect(y).toBeGreaterThan(2);
    engine.place(wolf, { x: 0, y: y + 4 });
    engine.step(120);
    expect(engine.readFrame(sheep).y).toBeLessThan(y - 2);
  });

  it('goes some way even from who stands in the same place', () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn();
    const wolf = engine.spawn();
    npc.add(sheep, 'flee', { target: engine.guidOf(wolf) });
    engine.step(300);
    expect(distance(engine, sheep, wolf)).toBeGreaterThan(13);
  });

  it('is at peace when the danger leaves the world', () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn();
    const wolf = engine.spawn({ guid: 5, y: 3 });
    npc.add(sheep, 'flee', { target: 5, safe: 50 });
    engine.step(60);
    const told = listenNpc(engine, npc, 'lost');
    engine.despawn(wolf);
    engine.step(15);
    expect(told).toMatchObject([{ behaviour: 'flee', target: 5, reason: 'gone' }]);
    expect(isMoving(engine, sheep)).toBe(false);
    expect(npc.status(sheep, 'flee')).toBe('waiting');
  });

  it("knows the client's player and the players of a server's peers without a tag", () => {
    const { engine, npc } = newNpcs();
    const sheep = engine.spawn();
    npc.add(sheep, 'flee', { tags: 'player' });
    engine.spawn({ x: 3 });
    engine.step(30);
    expect(npc.status(sheep, 'flee')).toBe('waiting');
    const player = engine.spawn({ y: 3, localPlayer: true });
    engine.step(15);
    expect(npc.components.flee.threat[sheep]).toBe(engine.guidOf(player));

    const server = newNpcs({}, { role: 'server' });
    const hare = server.engine.spawn();
    const avatar = server.engine.spawn({ y: 3 });
    server.npc.add(hare, 'flee', { tags: 'player' });
    const transport = { closed: false, send() {}, poll() {}, close() {} };
    server.engine.step(15);
    expect(server.npc.status(hare, 'flee')).toBe('waiting');
    server.engine.connect(transport, { player: avatar });
    server.engine.step(15);
    expect(server.npc.status(hare, 'flee')).toBe('active');
  });
});
