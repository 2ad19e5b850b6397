import { REPLAY_SPEEDS } from '../capture/player.ts';
import { timeText } from '../capture/times.ts';
import { element, setText } from './element.ts';
import { TimeTrack, type TrackActions } from './time-track.ts';
import { createTool, press, type Tool } from './tool.ts';
import type { TrackContent } from './track-picture.ts';

/** What the time line does. */
export interface TimeLineActions extends TrackActions {
  play(): void;
  /** Whole steps, forwards (1) or back (-1). */
  step(by: number): void;
  /** To the next mark (1), or the one before (-1). */
  mark(by: number): void;
  speed(factor: number): void;
  follow(): void;
  frame(): void;
  inspect(): void;
  captures(): void;
  leave(): void;
  help(): void;
}

/** What the time line shows. */
export interface TimeLineState {
  /** Seconds: where time is, or is to be; and how far a seek has come. */
  readonly time: number;
  readonly reached: number;
  readonly playing: boolean;
  readonly ended: boolean;
  readonly speed: number;
  readonly following: boolean;
  /** What there is to say beside; empty: nothing. */
  readonly notice: string;
  /** It is on its way to a time: what it says of that changes all the time, and is not read out. */
  readonly seeking: boolean;
}

/** The tools of a capture: the line of time, and the buttons that go with it. */
export class TimeLine {
  readonly root: HTMLElement;
  private readonly track: TimeTrack;
  private readonly duration: number;
  private readonly notice = element('p', { class: 'notice quiet', role: 'status' });
  private readonly clock = element('p', { class: 'clock' });
  private readonly play: Tool;
  private readonly follow: Tool;
  private readonly speed: HTMLSelectElement;
  private playing: boolean | null = null;

  /** @param before What leaving goes back to, as it goes after “Back to”. */
  constructor(content: TrackContent, before: string, actions: TimeLineActions) {
    this.duration = content.duration;
    this.track = new TimeTrack(content, actions);
    this.play = createTool('pause', 'Pause', 'Space', actions.play);
    this.play.root.classList.add('play');
    this.follow = createTool('follow', 'Follow', 'F', actions.follow);
    this.follow.root.setAttribute('aria-pressed', 'false');
    this.speed = element(
      'select',
      { 'aria-label': 'Speed', 'aria-keyshortcuts': '[ ]' },
      ...REPLAY_SPEEDS.map((factor) => element('option', { value: String(factor) }, `${factor}×`)),
    );
    this.speed.addEventListener('change', () => {
      actions.speed(Number(this.speed.value));
      // Keys are the page's again.
      this.speed.blur();
    });
    /** A button that shows its picture alone, on all pages or on narrow ones. */
    const named = (tool: Tool, label: string, small = false) => {
      tool.root.classList.toggle('small', small);
      tool.root.title = label;
      tool.root.setAttribute('aria-label', label);
      return tool.root;
    };
    const times = [
      named(
        createTool('markBack', '', 'B', () => actions.mark(-1)),
        'Motion before',
        true,
      ),
      named(
        createTool('stepBack', '', ',', () => actions.step(-1)),
        'Step back',
        true,
      ),
      this.play.root,
      named(
        createTool('stepOn', '', '.', () => actions.step(1)),
        'Step',
        true,
      ),
      named(
        createTool('markOn', '', 'N', () => actions.mark(1)),
        'Next motion',
        true,
      ),
      this.speed,
    ];
    const others = [
      named(this.follow, 'Follow'),
      named(createTool('frame', 'Show all', 'R', actions.frame), 'Show all'),
      named(createTool('inspect', 'Inspect', 'I', actions.inspect), 'Inspect'),
      named(createTool('capture', 'Captures', 'O', actions.captures), 'Captures'),
      named(createTool('help', 'Help', 'H', actions.help), 'Help'),
      named(createTool('back', 'Back', 'X', actions.leave), `Back to ${before}`),
    ];
    this.notice.hidden = true;
    this.root = element(
      'div',
      { class: 'tools' },
      this.notice,
      element(
        'section',
        { class: 'panel time-line', 'aria-label': 'Time line' },
        this.track.root,
        element(
          'div',
          { class: 'row' },
          this.clock,
          element('div', { class: 'times', role: 'toolbar', 'aria-label': 'Play' }, ...times),
          element('div', { class: 'others', role: 'toolbar', 'aria-label': 'Tools' }, ...others),
        ),
      ),
    );
  }

  show(state: TimeLineState): void {
    this.track.show(state.time, state.reached);
    setText(this.clock, `${timeText(state.time)} / ${timeText(this.duration)}`);
    if (state.playing !== this.playing) {
      this.playing = state.playing;
      this.play.draw(state.playing ? 'pause' : 'play');
    }
    setText(this.play.text, state.playing ? 'Pause' : state.ended ? 'Again' : 'Play');
    press(this.follow.root, state.following);
    const speed = String(state.speed);
    if (this.speed.value !== speed) this.speed.value = speed;
    this.notice.hidden = state.notice === '';
    const live = state.seeking ? 'off' : 'polite';
    if (this.notice.getAttribute('aria-live') !== live) this.notice.setAttribute('aria-live', live);
    setText(this.notice, state.notice);
  }

  dispose(): void {
    this.track.dispose();
    this.root.remove();
  }
}
