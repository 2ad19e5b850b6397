import './style.css';
import './capture.css';
import './time-line.css';
import './play.css';
import { byId } from './hud/element.ts';
import { endLoading, NO_WEBGL, showFailure, showProgress } from './hud/loading.ts';
import { tellFirstPicture } from './first-picture.ts';
import type { Page } from './page.ts';
import { startEarly } from './play/early-worker.ts';
import { FIRST_SCENE, isSceneName, sceneFiles } from './play/scene-files.ts';
import type { JoinedScene, LoadedScene } from './play/scenes.ts';
import { startServer } from './server-link.ts';
import { hasWebGl } from './web-gl.ts';

/** Starts the page: a server at once, beside the graphics, which take longer to load. */
async function start(): Promise<void> {
  const canvas = byId('scene') as HTMLCanvasElement;
  const options = new URLSearchParams(location.search);
  // `?server=ws://localhost:8787` joins a server; `?capture=retail` begins with the sample, `?view=field` with the field; else, `?scene=village`, one plays in a scene.
  const capture = options.get('capture');
  const elsewhere = options.get('server');
  const plays =
    elsewhere !== null || (capture === null && options.get('view') !== 'field' && options.get('scene') !== 'field');
  showProgress(elsewhere === null ? 'Starting the server' : 'Joining the server', 0.15);
  let server = plays ? null : startServer(tellStopped);
  if (plays && elsewhere === null) {
    startEarly();
    // Asked for here, so that it comes beside the code that reads it.
    const wanted = options.get('scene') ?? FIRST_SCENE;
    sceneFiles[isSceneName(wanted) ? wanted : FIRST_SCENE]().catch(() => {});
  }
  showProgress('Loading the graphics', 0.3);
  // Of their own, so that the first sheet and its messages need none of them.
  const code = Promise.all([
    import('./stage.ts'),
    import('./page.ts'),
    import('./tinker.ts'),
    elsewhere !== null
      ? join(elsewhere)
      : plays
        ? firstScene(options.get('scene'), options.get('crowd'))
        : { scene: null, unknown: null },
  ]);
  // `?quality=low`: for slow machines, and for drawing in software.
  const simple = options.get('quality') === 'low';
  // While the code is on its way.
  if (!hasWebGl(canvas, !simple)) {
    showFailure(NO_WEBGL);
    return;
  }
  const [{ createStage }, { Page }, { createTinker }, first] = await code;
  performance.mark('code');
  showProgress('Building the scene', 0.6);
  const startField = () => {
    server ??= startServer(tellStopped);
    return server;
  };
  const page = new Page(createStage(canvas, !simple), canvas, {
    simple,
    startField,
    scene: first.scene,
    crowd: options.get('crowd'),
  });
  if (first.unknown !== null) await page.openScene(first.unknown);
  performance.mark('scene');
  const opening = capture === null ? Promise.resolve() : page.openNamed(capture);
  window.gait = createTinker(page, run(page, canvas, opening));
}

function tellStopped(detail: string): void {
  showFailure({
    title: 'The server has stopped',
    text: 'The worker that moves everybody cannot run in this browser, or has failed.',
    hint: 'Reload the page. It has to be served over http(s); opened as a file it cannot start workers.',
    detail,
  });
}

/** The scene of a server that the address names. @throws JoinError when it cannot be joined. */
async function join(server: string): Promise<{ scene: JoinedScene; unknown: null }> {
  const { joinScene } = await import('./play/joined-scene.ts');
  return { scene: await joinScene(server), unknown: null };
}

/** The scene that the address names, or else the usual one; and the name that it has and the page does not know. */
async function firstScene(
  wanted: string | null,
  crowd: string | null,
): Promise<{ scene: LoadedScene; unknown: string | null }> {
  const { crowdSize, isTouched, loadScene } = await import('./play/scenes.ts');
  if (wanted === null) return { scene: await loadScene(FIRST_SCENE), unknown: null };
  if (isSceneName(wanted)) {
    return { scene: await loadScene(wanted, crowdSize(crowd, isTouched())), unknown: null };
  }
  return { scene: await loadScene(FIRST_SCENE), unknown: wanted };
}

/**
 * Draws frame after frame. The sheet goes when the scene has been drawn; people may come a little later. Answers when
 * everything that is to be there first is there and has been drawn.
 */
function run(page: Page, canvas: HTMLCanvasElement, opening: Promise<void>): Promise<void> {
  return new Promise((ready) => {
    let pictured = false;
    let drawn = false;
    let everybody = false;
    let opened = false;
    let lost = false;
    opening.then(() => {
      opened = true;
    });
    canvas.addEventListener('webglcontextlost', () => {
      lost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      lost = false;
    });
    const { scene } = page.stage;
    const frame = (time: number) => {
      requestAnimationFrame(frame);
      if (lost) return;
      if (drawn && !pictured) {
        // The frame before had everything in it, and is on the screen now.
        pictured = true;
        performance.mark('first-picture');
        endLoading();
        tellFirstPicture();
      }
      // Pictures of half a scene would only hold up its shaders.
      drawn ||= opened && scene.isReady();
      page.frame(time, drawn);
      if (everybody) return;
      const { share } = page.view.readiness;
      if (!drawn) showProgress(opened ? 'Drawing the scene' : 'Reading the capture', 0.7 + 0.3 * share);
      if (!pictured || share < 1) return;
      everybody = true;
      page.view.figures.ready.then(() =>
        scene.executeWhenReady(() => {
          performance.mark('everybody');
          ready();
        }),
      );
    };
    requestAnimationFrame(frame);
  });
}

start().catch((error: unknown) => {
  console.error(error);
  if (error instanceof Error && error.name === 'JoinError') {
    showFailure({
      title: 'The server could not be joined',
      text: 'It is not there, lets nobody in from this page, or is full.',
      hint: 'Start one with “npm run server”, and see that the address after ?server= is the one that it prints.',
      detail: error.message,
    });
    return;
  }
  showFailure({
    title: 'The page could not start',
    text: 'Something went wrong while it was being set up.',
    hint: 'Reload the page; if it stays like this, the lines below say what happened.',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
});
