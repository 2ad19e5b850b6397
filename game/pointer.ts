/** What a pointer does to the picture beside turning the camera. Places in CSS pixels from its upper left corner. */
export interface PointerActions {
  tap(x: number, y: number): void;
  doubleTap(x: number, y: number): void;
}

/** A press that moves farther (pixels) turns the camera. */
const STILL = 9;
/** A second tap of a finger within this time (milliseconds) and distance (pixels) makes two. */
const DOUBLE_TIME = 400;
const DOUBLE_DISTANCE = 32;

/** Tells taps and double taps of mouse, pen and finger from drags. */
export function watchPointer(canvas: HTMLCanvasElement, actions: PointerActions): void {
  let down: { x: number; y: number; id: number } | null = null;
  let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  let mouse = true;
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY, pointerId, isPrimary, button, pointerType }) => {
    mouse = pointerType === 'mouse';
    // A second finger makes it a pinch.
    down = isPrimary && button === 0 ? { x: offsetX, y: offsetY, id: pointerId } : null;
  });
  canvas.addEventListener('pointercancel', () => {
    down = null;
  });
  canvas.addEventListener('pointerup', ({ offsetX: x, offsetY: y, timeStamp, pointerId }) => {
    const start = down;
    down = null;
    if (start === null || start.id !== pointerId || Math.hypot(x - start.x, y - start.y) > STILL) return;
    if (!mouse && timeStamp - last.at < DOUBLE_TIME && Math.hypot(x - last.x, y - last.y) < DOUBLE_DISTANCE) {
      last = { x, y, at: Number.NEGATIVE_INFINITY };
      actions.doubleTap(x, y);
      return;
    }
    last = { x, y, at: timeStamp };
    actions.tap(x, y);
  });
  // How fast the two clicks of a mouse have to be is set by its owner. Of fingers not every browser tells.
  canvas.addEventListener('dblclick', ({ offsetX, offsetY }) => {
    if (mouse) actions.doubleTap(offsetX, offsetY);
  });
}
