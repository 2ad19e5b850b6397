import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { StillLook } from './still-look.ts';

const VERTEX = `precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 uv;
attribute vec4 color;
attribute vec4 world0;
attribute vec4 world1;
attribute vec4 world2;
attribute vec4 world3;
attribute vec4 instanceColor;
uniform mat4 world;
uniform mat4 view;
uniform mat4 viewProjection;
uniform vec4 scales;
uniform float brightest;
uniform vec3 skyDirection;
uniform vec3 skyColour;
uniform vec3 groundColour;
uniform vec3 sunDirection;
uniform vec3 sunColour;
uniform vec2 fogReach;
varying vec4 places;
varying vec3 light;
varying float clear;
void main() {
  mat4 whole = world * mat4(world0, world1, world2, world3);
  mat3 turn = mat3(whole);
  vec3 across = normal / vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2]));
  vec3 upright = normalize(turn * across);
  vec3 fromSky = mix(groundColour, skyColour, 0.5 + 0.5 * dot(upright, skyDirection));
  vec3 fromSun = sunColour * max(0.0, dot(upright, sunDirection));
  light = min((fromSky + fromSun) / brightest, 1.0) * color.rgb * instanceColor.rgb;
  places = vec4(uv, uv) * scales;
  vec4 place = whole * vec4(position, 1.0);
  clear = clamp((fogReach.y - length((view * place).xyz)) / (fogReach.y - fogReach.x), 0.0, 1.0);
  gl_Position = viewProjection * place;
}`;

const FRAGMENT = `precision highp float;
uniform sampler2D picture;
uniform sampler2D times;
uniform vec3 fogColour;
varying vec4 places;
varying vec3 light;
varying float clear;
void main() {
  vec3 colour = texture2D(picture, places.xy).rgb * texture2D(times, places.zw).rgb * light;
  gl_FragColor = vec4(mix(fogColour, colour, clear), 1.0);
}`;

const options = {
  attributes: ['position', 'normal', 'uv', 'color'],
  uniforms: [
    'world',
    'view',
    'viewProjection',
    'scales',
    'brightest',
    'skyDirection',
    'skyColour',
    'groundColour',
    'sunDirection',
    'sunColour',
    'fogReach',
    'fogColour',
  ],
  samplers: ['picture', 'times'],
};

/**
 * What stands still as the first picture has it: a picture times another one, in the light of sky and sun, in haze, without
 * shadows. It looks as the usual material does without shadows, but is a tenth of its shader, for which the first picture
 * would wait: most of that time would go to making it, where graphics are drawn in software.
 *
 * Light and haze are worked out at corners, so no triangle may be large where haze begins. For meshes with normals, places
 * in pictures, colours, and thin instances with colours.
 */
export function earlyMaterial(scene: Scene, { name, picture, times, brightest = 1 }: StillLook): ShaderMaterial {
  const material = new ShaderMaterial(name, scene, { vertexSource: VERTEX, fragmentSource: FRAGMENT }, options);
  material.setTexture('picture', picture);
  material.setTexture('times', times);
  material.setVector4('scales', new Vector4(picture.uScale, picture.vScale, times.uScale, times.vScale));
  material.setFloat('brightest', brightest);
  for (const light of scene.lights) {
    const colour = light.diffuse.scale(light.intensity);
    if (light instanceof HemisphericLight) {
      material.setVector3('skyDirection', Vector3.Normalize(light.direction));
      material.setColor3('skyColour', colour);
      material.setColor3('groundColour', light.groundColor.scale(light.intensity));
    } else if (light instanceof DirectionalLight) {
      material.setVector3('sunDirection', Vector3.Normalize(light.direction).negate());
      material.setColor3('sunColour', colour);
    }
  }
  material.setVector2('fogReach', { x: scene.fogStart, y: scene.fogEnd });
  material.setColor3('fogColour', scene.fogColor);
  return material;
}
