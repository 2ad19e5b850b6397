import { readFileSync } from 'node:fs';
import { type Animation, type Document, NodeIO } from '@gltf-transform/core';
import { describe, expect, test } from 'vitest';
import { modelFiles, models } from '../../content/make-models.ts';
import humanMap from '../../content/models/human.json' with { type: 'json' };
import wolfMap from '../../content/models/wolf.json' with { type: 'json' };
import humanTable from '../../content/motion-tables/human.json' with { type: 'json' };
import wolfTable from '../../content/motion-tables/wolf.json' with { type: 'json' };
import { parseMotionTable } from '../../index.ts';
import { parseModelMap } from '../../systems/render/model-map.ts';

const names = Object.keys(models) as (keyof typeof models)[];
const tables = { human: humanTable, wolf: wolfTable };
const maps = { human: humanMap, wolf: wolfMap };
const file = (path: string): Uint8Array => readFileSync(new URL(`../../content/${path}`, import.meta.url));
const documents = new Map<string, Promise<Document>>();

function documentOf(name: string): Promise<Document> {
  let document = documents.get(name);
  if (document === undefined) {
    document = new NodeIO().readBinary(file(`models/${name}.glb`));
    documents.set(name, document);
  }
  return document;
}

describe.each(names)('the model of our %s', (name) => {
  test('is, byte for byte, what the scripts make', async () => {
    for (const [path, bytes] of Object.entries(await modelFiles(name))) {
      expect(Buffer.compare(bytes, file(path)), path).toBe(0);
    }
  }, 120_000);

  test('is small', () => {
    expect(file(`models/${name}.glb`).length).toBeLessThan(400_000);
  });

  test('goes with a motion table that passes the check of content', () => {
    expect(parseMotionTable(tables[name]).name).toBe(parseModelMap(maps[name]).motionTable);
  });

  test('shows every animation of its motion table, with clips of the same length', async () => {
    const clips = new Map(
      (await documentOf(name))
        .getRoot()
        .listAnimations()
        .map((clip) => [clip.getName(), clip]),
    );
    const map = parseModelMap(maps[name]);
    const shown = new Map(map.clips.map((entry) => [entry.animation, entry]));
    for (const { id, frames } of tables[name].animations) {
      const entry = shown.get(id);
      expect(entry, `animation ${id}`).toBeDefined();
      if (entry?.between !== undefined) {
        for (const end of entry.between) expect(clips.has(end), end).toBe(true);
        continue;
      }
      const clip = clips.get(entry?.clip ?? '');
      expect(clip, `the clip of animation ${id}`).toBeDefined();
      const seconds = lengthOf(clip as Animation);
      // A clip that does not move is a single pose.
      if (seconds > 0) expect(seconds, entry?.clip).toBeCloseTo(frames / 30, 5);
    }
    for (const { backwards } of map.clips) if (backwards !== undefined) expect(clips.has(backwards)).toBe(true);
  });

  test('has loops that end as they start', async () => {
    const map = parseModelMap(maps[name]);
    const clipOf = new Map(map.clips.map(({ animation, clip }) => [animation, clip]));
    const loops = new Set(tables[name].cycles.map(({ anims }) => clipOf.get(anims[0].anim)));
    expect(loops.size).toBeGreaterThan(8);
    for (const clip of (await documentOf(name)).getRoot().listAnimations()) {
      if (!loops.has(clip.getName())) continue;
      for (const channel of clip.listChannels()) {
        const output = channel.getSampler()?.getOutput();
        const first = output?.getElement(0, []) ?? [];
        const last = output?.getElement(output.getCount() - 1, []) ?? [];
        const alike = first.reduce((sum, value, part) => sum + value * last[part], 0) < 0 ? -1 : 1;
        const apart = Math.max(...first.map((value, part) => Math.abs(value - alike * last[part])));
        expect(apart, `${clip.getName()}, ${channel.getTargetNode()?.getName()}`).toBeLessThan(2e-4);
      }
    }
  });

  test('has links that begin and end where the loops that they join start', async () => {
    const document = await documentOf(name);
    const map = parseModelMap(maps[name]);
    const clipOf = new Map(map.clips.map(({ animation, clip }) => [animation, clip]));
    const { cycles, links, defaultStyle } = tables[name];
    const loopOf = new Map(cycles.map(({ style, motion, anims }) => [`${style}/${motion}`, clipOf.get(anims[0].anim)]));
    let compared = 0;
    for (const { style, from, to, anims } of links) {
      const own = clipOf.get(anims[0].anim);
      const [start, end] = [loopOf.get(`${style}/${from}`), loopOf.get(`${style}/${to}`)];
      // Links made of two poses are so by their making; with raised fists the peaceful links are played.
      if (own === undefined || start === undefined || style !== defaultStyle) continue;
      expectAlike(document, [own, 'start'], [start, 'start']);
      // An action goes back to where it came from.
      expectAlike(document, [own, 'end'], [end ?? start, 'start']);
      compared++;
    }
    expect(compared).toBeGreaterThan(8);
  });

  test('holds each vertex by bones whose weights sum to 1, and has no triangle of no size', async () => {
    const [mesh] = (await documentOf(name)).getRoot().listMeshes();
    const [primitive] = mesh.listPrimitives();
    const weights = primitive.getAttribute('WEIGHTS_0')?.getArray() ?? [];
    expect(weights.length).toBeGreaterThan(4000);
    for (let at = 0; at < weights.length; at += 4) {
      expect(weights[at] + weights[at + 1] + weights[at + 2] + weights[at + 3]).toBe(255);
    }
    const positions = primitive.getAttribute('POSITION');
    const indices = primitive.getIndices()?.getArray() ?? [];
    const at = (index: number): number[] => positions?.getElement(index, []) ?? [];
    for (let triangle = 0; triangle < indices.length; triangle += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => at(indices[triangle + corner]));
      const [u, v] = [b, c].map((other) => other.map((value, axis) => value - a[axis]));
      const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      expect(Math.hypot(...cross)).toBeGreaterThan(0);
    }
  });

  test('has its soles on the ground and is as tall as its bodies', async () => {
    const [mesh] = (await documentOf(name)).getRoot().listMeshes();
    const [, low] = mesh.listPrimitives()[0].getAttribute('POSITION')?.getMin([]) ?? [];
    const [, high] = mesh.listPrimitives()[0].getAttribute('POSITION')?.getMax([]) ?? [];
    expect(Math.abs(low)).toBeLessThan(0.012);
    expect(high).toBeGreaterThan({ human: 1.74, wolf: 1 }[name]);
    expect(high).toBeLessThan({ human: 1.82, wolf: 1.15 }[name]);
  });
});

function lengthOf(clip: Animation): number {
  return Math.max(...clip.listSamplers().map((sampler) => sampler.getInput()?.getMax([])[0] ?? 0));
}

type End = [clip: string, end: 'start' | 'end'];

/** The rotation or place of a node at an end of a clip; without a channel, as the file has it at rest. */
function valueAt(document: Document, [name, end]: End, node: string, path: 'rotation' | 'translation'): number[] {
  const clip = document
    .getRoot()
    .listAnimations()
    .find((one) => one.getName() === name);
  const channel = clip
    ?.listChannels()
    .find((one) => one.getTargetNode()?.getName() === node && one.getTargetPath() === path);
  const output = channel?.getSampler()?.getOutput();
  if (output) return output.getElement(end === 'start' ? 0 : output.getCount() - 1, []);
  const target = document
    .getRoot()
    .listNodes()
    .find((one) => one.getName() === node);
  return (path === 'rotation' ? target?.getRotation() : target?.getTranslation()) ?? [];
}

function expectAlike(document: Document, a: End, b: End): void {
  for (const joint of document.getRoot().listSkins()[0].listJoints()) {
    const name = joint.getName();
    const [p, q] = [a, b].map((end) => valueAt(document, end, name, 'rotation'));
    const cosine = Math.abs(p.reduce((sum, value, part) => sum + value * q[part], 0));
    // What moves by less than half a degree is left out of a clip.
    expect(2 * Math.acos(Math.min(1, cosine)) * (180 / Math.PI), `${a} to ${b}: ${name}`).toBeLessThan(1);
  }
}
