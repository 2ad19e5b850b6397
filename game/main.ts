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
import type { JoinedScene } from './play/scenes.ts';
import { type ServerLink, startServer } from './server-link.ts';
import { hasWebGl } from './web-gl.ts';

/**
 * Starts the page. In a scene of its own the first picture comes before all else: the scene as it is when nobody is there.
 * Then come people, shadows, panels, and the server in its worker.
 */
async function start(): Promise<void> {
  const canvas = byId('scene') as HTMLCanvasElement;
  const options = new URLSearchParams(location.search);
  // `?server=ws://localhost:8787` joins a server; `?capture=retail` begins with the sample, `?view=field` with the field; else, `?scene=village`, one plays in a scene.
  const capture = options.get('capture');
  const elsewhere = options.get('server');
  const wanted = options.get('scene');
  const crowd = options.get('crowd');
  const plays = elsewhere === null && capture === null && options.get('view') !== 'field' && wanted !== 'field';
  // `?quality=low`: for slow machines, and for drawing in software.
  const simple = options.get('quality') === 'low';
  showProgress(elsewhere === null ? 'Loading the graphics' : 'Joining the server', 0.15);
  // Of its own, so that the first sheet and its messages need none of it.
  const graphics = import('./opening.ts');
  let server: ServerLink | null = null;
  const startField = () => {
    server ??= startServer(tellStopped);
    return server;
  };
  // Asked for here, so that it comes beside the code that reads it.
  if (plays) sceneFiles[wanted !== null && isSceneName(wanted) ? wanted : FIRST_SCENE]().catch(() => {});
  // A capture is drawn when it is read, by all that reads and plays it: until then there is nothing of it to be seen.
  const other = capture === null ? null : loadPage();
  const joined = elsewhere === null ? null : join(elsewhere);
  joined?.catch(() => {});
  // While the code is on its way.
  if (!hasWebGl(canvas, !simple)) {
    showFailure(NO_WEBGL);
    return;
  }
  const { drawFirst, firstScene, openField, openScene, openStage } = await graphics;
  performance.mark('code');
  showProgress('Building the scene', 0.6);
  let opening = openStage(canvas, !simple);
  const own = plays ? await firstScene(wanted, crowd) : null;
  const scene = own?.scene ?? (await joined);
  if (scene === null) openField(opening, canvas);
  else opening = openScene(opening, scene, !simple);
  performance.mark('scene');
  if (other === null) {
    showProgress('Drawing the scene', 0.8);
    await drawFirst(opening.stage, canvas);
    tellPicture();
    if (plays) startEarly();
    else if (scene === null) startField();
  }
  const [{ Page }, { createTinker }] = await (other ?? loadPage());
  const page = new Page(opening, canvas, { simple, startField, scene, crowd });
  if (own !== null && own.unknown !== null) await page.openScene(own.unknown);
  const opened = capture === null ? Promise.resolve() : page.openNamed(capture);
  window.gait = createTinker(page, run(page, canvas, opened, capture === null));
}

function loadPage() {
  return Promise.all([import('./page.ts'), import('./tinker.ts')]);
}

/** The first picture is on the screen. */
function tellPicture(): void {
  performance.mark('first-picture');
  endLoading();
  tellFirstPicture();
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
async function join(server: string): Promise<JoinedScene> {
  const { joinScene } = await import('./play/joined-scene.ts');
  return joinScene(server);
}

/**
 * Draws frame after frame. The sheet goes when the scene has been drawn; people may come a little later. Answers when
 * everything that is to be there first is there and has been drawn.
 *
 * @param pictured Whether there is a picture on the screen already.
 */
function run(page: Page, canvas: HTMLCanvasElement, opening: Promise<void>, pictured: boolean): Promise<void> {
  return new Promise((ready) => {
    let drawn = pictured;
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
      if (lost || page.pictures.isFull) return;
      if (drawn && !pictured) {
        // The frame before had everything in it, and is on the screen now.
        pictured = true;
        tellPicture();
      }
      // Pictures of half a scene would only hold up its shaders.
      drawn ||= opened && scene.isReady();
      page.frame(time, drawn);
      if (everybody) return;
      const { share } = page.view.readiness;
      if (!drawn) showProgress(opened ? 'Drawing the scene' : 'Reading the capture', 0.7 + 0.3 * share);
      if (!pictured || share < 1) return;
      everybody = true;
      Promise.all([page.view.figures.ready, page.enriched]).then(() =>
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
