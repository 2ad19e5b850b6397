import './style.css';
import { byId } from './hud/element.ts';
import { endLoading, NO_WEBGL, showFailure, showProgress } from './hud/loading.ts';
import type { Page } from './page.ts';
import { startServer } from './server-link.ts';
import { createTinker } from './tinker.ts';

/** Starts the page: the server at once, beside the graphics, which take longer to load. */
async function start(): Promise<void> {
  const canvas = byId('scene') as HTMLCanvasElement;
  if (!hasWebGl()) {
    showFailure(NO_WEBGL);
    return;
  }
  showProgress('Starting the server', 0.15);
  const server = startServer((detail) =>
    showFailure({
      title: 'The server has stopped',
      text: 'The worker that moves everybody cannot run in this browser, or has failed.',
      hint: 'Reload the page. It has to be served over http(s); opened as a file it cannot start workers.',
      detail,
    }),
  );
  showProgress('Loading the graphics', 0.3);
  // Of their own, so that the first sheet and its messages need none of them.
  const [{ createStage }, { Page }] = await Promise.all([import('./stage.ts'), import('./page.ts')]);
  showProgress('Building the scene', 0.6);
  // `?quality=low`: for slow machines, and for drawing in software.
  const simple = new URLSearchParams(location.search).get('quality') === 'low';
  const page = new Page(createStage(canvas, !simple), canvas, server, simple);
  window.gait = createTinker(page, run(page, canvas));
}

/** Draws frame after frame. Answers when everybody is there and has been drawn. */
function run(page: Page, canvas: HTMLCanvasElement): Promise<void> {
  return new Promise((ready) => {
    let everybody = false;
    let lost = false;
    canvas.addEventListener('webglcontextlost', () => {
      lost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      lost = false;
    });
    const frame = (time: number) => {
      requestAnimationFrame(frame);
      if (lost) return;
      page.frame(time);
      if (everybody) return;
      const { present, expected } = page;
      showProgress(`Waiting for people: ${present} of ${expected}`, 0.7 + (0.3 * present) / expected);
      if (present < expected) return;
      page.stage.scene.executeWhenReady(() => {
        endLoading();
        ready();
      });
      everybody = true;
    };
    requestAnimationFrame(frame);
  });
}

function hasWebGl(): boolean {
  try {
    const probe = document.createElement('canvas');
    const context = probe.getContext('webgl2') ?? probe.getContext('webgl');
    // Browsers allow a few contexts only: this one has done its work.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

start().catch((error: unknown) => {
  console.error(error);
  showFailure({
    title: 'The page could not start',
    text: 'Something went wrong while it was being set up.',
    hint: 'Reload the page; if it stays like this, the lines below say what happened.',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
});
