import { element, setText } from '../hud/element.ts';
import { createTool, press } from '../hud/tool.ts';

/** What the tools show. */
export interface PlayState {
  readonly badNetwork: boolean;
  readonly rings: boolean;
  readonly paused: boolean;
  readonly autoruns: boolean;
}

/** What the tools do. */
export interface PlayActions {
  scenes(): void;
  network(): void;
  rings(): void;
  pause(): void;
  inspect(): void;
  captures(): void;
  help(): void;
}

/** What stands around the picture of the play view. */
export interface PlayHud {
  readonly root: HTMLElement;
  readonly panel: HTMLDetailsElement;
  show(state: PlayState): void;
  /** Says something in passing for a few seconds; the same again stays. */
  say(text: string): void;
  /** How far a jump is charged, 0 to 1; null: none is. */
  charge(share: number | null): void;
  /** Lines of numbers about the network. */
  numbers(lines: readonly (readonly [name: string, value: string])[]): void;
}

/** Milliseconds that something said in passing stays. */
const SAID = 3500;

/** What the tools and the panel begin with. */
export interface HudOptions {
  readonly open: boolean;
  /** Whether fingers are what moves the player here. */
  readonly touched: boolean;
  /** How many people a crowd has, and how to have another number; null: there is none. */
  readonly crowd: { readonly count: number; choose(count: number): void } | null;
}

/** Makes tools, the bar of a jump, and the panel with the scene's name. */
export function createPlayHud(
  { title, description }: { title: string; description: string },
  actions: PlayActions,
  { open, touched, crowd }: HudOptions,
): PlayHud {
  const scenes = createTool('scenes', 'Scenes', 'M', actions.scenes);
  const network = createTool('network', 'Bad network', 'N', actions.network);
  network.root.classList.add('network');
  network.root.title = '200 ms late, 5 % lost, out of order';
  const rings = createTool('rings', 'Server rings', 'G', actions.rings);
  rings.root.title = 'Rings on the ground show where the server has everybody';
  const pause = createTool('pause', 'Pause', 'P', actions.pause);
  const inspect = createTool('inspect', 'Inspect', 'I', actions.inspect);
  inspect.root.title = 'Shows what the engine knows of somebody, drawn into the world';
  const captures = createTool('capture', 'Captures', 'O', actions.captures);
  captures.root.classList.add('captures');
  const help = createTool('help', 'Help', 'H', actions.help);
  const tools = [scenes, network, rings, pause, inspect, captures, help];
  for (const toggle of [network, rings, pause, inspect]) toggle.root.setAttribute('aria-pressed', 'false');
  for (const { root } of tools) leaveFocus(root);

  const notice = element('p', { class: 'notice', role: 'status' });
  notice.hidden = true;
  const said = element('p', { class: 'notice said', role: 'status' });
  said.hidden = true;
  const bar = element('i');
  const charge = element('div', { class: 'charge', 'aria-hidden': 'true' }, bar);
  charge.hidden = true;
  const root = element(
    'div',
    { class: 'tools play-tools' },
    charge,
    said,
    notice,
    element('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Tools' }, ...tools.map((tool) => tool.root)),
  );

  const hint = touched
    ? 'The stick goes where you push it. Drag to look around, tap the ground to walk there.'
    : 'W A S D or the arrows to go, Space to jump, Shift to walk, drag to look around. Click the ground to walk there.';
  const list = element('dl', { class: 'fields' });
  const panel = element(
    'details',
    { class: 'panel people scene-panel', open },
    element('summary', {}, element('h1', {}, title)),
    element('p', { class: 'about' }, description),
    element('p', { class: 'about' }, hint),
    ...(crowd === null ? [] : [chooseCrowd(crowd)]),
    list,
  );
  const values = new Map<string, HTMLElement>();
  let until: ReturnType<typeof setTimeout> | undefined;

  return {
    root,
    panel,
    show({ badNetwork, rings: ringsVisible, paused, autoruns }) {
      press(network.root, badNetwork);
      press(rings.root, ringsVisible);
      press(pause.root, paused);
      const lines = [
        paused ? 'Paused' : '',
        badNetwork ? 'Bad network: 200 ms late, 5 % lost, out of order' : '',
        autoruns ? 'Going on by yourself' : '',
      ].filter((line) => line !== '');
      notice.hidden = lines.length === 0;
      notice.classList.toggle('calm', !badNetwork);
      setText(notice, lines.join(' · '));
    },
    say(text) {
      clearTimeout(until);
      setText(said, text);
      said.hidden = false;
      until = setTimeout(() => {
        said.hidden = true;
      }, SAID);
    },
    charge(share) {
      charge.hidden = share === null;
      if (share !== null) bar.style.transform = `scaleX(${share.toFixed(3)})`;
      charge.classList.toggle('full', share === 1);
    },
    numbers(lines) {
      for (const [name, value] of lines) {
        let cell = values.get(name);
        if (cell === undefined) {
          cell = element('dd');
          values.set(name, cell);
          list.append(element('dt', {}, name), cell);
        }
        setText(cell, value);
      }
    },
  };
}

/** A click of the mouse leaves the keyboard to the player: Space is to jump, not to press the button again. */
function leaveFocus(button: HTMLButtonElement): void {
  button.addEventListener('click', (event) => {
    if (event.detail > 0) button.blur();
  });
}

/** Numbers of people to choose from. */
const CROWDS = [100, 300, 1000, 2000, 4000] as const;

function chooseCrowd({ count, choose }: NonNullable<HudOptions['crowd']>): HTMLElement {
  const choices = [...new Set([...CROWDS, count])].sort((a, b) => a - b);
  const select = element(
    'select',
    {},
    ...choices.map((choice) => element('option', { value: String(choice) }, choice.toLocaleString('en-US'))),
  );
  select.value = String(count);
  select.addEventListener('change', () => choose(Number(select.value)));
  return element('label', { class: 'about crowd-size' }, 'People in the crowd', select);
}
