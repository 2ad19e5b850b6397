import type { Page } from 'playwright-core';

/**
 * Has a page of ours that is not the demo draw one picture after the other, as the demo itself does (game/picture-queue.ts):
 * whatever asks for a picture, or leaves the page, waits for all that have been ordered.
 */
export async function drawOneByOne(page: Page): Promise<void> {
  await page.addInitScript(gateFrames);
}

/** In the page: no frame begins before the picture of the last one is finished. Every frame goes the page's usual way. */
function gateFrames(): void {
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
