import { TargetF64 } from '../../../../components/target.ts';
import { MoveToF64 } from '../../../../components/move-to.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLoopback, type Engine, MotionCommand } from '../../../../index.ts';
import { smoothPlace } from '../../../../systems/render/index.ts';
import { sketchBody, type SketchLayer } from '../../../../systems/render/inspector/sketch.ts';
import { createMessage, positionMessage } from '../../../support/messages.ts';
import { createHumanEngine } from '../support.ts';
import { RecordedInk } from './recorded-ink.ts';

const LIFT = 0.03;

function sketch(engine: Engine, entity: number, ...layers: SketchLayer[]): RecordedInk {
  const ink = new RecordedInk();
  const place = smoothPlace(engine.world, entity, 1, { x: 0, y: 0, z: 0, heading: 0 });
  sketchBody(engine.world, entity, place, new Set(layers), ink);
  return ink;
}

describe('what is drawn of a body', () => {
  let engine: Engine;
  beforeEach(() => {
    engine = createHumanEngine();
  });

  test('its heading is an arrow at its feet; at rest there is no band', () => {
    const body = engine.spawn({ x: 3, y: -2, heading: 75 });
    const ink = sketch(engine, body, 'heading');
    expect(ink.marks).toHaveLength(1);
    expect(ink.marks[0]).toMatchObject({ kind: 'arrow', at: { x: 3, y: -2, z: LIFT } });
    expect(ink.marks[0].heading).toBeCloseTo(75, 4);
  });

  test('the nodes of a move to a place: a turn to it, then the way up to where it stops, then the last turn', () => {
    const body = engine.spawn({ x: 1, y: 1, heading: 180 });
    engine.moveTo(body, { x: 1, y: 11 }, { distanceToObject: 2, useFinalHeading: true, desiredHeading: 90 });
    const { nodes } = engine.readMoveTo(body);
    expect(nodes.map(({ type }) => type)).toEqual([9, 7, 9]);
    const ink = sketch(engine, body, 'path');
    const [turn, lastTurn] = ink.of('arrow');
    expect(turn.at).toMatchObject({ x: 1, y: 1 });
    expect(turn.heading).toBeCloseTo(nodes[0].heading, 6);
    const [ring] = ink.of('ring');
    expect(ring).toMatchObject({ at: { x: 1, y: 11 }, size: 2 });
    const [way] = ink.of('line');
    expect(way.at).toMatchObject({ x: 1, y: 1 });
    expect(way.to?.x).toBeCloseTo(1, 6);
    expect(way.to?.y).toBeCloseTo(9, 6);
    expect(lastTurn.at.y).toBeCloseTo(9, 6);
    expect(lastTurn.heading).toBeCloseTo(90, 4);
  });

  test('it stops where it was drawn to stop', () => {
    const body = engine.spawn({ heading: 0 });
    engine.moveTo(body, { x: 4, y: 9 }, { distanceToObject: 1 });
    const end = sketch(engine, body, 'path').of('line')[0].to;
    engine.step(600);
    const { x, y } = engine.readFrame(body);
    expect(Math.hypot(x - (end?.x ?? 0), y - (end?.y ?? 0))).toBeLessThan(0.25);
  });

  test('a walker has the band of 20 degrees about its way; the arrow leaves it when it turns aside', () => {
    const body = engine.spawn({ heading: 0 });
    engine.moveTo(body, { x: 0, y: 30 });
    engine.step(30);
    const [wedge] = sketch(engine, body, 'heading').of('wedge');
    expect(wedge.heading).toBeCloseTo(0, 6);
    expect(engine.readMoveTo(body).auxCommand).toBe(0);
    engine.place(body, { x: 0, y: 3, heading: 320 });
    const off = sketch(engine, body, 'heading');
    expect((((off.of('wedge')[0].heading ?? 0) - (off.of('arrow')[0].heading ?? 0) + 540) % 360) - 180).toBeCloseTo(
      40,
      3,
    );
    engine.step();
    expect(engine.readMoveTo(body).auxCommand).toBe(MotionCommand.TurnRight);
  });

  test('who flees looks away from the target, up to the least distance', () => {
    const threat = engine.spawn({ x: 0, y: 5 });
    const body = engine.spawn({ heading: 180 });
    const bodyMoveToRow = body * MoveToF64.row;
    engine.moveTo(body, { target: threat }, { moveAway: true, minDistance: 12, useSpheres: false });
    engine.step(20);
    const ink = sketch(engine, body, 'path', 'heading');
    const { x, y } = engine.readFrame(body);
    const { moveTo } = engine.world.components;
    const away =
      (Math.atan2(
        x - moveTo.f64[bodyMoveToRow + MoveToF64.currentTargetX],
        y - moveTo.f64[bodyMoveToRow + MoveToF64.currentTargetY],
      ) *
        180) /
      Math.PI;
    expect(ink.of('wedge')[0].heading).toBeCloseTo((away + 360) % 360, 3);
    const [ring] = ink.of('ring');
    expect(ring.size).toBeCloseTo(12, 4);
    const end = ink.of('line')[0].to;
    expect(Math.hypot((end?.x ?? 0) - ring.at.x, (end?.y ?? 0) - ring.at.y)).toBeCloseTo(12, 4);
  });

  test('a chaser’s target: where it was last told to be, how far it may move untold, and where it is', () => {
    const prey = engine.spawn({ x: 0, y: 20, heading: 90 });
    const body = engine.spawn({});
    const bodyTargetRow = body * TargetF64.row;
    engine.moveTo(body, { target: prey });
    engine.setMotion(prey, MotionCommand.RunForward);
    engine.step(40);
    const { target } = engine.world.components;
    const ink = sketch(engine, body, 'target');
    const [ring] = ink.of('ring');
    expect([ring.at.x, ring.at.y]).toEqual([
      target.f64[bodyTargetRow + TargetF64.x],
      target.f64[bodyTargetRow + TargetF64.y],
    ]);
    expect(ring.size).toBeCloseTo(Math.max(0.1, target.f64[bodyTargetRow + TargetF64.radius]), 6);
    const [line] = ink.of('line');
    expect(line.to?.x).toBe(engine.readFrame(prey).x);
    expect(line.to?.x).not.toBe(ring.at.x);
  });

  test('the places that it is to go through, in their order', () => {
    const [server, near] = createLoopback();
    engine.connect(near);
    const cell = 0x7d640001;
    const guid = 9;
    server.send(
      createMessage(guid, ({ physics }) => {
        physics.flags = 0x8000;
        Object.assign(physics.position, { cell, x: 10, y: 10, z: 0 });
      }),
    );
    engine.step(2);
    server.send(positionMessage(guid, { cell, x: 10, y: 11, positionStamp: 1 }));
    server.send(positionMessage(guid, { cell, x: 11, y: 12, positionStamp: 2 }));
    engine.step();
    const body = engine.entityOf(guid);
    const origin = engine.readFrame(body);
    const count = engine.readMoveTo(body).interpolationNodes;
    expect(count).toBe(2);
    const ink = sketch(engine, body, 'queue');
    expect(ink.of('dot').map(({ at }) => [at.x - 0x7d * 192, at.y - 0x64 * 192])).toEqual([
      [10, 11],
      [11, 12],
    ]);
    expect(ink.of('line')[0].at.x).toBe(origin.x);
    expect(ink.of('line')[1].at).toEqual(ink.of('dot')[0].at);
  });

  test('what it sticks to, as near as it keeps; its leash with where it holds back and where it ends', () => {
    const partner = engine.spawn({ x: 0, y: 4, radius: 0.5 });
    const body = engine.spawn({ radius: 0.3 });
    engine.stickTo(body, partner);
    engine.constrain(body, { x: 1, y: 0 }, 5, 8);
    const rings = sketch(engine, body, 'ties').of('ring');
    expect(rings.map(({ at, size }) => [at.x, at.y, Number(size?.toFixed(4))])).toEqual([
      [0, 4, 1.1],
      [1, 0, 5],
      [1, 0, 8],
    ]);
  });

  test('its two spheres, and the normal of what it stands on; in the air there is none', () => {
    const body = engine.spawn({ x: 2, radius: 0.4, height: 2 });
    engine.step();
    const ink = sketch(engine, body, 'collision');
    expect(ink.of('ball').map(({ at, size }) => [at.x, at.z, Number(size?.toFixed(4))])).toEqual([
      [2, expect.closeTo(0.4, 5), 0.4],
      [2, expect.closeTo(1.6, 5), 0.4],
    ]);
    const [normal] = ink.of('line');
    expect(normal.to).toEqual({ x: 2, y: 0, z: expect.closeTo(0.8 + LIFT, 5) });
    const flier = engine.spawn({ z: 20, gravity: false });
    engine.step();
    expect(sketch(engine, flier, 'collision').of('line')).toEqual([]);
  });

  test('nothing of what is switched off', () => {
    const body = engine.spawn({});
    engine.moveTo(body, { x: 0, y: 30 });
    expect(sketch(engine, body).marks).toEqual([]);
  });
});
