/**
 * Step 18: drawn by three.js, or by any renderer of yours.
 *
 * `BodySync` says who has come and who is gone, and where to draw the others between the last two steps; the rest is a
 * scene graph. Here without a picture; a page has `new WebGLRenderer({ canvas })` and `renderer.render(scene, camera)`
 * where `scene.updateMatrixWorld()` stands. The scenario is the README's first one: drawn, it ends in the same state.
 */
import { BodySync, createEngine, type GaitWorld, type WorldPlace } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };
import { CapsuleGeometry, ConeGeometry, Mesh, MeshBasicMaterial, type Object3D, Scene, Vector3 } from 'three';

const RADIANS = Math.PI / 180;
const skin = new MeshBasicMaterial({ color: '#b5523b' });
const torso = new CapsuleGeometry(0.3, 1.2).translate(0, 0.9, 0);
const nose = new ConeGeometry(0.1, 0.3).rotateX(-Math.PI / 2).translate(0, 1.6, -0.4);

/** A body to look at; its nose points ahead: along -z, as whatever three.js looks with. */
function createFigure(guid: number): Object3D {
  const figure = new Mesh(torso, skin);
  figure.name = `0x${guid.toString(16)}`;
  return figure.add(new Mesh(nose, skin));
}

/** Gait's x east, y north, z up are three.js's x, -z, y; compass degrees go clockwise, three.js's radians the other way. */
function placeFigure(figure: Object3D, { x, y, z, heading }: Readonly<WorldPlace>): void {
  figure.position.set(x, z, -y);
  figure.rotation.y = -heading * RADIANS;
}

/** Keeps a figure in the scene for each body. */
function showBodies(scene: Scene, world: GaitWorld): BodySync<Object3D> {
  return new BodySync<Object3D>(world, {
    enter: ({ guid }) => {
      const figure = createFigure(guid);
      scene.add(figure);
      return figure;
    },
    place: placeFigure,
    leave: (figure) => figure.removeFromParent(),
  });
}

const gait = createEngine({ motionTables: [human] });
const guard = gait.spawn({ x: 0, y: 0 });
const thief = gait.spawn({ x: 10, y: 25, runRate: 1.5 });
gait.moveTo(thief, { x: 10, y: 60 });
gait.moveTo(guard, { target: thief }, { canCharge: true });

const scene = new Scene();
const figures = showBodies(scene, gait.world);
// Sixty pictures a second, thirty steps: every other picture lies between two steps.
for (let frame = 0; frame <= 60 * 30; frame++) {
  gait.update(frame / 60);
  figures.update(gait.alpha);
  scene.updateMatrixWorld();
}

const { x, y, z } = figures.views.get(thief)?.getWorldPosition(new Vector3()) ?? new Vector3();
console.log(
  `${scene.children.length} figures; the thief is drawn at ${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)}`,
);
console.log('state', gait.hash());
gait.despawn(thief);
figures.update(gait.alpha);
console.log(`without the thief: ${scene.children.length}`);
