import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files, format } from '../../../content/make-human.ts';
import motionTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import poses from '../../../content/poses/human.json' with { type: 'json' };
import { MotionCommand, parseMotionTable } from '../../../index.ts';
import { Joint, POSE_CELLS, type PoseContent, PoseSet, samplePose } from '../../../systems/render/poses.ts';

const keyed = (tracks: Record<string, number[]>, loop = false): PoseContent => ({
  name: 'test',
  substates: [],
  clips: [{ animation: 1, frames: 10, loop, tracks }],
});

function valueAt(content: PoseContent, joint: number, phase: number): number {
  const clip = new PoseSet(content).clip(1, 0);
  const pose = new Float64Array(POSE_CELLS);
  if (clip) samplePose(clip, phase, pose);
  return pose[joint];
}

describe('our human’s content', () => {
  test.each(Object.keys(files))('%s is what the scripts make', (path) => {
    expect(readFileSync(new URL(`../../../content/${path}`, import.meta.url), 'utf8')).toBe(format(files[path]));
  });

  test('the motion table passes the check of content', () => {
    expect(parseMotionTable(motionTable).name).toBe('human');
  });

  test('the paces are the retail human’s', () => {
    const paceOf = (motion: number) => motionTable.cycles.filter((cycle) => cycle.motion === motion);
    expect(paceOf(MotionCommand.WalkForward).map(({ velocity }) => velocity)).toEqual([
      [0, 3.12, 0],
      [0, 3.12, 0],
    ]);
    expect(paceOf(MotionCommand.RunForward).map(({ velocity }) => velocity)).toEqual([
      [0, 4, 0],
      [0, 4, 0],
    ]);
    expect(paceOf(MotionCommand.SideStepRight).map(({ velocity }) => velocity)).toEqual([
      [1.25, 0, 0],
      [1.25, 0, 0],
    ]);
    expect(paceOf(MotionCommand.TurnRight).map(({ omega }) => omega)).toEqual([
      [0, 0, -1.5],
      [0, 0, -1.5],
    ]);
  });

  test('every animation of the motion table has a clip of the same length', () => {
    const framesOf = new Map(poses.clips.map(({ animation, frames }) => [animation, frames]));
    expect(motionTable.animations.map(({ id }) => [id, framesOf.get(id)])).toEqual(
      motionTable.animations.map(({ id, frames }) => [id, frames]),
    );
  });

  test('links begin and end where the loops that they join start, so nothing jumps', () => {
    const set = new PoseSet(poses);
    const start = (animation: number, phase: number) => {
      const pose = new Float64Array(POSE_CELLS);
      const clip = set.clip(animation, 0);
      if (clip) samplePose(clip, phase, pose);
      return pose;
    };
    const loops = new Map(motionTable.cycles.map(({ style, motion, anims }) => [`${style}/${motion}`, anims[0].anim]));
    const joined = motionTable.links.filter(
      ({ style, from, to }) => loops.has(`${style}/${from}`) && loops.has(`${style}/${to}`),
    );
    expect(joined.length).toBeGreaterThan(20);
    for (const { style, from, to, anims } of joined) {
      const fromLoop = loops.get(`${style}/${from}`) as number;
      const toLoop = loops.get(`${style}/${to}`) as number;
      // The guard's links to gaits are the peaceful ones: they begin at ease.
      if (style === motionTable.defaultStyle) expectNear(start(anims[0].anim, 0), start(fromLoop, 0));
      if (style === motionTable.defaultStyle || to !== MotionCommand.Ready) {
        expectNear(start(anims[0].anim, 1), start(toLoop, 0));
      }
    }
  });
});

function expectNear(pose: Float64Array, other: Float64Array): void {
  expect(Math.max(...pose.map((value, cell) => Math.abs(value - other[cell])))).toBeLessThan(0.11);
}

describe('poses', () => {
  test('go through their keys, which are spread evenly', () => {
    const content = keyed({ head: [0, 10, 4] });
    expect([0, 0.5, 1].map((phase) => valueAt(content, Joint.head, phase))).toEqual([0, 10, 4]);
  });

  test('that do not loop stay at their ends', () => {
    const content = keyed({ head: [3, 10] });
    expect(valueAt(content, Joint.head, -1)).toBe(3);
    expect(valueAt(content, Joint.head, 7)).toBe(10);
  });

  test('that loop go on from the last key to the first without a corner', () => {
    const content = keyed({ head: [0, 8, 0, -8] }, true);
    expect(valueAt(content, Joint.head, 1)).toBe(0);
    expect(valueAt(content, Joint.head, 1.25)).toBe(8);
    const step = 1e-4;
    const before = valueAt(content, Joint.head, 1) - valueAt(content, Joint.head, 1 - step);
    const after = valueAt(content, Joint.head, 1 + step) - valueAt(content, Joint.head, 1);
    expect(after / before).toBeCloseTo(1, 2);
  });

  test('hold one value throughout, and leave other joints straight', () => {
    const content = keyed({ elbowLeft: [30] });
    expect(valueAt(content, Joint.elbowLeft, 0.7)).toBe(30);
    expect(valueAt(content, Joint.elbowRight, 0.7)).toBe(0);
  });

  test('of an unknown animation are those of the substate', () => {
    const set = new PoseSet(poses);
    expect(set.clip(999, MotionCommand.WalkForward)).toBe(set.clip(2, 0));
    expect(set.clip(999, MotionCommand.Sleeping)).toBeUndefined();
  });

  test.each([
    [keyed({ tail: [1] }), /no joint 'tail'/],
    [keyed({ head: [] }), /animation 1, head: expected a list of finite numbers/],
    [keyed({ head: [0, Number.NaN] }), /expected a list of finite numbers/],
    [{ ...keyed({}), substates: [[5, 6]] }, /substate 5 has no clip 6/],
    [{ ...keyed({}), clips: [...keyed({}).clips, ...keyed({}).clips] }, /animation 1: is there twice/],
  ])('that cannot be used are refused by name (%#)', (content, message) => {
    expect(() => new PoseSet(content)).toThrow(message);
  });
});
