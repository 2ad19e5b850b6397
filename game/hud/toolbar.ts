import { element, setText } from './element.ts';
import { createTool, press } from './tool.ts';

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
  inspect(): void;
  scenes(): void;
  help(): void;
}

export interface Toolbar {
  readonly root: HTMLElement;
  show(state: ToolState): void;
}

/** Makes the row of buttons at the bottom. */
export function createToolbar(actions: ToolActions): Toolbar {
  const network = createTool('network', 'Bad network', 'N', actions.network);
  network.root.classList.add('network');
  const pause = createTool('pause', 'Pause', 'P', actions.pause);
  const speed = createTool('speed', 'Speed 1×', '[ ]', actions.speed);
  const follow = createTool('follow', 'Follow', 'F', actions.follow);
  const rings = createTool('rings', 'Server rings', 'G', actions.rings);
  const inspect = createTool('inspect', 'Inspect', 'I', actions.inspect);
  const scenes = createTool('scenes', 'Scenes', 'M', actions.scenes);
  const help = createTool('help', 'Help', 'H', actions.help);
  network.root.title = '200 ms late, 5 % lost, out of order';
  rings.root.title = 'Rings on the ground show where the server has everybody';
  inspect.root.title = 'Shows what the simulation knows of somebody, in the world and in a panel';
  scenes.root.title = 'Scenes to play in, and captures of sessions';
  for (const toggle of [network, pause, follow, rings, inspect]) toggle.root.setAttribute('aria-pressed', 'false');
  const notice = element('p', { class: 'notice', role: 'status' });
  notice.style.margin = '0';
  notice.hidden = true;
  const bar = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Tools' },
    ...[network, pause, speed, follow, rings, inspect, scenes, help].map(({ root }) => root),
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
