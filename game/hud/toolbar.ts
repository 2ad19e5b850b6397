import { element, setText } from './element.ts';

/** What the toolbar shows. */
export interface ToolState {
  readonly badNetwork: boolean;
  readonly paused: boolean;
  readonly speed: number;
  readonly following: boolean;
  readonly rings: boolean;
}

/** What the toolbar does. */
export interface ToolActions {
  network(): void;
  pause(): void;
  speed(): void;
  follow(): void;
  rings(): void;
  help(): void;
}

export interface Toolbar {
  readonly root: HTMLElement;
  show(state: ToolState): void;
}

/** Outlines on a square of 24. */
const icons = {
  network: 'M4 9a12 12 0 0 1 16 0M7 12.5a7.5 7.5 0 0 1 10 0M10 16a3 3 0 0 1 4 0M12 19.5v.01',
  pause: 'M8 5v14M16 5v14',
  speed: 'M12 13l4-4M4 18a9 9 0 1 1 16 0',
  follow: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  rings: 'M12 15c5 0 9 1 9 2.5S17 20 12 20s-9-1-9-2.5S7 15 12 15zM12 4v11M9 7l3-3 3 3',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.01',
} as const;

/** Makes the row of buttons at the bottom. */
export function createToolbar(actions: ToolActions): Toolbar {
  const network = tool('network', 'Bad network', 'N', actions.network);
  network.root.classList.add('network');
  const pause = tool('pause', 'Pause', 'P', actions.pause);
  const speed = tool('speed', 'Speed 1×', '[ ]', actions.speed);
  const follow = tool('follow', 'Follow', 'F', actions.follow);
  const rings = tool('rings', 'Server rings', 'G', actions.rings);
  const help = tool('help', 'Help', 'H', actions.help);
  network.root.title = '200 ms late, 5 % lost, out of order';
  rings.root.title = 'Rings on the ground show where the server has everybody';
  for (const toggle of [network, pause, follow, rings]) toggle.root.setAttribute('aria-pressed', 'false');
  const notice = element('p', { class: 'notice', role: 'status' });
  notice.style.margin = '0';
  notice.hidden = true;
  const bar = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Tools' },
    ...[network, pause, speed, follow, rings, help].map(({ root }) => root),
  );
  return {
    root: element('div', { class: 'tools' }, notice, bar),
    show(state) {
      press(network.root, state.badNetwork);
      press(pause.root, state.paused);
      press(follow.root, state.following);
      press(rings.root, state.rings);
      setText(speed.text, `Speed ${state.speed}×`);
      notice.hidden = !state.badNetwork;
      setText(notice, state.badNetwork ? 'Bad network: 200 ms late, 5 % lost, out of order' : '');
    },
  };
}

function tool(icon: keyof typeof icons, title: string, key: string, act: () => void) {
  const text = element('span', {}, title);
  const root = element('button', { type: 'button', onclick: act, 'aria-keyshortcuts': key }, drawIcon(icon), text);
  root.append(element('kbd', { 'aria-hidden': 'true' }, key));
  return { root, text };
}

function drawIcon(name: keyof typeof icons): SVGSVGElement {
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

function press(button: HTMLElement, pressed: boolean): void {
  const value = String(pressed);
  if (button.getAttribute('aria-pressed') !== value) button.setAttribute('aria-pressed', value);
}
