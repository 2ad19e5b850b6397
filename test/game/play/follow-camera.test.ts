import { describe, expect, it } from 'vitest';
import humanTable from '../../../content/motion-tables/human.json';
import hills from '../../../content/scenes/hills.json';
import stairs from '../../../content/scenes/stairs.json';
import village from '../../../content/scenes/village.json';
import { createIntent } from '../../../game/input/intent.ts';
import { PlayerControl } from '../../../game/input/player-control.ts';
import { FARTHEST, FollowCamera, type Following, NEAREST } from '../../../game/play/follow-camera.ts';
import { seededRandom } from '../../../game/random.ts';
import { createEngine, createSceneGround } from '../../../index.ts';

const ground = createSceneGround(village);
const open = { cast: () => null };
const FRAME = 1 / 60;
const directions = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function body(parts: Partial<Following> = {}): Following {
  return { x: 0, y: -8, z: 0, heading: 0, size: 1, leads: false, ...parts };
}

/** Metres between what the camera looks at and where it is. */
function away({ eye, focus }: FollowCamera): number {
  return Math.hypot(eye.x - focus.x, eye.y - focus.y, eye.z - focus.z);
}

describe('the camera that follows', () => {
  it('stands behind who it follows and looks where they look', () => {
    const camera = new FollowCamera(open, 90);
    camera.update(FRAME, body({ heading: 90 }));
    expect(camera.eye.x).toBeLessThan(-4);
    expect(camera.eye.y).toBeCloseTo(-8, 6);
    expect(camera.eye.z).toBeGreaterThan(camera.focus.z);
    expect(away(camera)).toBeCloseTo(camera.distance, 6);
  });

  it('is turned and zoomed by hand, within limits', () => {
    const camera = new FollowCamera(open, 350);
    camera.turn(20, 500);
    expect(camera.yaw).toBe(10);
    expect(camera.pitch).toBeLessThan(90);
    camera.turn(0, -500);
    expect(camera.pitch).toBeGreaterThan(-60);
    camera.zoom(1000);
    expect(camera.distance).toBe(FARTHEST);
    camera.zoom(0);
    expect(camera.distance).toBe(NEAREST);
  });

  it('turns rigidly with who turns by keys, and gets behind them by and by', () => {
    const camera = new FollowCamera(open, 0);
    camera.turn(30, 0);
    camera.update(FRAME, body({ leads: true }));
    camera.update(FRAME, body({ leads: true, heading: 6 }));
    expect(camera.yaw).toBeCloseTo(36, 6);
    for (let frame = 0; frame < 60 * 6; frame++) camera.update(FRAME, body({ leads: true, heading: 6 }));
    expect(camera.yaw).toBeCloseTo(6, 1);
  });

  it('does not turn by itself while somebody stands, nor ever where motion is reduced', () => {
    const standing = new FollowCamera(open, 0);
    const calm = new FollowCamera(open, 0);
    calm.reducedMotion = true;
    for (const camera of [standing, calm]) camera.turn(50, 0);
    for (let frame = 0; frame < 300; frame++) {
      standing.update(FRAME, body({ heading: 20 }));
      calm.update(FRAME, body({ leads: true, heading: 20 }));
    }
    expect(standing.yaw).toBe(50);
    expect(calm.yaw).toBe(50);
  });

  it.each([
    ['village', village],
    ['stairs', stairs],
    ['hills', hills],
  ])('never has a wall between itself and who it follows, nor is within one: %s', (_name, content) => {
    const scene = createSceneGround(content);
    const engine = createEngine({ motionTables: [humanTable], ground: scene });
    const body = engine.spawn({ x: -3, y: 3, runRate: 1.5 });
    const control = new PlayerControl(engine);
    const random = seededRandom(11);
    const camera = new FollowCamera(scene, 0);
    let looked = 0;
    let pulled = 0;
    for (let step = 0; step < 2400; step++) {
      if (step % 150 === 0) engine.place(body, { x: random() * 24 - 12, y: random() * 24 - 8 });
      const facing = Math.floor(step / 25) * 77;
      control.apply(body, { ...createIntent(), forward: 1, facing: facing % 360 });
      engine.step();
      const { x, y, z, heading } = engine.readFrame(body);
      camera.turn(9, step % 90 < 45 ? 4 : -4);
      if (step % 150 === 0) camera.cut();
      camera.update(1 / 30, { x, y, z, heading, size: 1, leads: step % 200 < 100 });
      // What is put into a wall is moved out by and by.
      if (step % 150 < 15 || z < -3) continue;
      looked++;
      if (camera.shown < camera.distance * 0.9) pulled++;
      const { eye, focus } = camera;
      expect(scene.cast(focus, eye, 0.01)).toBe(null);
      if (camera.shown < 0.3) continue;
      for (const [dx, dy, dz] of [...directions, ...directions.map((way) => way.map((part) => -part))]) {
        expect(scene.cast(eye, { x: eye.x + dx * 0.14, y: eye.y + dy * 0.14, z: eye.z + dz * 0.14 }, 0)).toBe(null);
      }
    }
    expect(looked).toBeGreaterThan(1000);
    expect(pulled).toBeGreaterThan(100);
  });

  it('comes nearer at once where it must, and goes away again gently', () => {
    const camera = new FollowCamera(ground, 0);
    // In front of the wall with the gate, looking along it, then away from it.
    camera.update(FRAME, body({ x: -15, y: 18.5 }));
    camera.yaw = 180;
    camera.update(FRAME, body({ x: -15, y: 18.5 }));
    const near = camera.shown;
    expect(near).toBeLessThan(1.6);
    camera.yaw = 0;
    camera.update(FRAME, body({ x: -15, y: 18.5 }));
    expect(camera.shown).toBeLessThan(near + 1);
    for (let frame = 0; frame < 180; frame++) camera.update(FRAME, body({ x: -15, y: 18.5 }));
    expect(camera.shown).toBeCloseTo(camera.distance, 1);
  });

  it('looks over steps under the feet instead of hopping with them, and cuts where somebody was put', () => {
    const camera = new FollowCamera(open, 0);
    camera.update(FRAME, body());
    const before = camera.focus.z;
    camera.update(FRAME, body({ z: 0.2 }));
    expect(camera.focus.z - before).toBeLessThan(0.1);
    for (let frame = 0; frame < 60; frame++) camera.update(FRAME, body({ z: 0.2 }));
    expect(camera.focus.z - before).toBeCloseTo(0.2, 3);
    camera.cut();
    camera.update(FRAME, body({ z: 9 }));
    expect(camera.focus.z - before).toBeCloseTo(9, 6);
  });
});
