/** What a mouse, a pen or fingers on the picture do to the camera. */
export interface LookActions {
  /** Turns the camera by a drag, in pixels to the right and downwards. */
  turn(dx: number, dy: number): void;
  /** Goes farther away by a factor above 1, nearer below. */
  zoom(factor: number): void;
  /** The mouse begins to turn the player, too, or ends it. */
  mouseTurns(on: boolean): void;
}

/** Pixels that a line of a wheel stands for where a browser counts lines. */
const LINE = 16;
/** How strongly a pixel of a wheel zooms. */
const WHEEL = 0.0012;
const RIGHT_BUTTON = 2;

/**
 * Lets a pointer on the picture turn and zoom the camera: dragged with the left button or one finger; with the right
 * button, or while the pointer is locked, the player turns along; the wheel and two fingers zoom.
 */
export class LookDevice {
  private readonly canvas: HTMLElement;
  private readonly actions: LookActions;
  private readonly pointers = new Map<number, { x: number; y: number; right: boolean }>();
  private readonly ends = new AbortController();
  private turns = false;

  constructor(canvas: HTMLElement, actions: LookActions) {
    this.canvas = canvas;
    this.actions = actions;
    const { signal } = this.ends;
    canvas.addEventListener('pointerdown', (event) => this.down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.up(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.up(event), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    document.addEventListener('pointerlockchange', () => this.tellTurns(), { signal });
    addEventListener('blur', () => this.letGo(), { signal });
  }

  /** Whether the mouse turns the player, too. */
  get mouseTurns(): boolean {
    return this.turns;
  }

  /** Whether the mouse is kept by the picture. */
  get locked(): boolean {
    return document.pointerLockElement === this.canvas;
  }

  /** Keeps the mouse for looking around until Escape, where the browser allows it; or gives it back. */
  toggleLock(): void {
    if (this.locked) {
      document.exitPointerLock();
      return;
    }
    // What it answers differs between browsers; refused is refused.
    const asked: unknown = this.canvas.requestPointerLock?.();
    if (asked instanceof Promise) asked.catch(() => {});
  }

  dispose(): void {
    this.ends.abort();
    this.letGo();
    if (this.locked) document.exitPointerLock();
  }

  private down({ pointerId, clientX: x, clientY: y, button, pointerType }: PointerEvent): void {
    this.pointers.set(pointerId, { x, y, right: button === RIGHT_BUTTON && pointerType === 'mouse' });
    // Drags go on outside of the picture. A pointer that has gone by now cannot be kept.
    if (this.canvas.isConnected && !this.locked) tryCapture(this.canvas, pointerId);
    this.tellTurns();
  }

  private move({ pointerId, clientX: x, clientY: y, movementX, movementY }: PointerEvent): void {
    if (this.locked) {
      this.actions.turn(movementX, movementY);
      return;
    }
    const pointer = this.pointers.get(pointerId);
    if (pointer === undefined) return;
    const before = this.spread();
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    pointer.x = x;
    pointer.y = y;
    if (this.pointers.size === 1) this.actions.turn(dx, dy);
    else if (this.pointers.size === 2 && before > 0) {
      const after = this.spread();
      if (after > 0) this.actions.zoom(before / after);
    }
  }

  private up({ pointerId }: PointerEvent): void {
    this.pointers.delete(pointerId);
    this.tellTurns();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE;
    this.actions.zoom(Math.exp(Math.max(-400, Math.min(400, pixels)) * WHEEL));
  }

  private letGo(): void {
    this.pointers.clear();
    this.tellTurns();
  }

  private tellTurns(): void {
    const turns = this.locked || [...this.pointers.values()].some(({ right }) => right);
    if (turns === this.turns) return;
    this.turns = turns;
    this.actions.mouseTurns(turns);
  }

  /** Pixels between two fingers. */
  private spread(): number {
    const [a, b] = [...this.pointers.values()];
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  }
}

function tryCapture(element: Element, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // It was let go of, or is one that a test has made.
  }
}
