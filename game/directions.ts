import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { sceneRotation, toScene } from '../systems/render/axes.ts';
import { paintedTexture, sharpen } from './painted-texture.ts';

/** N, E, S and W flat on the ground, readable by who stands in the middle. */
export function writeDirections(scene: Scene): TransformNode {
  const root = new TransformNode('directions', scene);
  const size = 256;
  const away = 22.5;
  ['N', 'E', 'S', 'W'].forEach((letter, quarter) => {
    const texture = paintedTexture(scene, `direction ${letter}`, size, (context) => {
      context.font = 'bold 200px system-ui, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = letter === 'N' ? '#a8442f' : '#5d6b60';
      context.fillText(letter, size / 2, size / 2 + 10);
    });
    texture.hasAlpha = true;
    sharpen(texture);
    const material = new StandardMaterial(`direction ${letter}`, scene);
    material.diffuseTexture = texture;
    material.useAlphaFromDiffuseTexture = true;
    material.specularColor = Color3.Black();
    material.alpha = 0.75;
    material.zOffset = -1;
    const plate = CreateGround(`direction ${letter}`, { width: 3, height: 3 }, scene);
    plate.material = material;
    plate.isPickable = false;
    const heading = quarter * 90;
    const angle = (heading * Math.PI) / 180;
    toScene(Math.sin(angle) * away, Math.cos(angle) * away, 0.01, plate.position);
    plate.rotation.y = sceneRotation(heading);
    plate.parent = root;
    plate.freezeWorldMatrix();
  });
  return root;
}
