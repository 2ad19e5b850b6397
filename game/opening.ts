import { FollowCamera } from './play/follow-camera.ts';
import {
  crowdSize,
  FIRST_SCENE,
  isSceneName,
  isTouched,
  type LoadedScene,
  loadScene,
  type PlayedScene,
} from './play/scenes.ts';
import { aimCamera, freeCamera, keepLimits, lightAround, startOf } from './play/start-view.ts';
import { Quality } from './quality.ts';
import { SceneView } from './scene-view.ts';
import { createStage, type Stage, startCamera } from './stage.ts';
import { WarmUp } from './warm-up.ts';

/** A scene that is drawn before the page's code is there. */
export interface DrawnScene {
  /** Leaves it, and the camera, to the view that goes on with it. */
  take(): SceneView;
}

/** What is drawn before anybody is there. */
export interface Opening {
  readonly stage: Stage;
  readonly quality: Quality;
  readonly warmUp: WarmUp;
  /** Null: there is no scene of the page's own to begin with. */
  readonly drawn: DrawnScene | null;
}

/**
 * Makes the stage, and has the graphics begin to make the shaders of the first picture: with software for a graphics
 * processor that takes as long as all that is still to be made here, and goes on beside it.
 *
 * @param fine Smooth edges, and sharper pictures on the ground.
 * @throws Error when the canvas has no WebGL.
 */
export function openStage(canvas: HTMLCanvasElement, fine: boolean): Opening {
  const stage = createStage(canvas, fine);
  const quality = new Quality(stage, !fine);
  return { stage, quality, warmUp: new WarmUp(stage), drawn: null };
}

/** Puts the first scene on the stage as the player will see it: all that the first picture shows. */
export function openScene(opening: Opening, { ground }: PlayedScene, fine: boolean): Opening {
  const { stage } = opening;
  opening.warmUp.end();
  stage.setOpen(true);
  stage.setGround(false);
  const view = new SceneView(stage, ground.scene, ground.shapes, fine);
  const start = startOf(ground);
  const follow = new FollowCamera(ground, start.heading);
  follow.update(0, start);
  const putBack = keepLimits(stage.camera);
  freeCamera(stage.camera);
  aimCamera(stage, follow);
  lightAround(stage, follow);
  const take = () => {
    putBack();
    return view;
  };
  return { ...opening, drawn: { take } };
}

/** Puts what stands on the field on the stage, as it is first seen. */
export function openField({ stage, warmUp }: Opening, canvas: HTMLCanvasElement): void {
  warmUp.end();
  stage.setOpen(false);
  stage.setGround(true);
  startCamera(stage.camera, canvas);
}

/** The scene that the address names, or else the usual one; and the name that it has and the page does not know. */
export async function firstScene(
  wanted: string | null,
  crowd: string | null,
): Promise<{ scene: LoadedScene; unknown: string | null }> {
  if (wanted === null) return { scene: await loadScene(FIRST_SCENE), unknown: null };
  if (isSceneName(wanted)) return { scene: await loadScene(wanted, crowdSize(crowd, isTouched())), unknown: null };
  return { scene: await loadScene(FIRST_SCENE), unknown: wanted };
}

/**
 * Draws one picture as soon as all that is in it can be drawn.
 *
 * @returns Fulfilled when it is drawn and on the screen. Nothing else is asked for meanwhile: where graphics are drawn in
 * software, they need all the processor that there is.
 */
export async function drawFirst({ scene }: Stage, canvas: HTMLCanvasElement): Promise<void> {
  while (!scene.isReady()) await passed(0);
  scene.render();
  performance.mark('submitted');
  await drawn(canvas.getContext('webgl2'));
  await new Promise(requestAnimationFrame);
}

/** Fulfilled when all that a context was told to draw is drawn: with software for a graphics processor it is late. */
async function drawn(context: WebGL2RenderingContext | null): Promise<void> {
  const sync = context?.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  if (context === null || sync === null) return;
  context.flush();
  while (context.getSyncParameter(sync, context.SYNC_STATUS) === context.UNSIGNALED) await passed(4);
  context.deleteSync(sync);
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
