import { FrameF64 } from '../../components/frame.ts';
import { describe, expect, it } from 'vitest';
import { createEngine, createLoopback, type GaitWorld } from '../../index.ts';
import { motionTable } from '../support/engines.ts';

describe('a server that goes back to a snapshot', () => {
  it('takes its peers along: bodies are where it has them, and those that came after the snapshot are gone', () => {
    const motionTables = [motionTable('humanoid')];
    const server = createEngine({ motionTables, role: 'server' });
    const client = createEngine({ motionTables });
    const [serverEnd, clientEnd] = createLoopback();
    server.connect(serverEnd);
    client.connect(clientEnd);
    const run = (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) {
        server.step();
        client.step();
      }
    };
    const walker = server.spawn({ guid: 7, x: 3 });
    run(10);
    const bytes = server.snapshot();
    server.moveTo(walker, { x: 3, y: 30 });
    server.spawn({ guid: 8, x: 9 });
    run(120);
    expect(client.readFrame(client.entityOf(7)).y).toBeGreaterThan(5);

    server.restore(bytes);
    run(60);
    expect(client.entityOf(8)).toBe(0);
    expect(client.readFrame(client.entityOf(7)).y).toBeCloseTo(server.readFrame(server.entityOf(7)).y, 1);
    server.moveTo(server.entityOf(7), { x: 3, y: 12 });
    run(300);
    expect(client.readFrame(client.entityOf(7)).y).toBeCloseTo(server.readFrame(server.entityOf(7)).y, 1);
    expect(server.readFrame(server.entityOf(7)).y).toBeGreaterThan(11);
  });
});

describe('an engine whose ground is broken', () => {
  function run(sweep: (world: GaitWorld, entity: number) => boolean): { errors: string[]; x: number } {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], ground: { sweep, heightAt: () => 0 } });
    const errors: string[] = [];
    engine.on('handlerError', ({ type }) => errors.push(type));
    const body = engine.spawn();
    engine.moveTo(body, { x: 5, y: 5 });
    engine.step(60);
    return { errors, x: engine.readFrame(body).x };
  }

  it('goes on when a sweep throws, and tells it', () => {
    const { errors, x } = run(() => {
      throw new Error('no ground');
    });
    expect(errors).toContain('ground');
    expect(Number.isFinite(x)).toBe(true);
  });

  it('lets no place in that is no number', () => {
    const { errors, x } = run((world, entity) => {
      world.components.frame.f64[entity * FrameF64.row + FrameF64.x] = Number.NaN;
      return true;
    });
    expect(errors).toContain('ground');
    expect(Number.isFinite(x)).toBe(true);
  });
});
