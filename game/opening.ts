import { FollowCamera } from './play/follow-camera.ts';
import { crowdSize, FIRST_SCENE, isSceneName, isTouched, type LoadedScene, loadScene } from './play/scenes.ts';
import { aimCamera, freeCamera, keepLimits, lightAround, startOf } from './play/start-view.ts';
import { Quality } from './quality.ts';
import { SceneView } from './scene-view.ts';
import { createStage, type Stage } from './stage.ts';

/** A scene that is drawn before the page's code is there. */
export interface DrawnScene {
  readonly scene: LoadedScene;
  /** Leaves it, and the camera, to the view that goes on with it. */
  take(): SceneView;
}

/** What is drawn before anybody is there. */
export interface Opening {
  readonly stage: Stage;
  readonly quality: Quality;
  /** Null: there is no scene of the page's own to begin with. */
  readonly drawn: DrawnScene | null;
}

/**
 * Makes the stage, and draws the first scene on it as the player will see it: all that the first picture shows. People,
 * shadows, panels and the server come after it.
 *
 * @param fine Smooth edges, and sharper pictures on the ground.
 * @throws Error when the canvas has no WebGL.
 */
export function openStage(canvas: HTMLCanvasElement, fine: boolean, scene: LoadedScene | null): Opening {
  const stage = createStage(canvas, fine);
  const quality = new Quality(stage, !fine);
  if (scene === null) return { stage, quality, drawn: null };
  const { ground } = scene;
  stage.setOpen(true);
  stage.setGround(false);
  const view = new SceneView(stage.scene, ground.scene, ground.shapes, fine);
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
  return { stage, quality, drawn: { scene, take } };
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
