import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';

/** Colour at the horizon. */
export const HORIZON = '#dfe9ee';

/** From the horizon (0) up to the zenith (1). */
const GRADIENT: readonly [height: number, colour: Color3][] = [
  [0, Color3.FromHexString(HORIZON)],
  [0.08, Color3.FromHexString('#cfe0ec')],
  [0.3, Color3.FromHexString('#93bde2')],
  [1, Color3.FromHexString('#3f78b8')],
];

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
  const dome = CreateSphere('sky', { diameter: 300, segments: 24, sideOrientation: Mesh.BACKSIDE }, scene);
  const positions = dome.getVerticesData(VertexBuffer.PositionKind) ?? [];
  const colours = new Float32Array((positions.length / 3) * 4);
  const colour = new Color3();
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    colourAt(positions[vertex * 3 + 1] / 150, colour);
    colours.set([colour.r, colour.g, colour.b, 1], vertex * 4);
  }
  dome.setVerticesData(VertexBuffer.ColorKind, colours);
  // A few lines: to make a usual material's shader of its hundreds would hold up the first picture.
  const sources = { vertexSource: VERTEX, fragmentSource: FRAGMENT };
  const inputs = { attributes: ['position', 'color'], uniforms: ['worldViewProjection'] };
  const material = new ShaderMaterial('sky', scene, sources, inputs);
  dome.material = material;
  dome.infiniteDistance = true;
  dome.isPickable = false;
  dome.applyFog = false;
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
