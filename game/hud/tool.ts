import { element } from './element.ts';

/** Outlines on a square of 24. */
const icons = {
  network: 'M4 9a12 12 0 0 1 16 0M7 12.5a7.5 7.5 0 0 1 10 0M10 16a3 3 0 0 1 4 0M12 19.5v.01',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7l-11 7z',
  stepBack: 'M17 6l-8 6l8 6zM6 6v12',
  stepOn: 'M7 6l8 6l-8 6zM18 6v12',
  markBack: 'M15 6l-6 6l6 6',
  markOn: 'M9 6l6 6l-6 6',
  speed: 'M12 13l4-4M4 18a9 9 0 1 1 16 0',
  follow: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  rings: 'M12 15c5 0 9 1 9 2.5S17 20 12 20s-9-1-9-2.5S7 15 12 15zM12 4v11M9 7l3-3 3 3',
  scenes: 'M3 19l6-11l4 7l3-5l5 9zM17 5v.01',
  inspect: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5L21 21M10.5 8v5M8 10.5h5',
  capture: 'M4 5h16v14H4zM4 9h16M4 15h16M9 5v4M15 5v4M9 15v4M15 15v4',
  back: 'M10 6l-6 6l6 6M4 12h11a5 5 0 0 0 5-5V5',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.01',
} as const;

export type Icon = keyof typeof icons;

/** A button with a picture, a word and its key. */
export interface Tool {
  readonly root: HTMLButtonElement;
  readonly text: HTMLElement;
  /** Shows another picture. */
  draw(icon: Icon): void;
}

/** Makes a button for a toolbar. @param key As the keyboard has it; also told to those who hear the page. */
export function createTool(icon: Icon, title: string, key: string, act: () => void): Tool {
  const text = element('span', {}, title);
  const svg = drawIcon(icon);
  const root = element('button', { type: 'button', onclick: act, 'aria-keyshortcuts': key }, svg, text);
  root.append(element('kbd', { 'aria-hidden': 'true' }, key));
  return { root, text, draw: (other) => svg.firstElementChild?.setAttribute('d', icons[other]) };
}

/** Shows a button that stays down as pressed or not. */
export function press(button: HTMLElement, pressed: boolean): void {
  const value = String(pressed);
  if (button.getAttribute('aria-pressed') !== value) button.setAttribute('aria-pressed', value);
}

function drawIcon(name: Icon): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: '18',
    height: '18',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2.2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}
