import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import { toScene } from '../systems/render/axes.ts';

/** A point or direction in world terms: east, north, up. */
export type Corner = readonly [x: number, y: number, z: number];

/** Red, green and blue, 0 to 1. */
export type Tint = readonly [red: number, green: number, blue: number];

const WHITE: Tint = [1, 1, 1];

/**
 * Collects flat faces given in world terms, and makes the vertices of a mesh of them. All sides of what is built face
 * outwards whatever the order of their corners.
 */
export class Surface {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly uvs: number[] = [];
  private readonly colours: number[] = [];
  private readonly indices: number[] = [];
  private readonly scratch = new Vector3();

  /** How many triangles there are. */
  get triangles(): number {
    return this.indices.length / 3;
  }

  /**
   * Adds a convex face.
   *
   * @param corners In order around it.
   * @param outwards A direction to the side that is seen; the face's own normal is worked out.
   * @param tints Colours of the corners, or one for all.
   */
  face(corners: readonly Corner[], outwards: Corner, tints: Tint | readonly Tint[] = WHITE): void {
    const normal = normalOf(corners, outwards);
    const first = this.positions.length / 3;
    const [across, along] = axesOf(normal);
    corners.forEach((corner, index) => {
      const tint = typeof tints[0] === 'number' ? (tints as Tint) : (tints as readonly Tint[])[index];
      this.vertex(corner, normal, dot(corner, across), dot(corner, along), tint);
    });
    for (let index = 2; index < corners.length; index++) {
      this.triangle(corners, first, 0, index - 1, index, normal);
    }
  }

  /** Adds a vertex with a normal of its own. @returns Its number. */
  vertex(corner: Corner, normal: Corner, u: number, v: number, tint: Tint = WHITE): number {
    toScene(...corner, this.scratch).toArray(this.positions, this.positions.length);
    toScene(...normal, this.scratch).toArray(this.normals, this.normals.length);
    this.uvs.push(u, v);
    this.colours.push(...tint, 1);
    return this.positions.length / 3 - 1;
  }

  /** Adds a triangle of vertices whose numbers run counter-clockwise seen from above, in world terms. */
  join(a: number, b: number, c: number): void {
    // Babylon.js, left-handed, sees the front of what runs the other way round; so does the swap of the axes.
    this.indices.push(a, b, c);
  }

  /** What is collected, as a mesh takes it. */
  data(): VertexData {
    const data = new VertexData();
    data.positions = this.positions;
    data.normals = this.normals;
    data.uvs = this.uvs;
    data.colors = this.colours;
    data.indices = this.indices;
    return data;
  }

  private triangle(corners: readonly Corner[], first: number, a: number, b: number, c: number, normal: Corner): void {
    const turn = dot(cross(minus(corners[b], corners[a]), minus(corners[c], corners[a])), normal);
    if (turn > 0) this.indices.push(first + a, first + b, first + c);
    else this.indices.push(first + a, first + c, first + b);
  }
}

/** The unit normal of a flat face, on the side of a direction. */
function normalOf(corners: readonly Corner[], outwards: Corner): Corner {
  // Of all corners: some faces have two that are the same.
  let normal: Corner = [0, 0, 0];
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    normal = plus(normal, cross(corner, next));
  });
  const length = Math.hypot(...normal);
  if (!(length > 1e-9)) return outwards;
  const sign = dot(normal, outwards) < 0 ? -1 : 1;
  return [(sign * normal[0]) / length, (sign * normal[1]) / length, (sign * normal[2]) / length];
}

/** Two directions in a face along which its picture lies, so that bricks lie level: across, and up or north. */
function axesOf(normal: Corner): [Corner, Corner] {
  if (Math.abs(normal[2]) > 0.9) {
    return [
      [1, 0, 0],
      [0, 1, 0],
    ];
  }
  const level = Math.hypot(normal[0], normal[1]);
  const across: Corner = [-normal[1] / level, normal[0] / level, 0];
  return [across, cross(normal, across)];
}

function dot(a: Corner, b: Corner): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Corner, b: Corner): Corner {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function minus(a: Corner, b: Corner): Corner {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function plus(a: Corner, b: Corner): Corner {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
