import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PATIENCE } from './visit.ts';

/** Opens an empty page in a window of its own, which goes when the page's context is closed. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(drawOneByOne);
  return page;
}

/**
 * In the page: no frame begins before the picture of the last one is finished. A browser that draws in software takes
 * orders for pictures ahead, several seconds of them, and whatever asks for a picture, or leaves the page, waits for all.
 * Every frame that there is goes the page's usual way.
 */
function drawOneByOne(): void {
  const contexts = new Set<WebGL2RenderingContext>();
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...wanted: unknown[]) {
    const context = Reflect.apply(getContext, this, wanted);
    if (context instanceof WebGL2RenderingContext) contexts.add(context);
    return context;
  } as typeof getContext;

  const request = window.requestAnimationFrame.bind(window);
  let callbacks: FrameRequestCallback[] = [];
  let fences: [WebGL2RenderingContext, WebGLSync][] = [];
  const begin = (time: number): void => {
    fences = fences.filter(([context, fence]) => {
      const isPassed = context.getSyncParameter(fence, context.SYNC_STATUS) === context.SIGNALED;
      if (isPassed) context.deleteSync(fence);
      return !isPassed && !context.isContextLost();
    });
    if (fences.length > 0) {
      request(begin);
      return;
    }
    const frame = callbacks;
    callbacks = [];
    // Each on its own: one that throws takes no other along.
    for (const callback of frame) queueMicrotask(() => callback(time));
    queueMicrotask(() => {
      for (const context of contexts) {
        const fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
        if (fence !== null) fences.push([context, fence]);
        context.flush();
      }
    });
  };
  // Nothing in these pages takes a request back: there are no handles.
  window.requestAnimationFrame = (callback) => {
    if (callbacks.push(callback) === 1) request(begin);
    return 0;
  };
}
