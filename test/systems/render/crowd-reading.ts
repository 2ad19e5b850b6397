import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Crowd } from '../../../systems/render/crowd.ts';
import { FADE_CELLS, PLACE_CELLS } from '../../../systems/render/crowd-cells.ts';
import { LEAN_STEP, LEAN_STEPS } from '../../../systems/render/crowd-shader.ts';
import type { Characters, EntityView } from '../../../systems/render/index.ts';
import { BAKED_CELLS } from '../../../systems/render/pose-bake.ts';
import { left } from '../../../systems/render/shown-motion.ts';

/** The crowd that a body is in, and the number of its instance. */
export function instanceOf(characters: Characters, entity: number): { crowd: Crowd; index: number } {
  const view = characters.sync.views.get(entity) as EntityView;
  for (const crowd of characters.crowds.values()) {
    const index = crowd.instances.indexOf(view);
    if (index >= 0) return { crowd, index };
  }
  throw new Error(`body ${entity} is in no crowd`);
}

/** Among the baked rows, the one that the shader takes for an instance. */
export function rowOf({ crowd, index }: { crowd: Crowd; index: number }, alpha: number): number {
  const [row, way, low, span] = crowd.instances.cells.places.subarray(index * PLACE_CELLS + 12);
  const at = row - way * (1 - alpha);
  if (span <= 0) return Math.min(low - span, Math.max(low, at));
  return low + (at - low) - Math.floor((at - low) / span) * span;
}

/** What is left of the clip before, as the shader reckons. */
export function restOf(
  { crowd, index }: { crowd: Crowd; index: number },
  alpha: number,
  fade: number,
  fades = crowd.instances.cells.fades,
): number {
  const age = crowd.instances.timeAt(alpha) - fades[index * FADE_CELLS + 2];
  return fade > 0 ? left(age / fade) : 0;
}

/** Where the joint of a bone is in the scene, reckoned as the shader does for a vertex that lies on it. */
export function jointOf(characters: Characters, entity: number, bone: string, alpha: number): Vector3 {
  const found = instanceOf(characters, entity);
  const { crowd, index } = found;
  const [model] = [...characters.crowds].find(([, one]) => one === crowd) as [
    Parameters<typeof characters.crowds.get>[0],
    Crowd,
  ];
  const { rig } = model;
  const { skin } = rig.meshes[0];
  if (skin === null) throw new Error('the model has no skeleton');
  const number = skin.nodes.findIndex((node) => rig.nodes[node].name === bone);
  const bind = Matrix.FromArray(skin.inverseBinds, number * 16)
    .invert()
    .getTranslation();
  const { cells, slots } = model.bake();

  const pointAt = (row: number): Vector3 => {
    const at = (which: number): Vector3 => {
      const start = (which * slots + skin.slots[number]) * BAKED_CELLS;
      const column = (part: number): number => {
        const [x, y, z, w] = cells.subarray(start + part * 4);
        return bind.x * x + bind.y * y + bind.z * z + w;
      };
      return new Vector3(column(0), column(1), column(2));
    };
    const first = Math.floor(row);
    return row === first ? at(first) : Vector3.Lerp(at(first), at(first + 1), row - first);
  };

  const place = crowd.instances.cells.places.subarray(index * PLACE_CELLS, (index + 1) * PLACE_CELLS);
  const point = pointAt(rowOf(found, alpha));
  for (const fades of [crowd.instances.cells.fades, crowd.instances.cells.olderFades]) {
    const [old, begun] = fades.subarray(index * FADE_CELLS);
    const rest = restOf(found, alpha, model.map.fade, fades);
    if (rest > 0) point.addInPlace(pointAt(old).subtract(pointAt(begun)).scale(rest));
  }
  const leans = crowd.instances.cells.fades[index * FADE_CELLS + 3];
  point.scaleInPlace(place[3]);
  const before = Math.floor(leans / LEAN_STEPS);
  const after = leans - before * LEAN_STEPS;
  const lean = (before + (after - before) * alpha - LEAN_STEPS / 2) * LEAN_STEP;
  const turn = Math.sign(place[8] * place[10] + place[9] * place[11]) || 1;
  const qz = place[8] + (place[10] * turn - place[8]) * alpha;
  const qw = place[9] + (place[11] * turn - place[9]) * alpha;
  const turned = Vector3.TransformCoordinates(
    point,
    Matrix.RotationZ(-lean).multiply(Matrix.RotationY(-2 * Math.atan2(qz, qw))),
  );
  const at = Vector3.Lerp(new Vector3(place[0], place[1], place[2]), new Vector3(place[4], place[5], place[6]), alpha);
  return turned.add(at).add(crowd.meshes[0].position);
}
