import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import type { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { Scene } from '@babylonjs/core/scene.js';
import { drawFarLast } from './draw-order.ts';
import { createGround, type Ground, TILE } from './ground.ts';
import { createScenery } from './scenery.ts';
import { createSky, HORIZON } from './sky.ts';
import { type RichMaterial, StillLooks } from './still-looks.ts';
import { contextOptions } from './web-gl.ts';

/** Colour of the air at the horizon; what is far fades into it. */
const AIR = Color3.FromHexString(HORIZON);

/** Metres around the middle in which shadows fall, and metres from the sun between which something throws them. */
const SHADOW_REACH = 25;
const SHADOW_NEAR = 25;
const SHADOW_FAR = 95;
/** How far surfaces are moved before they are looked up in the shadow map; walls that throw shadows have stripes with less. */
const FIGURE_BIAS = 0.01;
const WALL_BIAS = 0.03;

/** Makes shadows of a light, with maps of so many pixels. */
export type ShadowMaker = (pixels: number, sun: DirectionalLight) => ShadowGenerator;

/** What the first picture does without: its shaders are short, and its code comes first. */
export interface Riches {
  readonly shadows: ShadowMaker;
  readonly material: RichMaterial;
  /** What is written on the field. */
  readonly directions: (scene: Scene) => TransformNode;
}

/** Where the camera is to begin with: radians about the vertical and from the zenith, and metres. */
const CAMERA_START = { alpha: -Math.PI / 2 - 0.3, beta: 1.19, radius: 29 } as const;
/** The same where the picture is tall and narrow: it shows the field from farther away. */
const TALL_START = { ...CAMERA_START, beta: 0.8, radius: 46 } as const;
/** Metres above the ground at which it looks. */
const AIM = 0.9;

/** The scene with what stands still in it: sky, light, camera, and ground for those who ask for it. */
export interface Stage {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly camera: ArcRotateCamera;
  /** What things that stand still look like. */
  readonly looks: StillLooks;
  /** Lets meshes throw shadows on the ground. */
  castShadows(meshes: readonly Mesh[]): void;
  /** The same for what stands still; both count. */
  castStillShadows(meshes: readonly Mesh[]): void;
  /** Shows the stage's own ground, or leaves it to a scene that has one. */
  setGround(visible: boolean): void;
  /** The field with its wood and its directions, or a ground without end for people who are anywhere. */
  setOpen(open: boolean): void;
  /** Has ground and shadows lie around a place, for an open stage: scene coordinates, `y` is the ground's height. */
  setMiddle(x: number, y: number, z: number): void;
  /** Shadow maps of another size, in pixels; 0: no shadows. */
  setShadowSize(pixels: number): void;
  /** Has shadows fall, and bodies shine in the light, from now on. @returns Fulfilled when all that stands still has them. */
  enrich(riches: Riches): Promise<void>;
}

/**
 * Makes the stage on a canvas.
 *
 * @param fine Smooth edges, and a sharp ground far out: much work for a machine that draws in software.
 * @throws Error when the canvas has no WebGL.
 */
export function createStage(canvas: HTMLCanvasElement, fine = true): Stage {
  const engine = new Engine(canvas, fine, contextOptions(fine));
  const scene = new Scene(engine);
  scene.clearColor = Color4.FromColor3(AIR, 1);
  scene.ambientColor = Color3.White();
  scene.fogMode = Scene.FOGMODE_LINEAR;
  scene.fogColor = AIR;
  scene.fogStart = 45;
  scene.fogEnd = 130;
  // Nothing here is picked by Babylon.js (see picking.ts).
  scene.skipPointerMovePicking = true;
  scene.skipPointerDownPicking = true;
  scene.skipPointerUpPicking = true;
  drawFarLast(scene);

  const sky = new HemisphericLight('sky light', new Vector3(0.2, 1, -0.3), scene);
  sky.intensity = 0.72;
  sky.diffuse = Color3.FromHexString('#eaf2ff');
  sky.specular = Color3.Black();
  sky.groundColor = Color3.FromHexString('#8d8574');
  const sun = new DirectionalLight('sun', new Vector3(0.55, -1, 0.45).normalize(), scene);
  sun.position = sun.direction.scale(-60);
  sun.intensity = 0.78;
  sun.diffuse = Color3.FromHexString('#fff1d6');
  sun.specular = Color3.Black();
  sun.autoUpdateExtends = false;
  sun.autoCalcShadowZBounds = false;
  sun.orthoLeft = -SHADOW_REACH;
  sun.orthoRight = SHADOW_REACH;
  sun.orthoTop = SHADOW_REACH;
  sun.orthoBottom = -SHADOW_REACH;
  sun.shadowMinZ = SHADOW_NEAR;
  sun.shadowMaxZ = SHADOW_FAR;

  createSky(scene);
  const camera = createCamera(scene);

  // Made when they are first shown: scenes have grounds of their own.
  let ground: Ground | null = null;
  let wood: TransformNode | null = null;
  let directions: TransformNode | null = null;
  let open = true;
  const middle = new Vector3();
  let wanted = 0;
  let riches: Riches | null = null;
  let shadows: ShadowGenerator | null = null;
  let casters: readonly Mesh[] = [];
  let still: readonly Mesh[] = [];
  const stage: Stage = {
    engine,
    scene,
    camera,
    looks: new StillLooks(scene),
    castShadows(meshes) {
      casters = meshes;
      const list = shadows?.getShadowMap();
      if (list) list.renderList = [...still, ...casters];
    },
    castStillShadows(meshes) {
      still = meshes;
      if (shadows !== null) shadows.normalBias = still.length > 0 ? WALL_BIAS : FIGURE_BIAS;
      stage.castShadows(casters);
    },
    setGround(visible) {
      if (visible && ground === null) {
        ground = createGround(stage);
        ground.mesh.receiveShadows = shadows !== null;
        ground.mesh.position.copyFrom(middle);
        ground.mesh.freezeWorldMatrix();
        if (fine && riches !== null) ground.sharpen();
      }
      if (ground !== null) ground.mesh.isVisible = visible;
    },
    setOpen(on) {
      open = on;
      if (!open) {
        wood ??= createScenery(stage);
        directions ??= riches?.directions(scene) ?? null;
      }
      for (const fixture of [wood, directions]) fixture?.setEnabled(!open);
      stage.setMiddle(0, 0, 0);
    },
    setMiddle(x, y, z) {
      // By whole tiles, so that the lines lie still.
      const [tileX, tileZ] = [Math.round(x / TILE) * TILE, Math.round(z / TILE) * TILE];
      if (middle.x === tileX && middle.y === y && middle.z === tileZ) return;
      middle.set(tileX, y, tileZ);
      ground?.mesh.position.copyFrom(middle);
      ground?.mesh.freezeWorldMatrix();
      sun.position.set(tileX, y, tileZ).addInPlace(sun.direction.scale(-60));
    },
    setShadowSize(pixels) {
      wanted = pixels;
      if (riches === null) return;
      shadows?.dispose();
      shadows = null;
      if (ground !== null) ground.mesh.receiveShadows = pixels > 0;
      if (pixels === 0) return;
      shadows = riches.shadows(pixels, sun);
      shadows.normalBias = still.length > 0 ? WALL_BIAS : FIGURE_BIAS;
      stage.castShadows(casters);
    },
    enrich(made) {
      riches = made;
      for (const light of [sky, sun]) light.specular = Color3.White();
      stage.setShadowSize(wanted);
      if (fine) ground?.sharpen();
      return stage.looks.enrich(made.material);
    },
  };
  return stage;
}

/** Puts a camera where it is to begin with. */
export function startCamera(camera: ArcRotateCamera, canvas: HTMLCanvasElement): void {
  camera.setTarget(new Vector3(0, AIM, 0));
  Object.assign(camera, canvas.clientHeight > canvas.clientWidth ? TALL_START : CAMERA_START);
}

function createCamera(scene: Scene): ArcRotateCamera {
  const { alpha, beta, radius } = CAMERA_START;
  const camera = new ArcRotateCamera('camera', alpha, beta, radius, new Vector3(0, AIM, 0), scene);
  camera.fov = 0.84;
  camera.minZ = 0.2;
  camera.maxZ = 400;
  camera.lowerRadiusLimit = 3;
  camera.upperRadiusLimit = 70;
  camera.lowerBetaLimit = 0.05;
  camera.upperBetaLimit = 1.5;
  camera.wheelDeltaPercentage = 0.02;
  camera.pinchDeltaPercentage = 0.004;
  camera.panningSensibility = 60;
  camera.panningAxis = new Vector3(1, 0, 1);
  camera.angularSensibilityX = 900;
  camera.angularSensibilityY = 900;
  camera.inertia = 0.86;
  return camera;
}
