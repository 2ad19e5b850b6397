/** Pictures that may be drawn while the next one is ordered: enough for the graphics never to wait. */
const MOST_AHEAD = 2;

/**
 * Knows how many pictures have been ordered and are not drawn yet. A machine that draws slowly, in software above all, takes
 * orders far ahead: without an end to that the picture shows what was seconds ago, and whatever waits for it waits as long.
 */
export class PictureQueue {
  private readonly context: WebGL2RenderingContext | null;
  private ordered: WebGLSync[] = [];

  /** @param canvas One whose context is made. Of WebGL 1 nothing is known, and nothing waits. */
  constructor(canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('webgl2');
  }

  /** Whether the next picture had better wait. */
  get isFull(): boolean {
    const { context } = this;
    if (context === null) return false;
    if (context.isContextLost()) this.ordered = [];
    const { ordered } = this;
    // They are drawn in their order.
    while (ordered.length > 0 && isDrawn(context, ordered[0])) context.deleteSync(ordered.shift() as WebGLSync);
    return ordered.length >= MOST_AHEAD;
  }

  /** Notes that all of a picture has been ordered. */
  note(): void {
    const { context } = this;
    const fence = context?.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    this.ordered.push(fence);
    // Without it the fence may never be reached.
    context?.flush();
  }
}

function isDrawn(context: WebGL2RenderingContext, fence: WebGLSync): boolean {
  return context.getSyncParameter(fence, context.SYNC_STATUS) === context.SIGNALED;
}
