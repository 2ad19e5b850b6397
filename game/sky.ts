import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { DrawOrder } from './draw-order.ts';

/** Colour at the horizon. */
export const HORIZON = '#dfe9ee';

/** From the horizon (0) up to the zenith (1). */
const GRADIENT: readonly [height: number, colour: Color3][] = [
  [0, Color3.FromHexString(HORIZON)],
  [0.08, Color3.FromHexString('#cfe0ec')],
  [0.3, Color3.FromHexString('#93bde2')],
  [1, Color3.FromHexString('#3f78b8')],
];

/** Metres from the middle of the dome to its sides. */
const RADIUS = 150;
const COLUMNS = 24;
/** Heights of the dome's rings, from straight below to straight above: denser where colours change. */
const RINGS = [-1, -0.5, 0, 0.04, 0.08, 0.13, 0.19, 0.3, 0.42, 0.55, 0.68, 0.8, 0.9, 0.97, 1];

const VERTEX = `precision highp float;
attribute vec3 position;
attribute vec4 color;
uniform mat4 worldViewProjection;
varying vec3 shade;
void main() {
  shade = color.rgb;
  gl_Position = worldViewProjection * vec4(position, 1.0);
}`;

const FRAGMENT = `precision highp float;
varying vec3 shade;
void main() {
  gl_FragColor = vec4(shade, 1.0);
}`;

/** A dome with a gradient, painted on its vertices: no texture. */
export function createSky(scene: Scene): void {
  const dome = new Mesh('sky', scene);
  domeData().applyToMesh(dome);
  // A few lines: to make a usual material's shader of its hundreds would hold up the first picture.
  const sources = { vertexSource: VERTEX, fragmentSource: FRAGMENT };
  const inputs = { attributes: ['position', 'color'], uniforms: ['worldViewProjection'] };
  const material = new ShaderMaterial('sky', scene, sources, inputs);
  // Few triangles, all around whoever looks.
  material.backFaceCulling = false;
  dome.material = material;
  dome.alphaIndex = DrawOrder.sky;
  dome.infiniteDistance = true;
  dome.alwaysSelectAsActiveMesh = true;
  dome.isPickable = false;
  dome.applyFog = false;
}

function domeData(): VertexData {
  const positions: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  const colour = new Color3();
  RINGS.forEach((height, ring) => {
    const reach = Math.sqrt(1 - height * height) * RADIUS;
    colourAt(height, colour);
    for (let column = 0; column < COLUMNS; column++) {
      const angle = (2 * Math.PI * column) / COLUMNS;
      positions.push(Math.cos(angle) * reach, height * RADIUS, Math.sin(angle) * reach);
      colors.push(colour.r, colour.g, colour.b, 1);
      if (ring === 0) continue;
      const [here, next] = [ring * COLUMNS + column, ring * COLUMNS + ((column + 1) % COLUMNS)];
      indices.push(here, next, here - COLUMNS, next, next - COLUMNS, here - COLUMNS);
    }
  });
  const data = new VertexData();
  Object.assign(data, { positions, colors, indices });
  return data;
}

function colourAt(height: number, out: Color3): void {
  const at = Math.max(0, height);
  const above = Math.max(
    1,
    GRADIENT.findIndex(([limit]) => limit >= at),
  );
  const [low, from] = GRADIENT[above - 1];
  const [high, to] = GRADIENT[above];
  Color3.LerpToRef(from, to, (at - low) / (high - low), out);
}
