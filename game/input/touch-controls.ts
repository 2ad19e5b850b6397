import { element } from '../hud/element.ts';
import type { Action } from './actions.ts';
import type { PlayerInput } from './player-input.ts';
import { pushOfFinger } from './stick.ts';

/** Pixels from the stick's middle at which it is pushed fully. */
const REACH = 46;

/** A stick and buttons for thumbs, on screens that are touched. */
export interface TouchControls {
  readonly root: HTMLElement;
  /** Shows whether the player runs, and how far a jump is charged (0 to 1; null: none is). */
  show(runs: boolean, charge: number | null): void;
}

const seconds = (event: Event): number => event.timeStamp / 1000;

/**
 * Makes the controls: the stick says where to go as seen by the camera, a little push walks, a full one runs; the jump is
 * charged while its button is held. None of them scrolls or zooms the page.
 */
export function createTouchControls(input: PlayerInput): TouchControls {
  const { root: stick } = createStick(input);
  const jump = createHoldButton(input, 'jump', 'Jump');
  const gait = element('button', { type: 'button', class: 'touch-button gait' }, 'Run');
  gait.addEventListener('click', () => {
    input.runs = !input.runs;
  });
  const root = element(
    'div',
    { class: 'touch-controls' },
    stick,
    element('div', { class: 'touch-buttons' }, gait, jump),
  );
  // Long presses select or call nothing.
  root.addEventListener('contextmenu', (event) => event.preventDefault());
  return {
    root,
    show(runs, charge) {
      const text = runs ? 'Run' : 'Walk';
      if (gait.textContent !== text) gait.textContent = text;
      gait.setAttribute('aria-label', `Gait: ${text}`);
      jump.style.setProperty('--charge', String(charge ?? 0));
    },
  };
}

function createStick(input: PlayerInput): { root: HTMLElement } {
  const knob = element('i', { class: 'knob' });
  const root = element('div', { class: 'stick', role: 'application', 'aria-label': 'Stick: push where to go' }, knob);
  let finger: number | null = null;
  const push = (event: PointerEvent) => {
    const { left, top, width, height } = root.getBoundingClientRect();
    const dx = event.clientX - left - width / 2;
    const dy = event.clientY - top - height / 2;
    const { right, up } = pushOfFinger(dx, dy, REACH);
    knob.style.transform = `translate(${right * REACH}px, ${-up * REACH}px)`;
    input.setStick('touch', right, up);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== finger) return;
    finger = null;
    root.classList.remove('held');
    knob.style.transform = '';
    input.setStick('touch', 0, 0);
  };
  root.addEventListener('pointerdown', (event) => {
    if (finger !== null) return;
    event.preventDefault();
    finger = event.pointerId;
    capture(root, finger);
    root.classList.add('held');
    push(event);
  });
  root.addEventListener('pointermove', (event) => {
    if (event.pointerId === finger) push(event);
  });
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', end);
  return { root };
}

/** A button that does something for as long as it is held; the keyboard's Enter and Space tap it. */
function createHoldButton(input: PlayerInput, action: Action, title: string): HTMLButtonElement {
  const button = element('button', { type: 'button', class: `touch-button ${action}` }, title);
  const source = `touch ${action}`;
  const end = (event: Event) => input.release(source, seconds(event));
  button.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    capture(button, event.pointerId);
    input.press(source, action, seconds(event));
  });
  button.addEventListener('pointerup', end);
  button.addEventListener('pointercancel', end);
  button.addEventListener('click', (event) => {
    // Not of a pointer: that has been told already.
    if (event.detail !== 0) return;
    input.press(source, action, seconds(event));
    end(event);
  });
  return button;
}

function capture(target: Element, pointer: number): void {
  try {
    target.setPointerCapture(pointer);
  } catch {
    // The finger has gone by now.
  }
}
