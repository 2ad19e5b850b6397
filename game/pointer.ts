/** What a pointer does to the picture beside turning the camera. Places in CSS pixels from its upper left corner. */
export interface PointerActions {
  tap(x: number, y: number): void;
  doubleTap(x: number, y: number): void;
}

/** A press that moves farther (pixels) or lasts longer (milliseconds) turns the camera. */
const STILL = 9;
const SHORT = 400;
/** A second tap within this time (milliseconds) and distance (pixels) makes two. */
const DOUBLE_TIME = 350;
const DOUBLE_DISTANCE = 32;

/** Tells taps and double taps of mouse, pen and finger from drags. */
export function watchPointer(canvas: HTMLCanvasElement, actions: PointerActions): void {
  let down: { x: number; y: number; at: number; id: number } | null = null;
  let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY, timeStamp, pointerId, isPrimary, button }) => {
    // A second finger makes it a pinch.
    down = isPrimary && button === 0 ? { x: offsetX, y: offsetY, at: timeStamp, id: pointerId } : null;
  });
  canvas.addEventListener('pointercancel', () => {
    down = null;
  });
  canvas.addEventListener('pointerup', ({ offsetX: x, offsetY: y, timeStamp, pointerId }) => {
    const start = down;
    down = null;
    if (start === null || start.id !== pointerId) return;
    if (timeStamp - start.at > SHORT || Math.hypot(x - start.x, y - start.y) > STILL) return;
    if (timeStamp - last.at < DOUBLE_TIME && Math.hypot(x - last.x, y - last.y) < DOUBLE_DISTANCE) {
      last = { x, y, at: Number.NEGATIVE_INFINITY };
      actions.doubleTap(x, y);
      return;
    }
    last = { x, y, at: timeStamp };
    actions.tap(x, y);
  });
}
