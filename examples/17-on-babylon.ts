/**
 * Step 17: drawn by Babylon.js.
 *
 * `createCharacters` shows every body of an engine as a rigged model, posed by what its sequence plays. Here without a
 * picture; a page has `new Engine(canvas)` in place of NullEngine, a light, and the model's address (with Vite:
 * `import file from 'gait/models/human.glb?url'`).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createEngine } from 'gait';
import { createCharacters } from 'gait/babylon';
import map from 'gait/models/human.json' with { type: 'json' };
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const engine = new NullEngine();
const scene = new Scene(engine);
new FreeCamera('camera', new Vector3(0, 3, -8), scene);

const gait = createEngine({ motionTables: [human] });
const file = readFileSync(fileURLToPath(import.meta.resolve('gait/models/human.glb')));
const characters = createCharacters(gait, scene, {
  models: [{ map, file }],
  look: () => ({ colours: { top: '#b5523b', hair: '#1f1b1c' } }),
});
await characters.ready;

const walker = gait.spawn({ x: 0, y: 0 });
gait.moveTo(walker, { x: 0, y: 6 });
for (let frame = 0; frame <= 60; frame++) {
  gait.update(frame / 30);
  scene.render();
}
const character = characters.of(walker);
const hand = character?.node('rightHand')?.getAbsolutePosition();
console.log(
  `plays animation ${character?.playing?.animation}; a hand at ${hand?.y.toFixed(1)} m, ${hand?.z.toFixed(0)} m ahead`,
);
characters.dispose();
engine.dispose();
