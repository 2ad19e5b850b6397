import { type Lane, markAt } from '../capture/lanes.ts';
import { timeText } from '../capture/times.ts';
import { element, setText } from './element.ts';
import { drawTrack, LANE_HEIGHT, type TrackContent, trackHeight } from './track-picture.ts';

/** What a hand does on the time line. */
export interface TrackActions {
  seek(time: number): void;
  /** It is held, or let go of: time stands still meanwhile. */
  hold(on: boolean): void;
}

/** Seconds that the keys go. */
const KEY_STEP = 1;
const KEY_LEAP = 10;

/** The line of time itself: a slider that shows what everybody is told to do. */
export class TimeTrack {
  readonly root: HTMLElement;

  private readonly content: TrackContent;
  private readonly actions: TrackActions;
  private readonly canvas = element('canvas', { 'aria-hidden': 'true' });
  private readonly way = element('i', { class: 'way' });
  private readonly head = element('i', { class: 'head' });
  private readonly hint = element('span', { class: 'hint', 'aria-hidden': 'true' });
  private readonly sizes: ResizeObserver;
  private time = 0;
  private held = false;
  private width = 0;
  private spoken = '';

  constructor(content: TrackContent, actions: TrackActions) {
    this.content = content;
    this.actions = actions;
    this.hint.hidden = true;
    this.root = element(
      'div',
      {
        class: 'track',
        role: 'slider',
        tabindex: '0',
        'aria-label': 'Time',
        'aria-valuemin': '0',
        'aria-valuemax': content.duration.toFixed(1),
      },
      this.canvas,
      this.way,
      this.head,
      this.hint,
    );
    this.root.style.height = `${trackHeight(content)}px`;
    this.watchPointer();
    this.root.addEventListener('keydown', (event) => this.press(event));
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.root);
  }

  /** Shows where time is, and the way that a seek still has to go: from `reached` to there. */
  show(time: number, reached: number): void {
    this.time = time;
    const at = this.xOf(time);
    this.head.style.transform = `translateX(${at.toFixed(1)}px)`;
    const from = this.xOf(Math.min(reached, time));
    const to = this.xOf(Math.max(reached, time));
    this.way.style.transform = `translateX(${from.toFixed(1)}px) scaleX(${Math.max(0, to - from).toFixed(1)})`;
    const spoken = this.describe(time);
    if (spoken === this.spoken) return;
    this.spoken = spoken;
    this.root.setAttribute('aria-valuenow', time.toFixed(1));
    this.root.setAttribute('aria-valuetext', spoken);
  }

  dispose(): void {
    this.sizes.disconnect();
    this.root.remove();
  }

  /** A time, and what those are told who do something then. */
  private describe(time: number): string {
    const doing = this.content.lanes
      .map((lane) => [lane.name, markAt(lane, time)])
      .filter(([, text]) => text !== '' && text !== 'Ready')
      .map(([name, text]) => `${name}: ${text}`);
    return [`${timeText(time, 0)} of ${timeText(this.content.duration, 0)}`, ...doing].join(', ');
  }

  private xOf(time: number): number {
    return (time / this.content.duration) * this.width;
  }

  private draw(): void {
    this.width = this.root.clientWidth;
    drawTrack(this.canvas, this.width, this.content);
  }

  private watchPointer(): void {
    const { root } = this;
    const timeAt = ({ clientX }: PointerEvent) => {
      const { left, width } = root.getBoundingClientRect();
      return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width))) * this.content.duration;
    };
    const letGo = () => {
      if (!this.held) return;
      this.held = false;
      this.hint.hidden = true;
      this.actions.hold(false);
    };
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      root.setPointerCapture(event.pointerId);
      this.held = true;
      this.actions.hold(true);
      this.actions.seek(timeAt(event));
      this.point(event, timeAt(event));
    });
    root.addEventListener('pointermove', (event) => {
      if (!event.isPrimary) return;
      if (this.held) this.actions.seek(timeAt(event));
      this.point(event, timeAt(event));
    });
    root.addEventListener('pointerup', letGo);
    root.addEventListener('pointercancel', letGo);
    root.addEventListener('lostpointercapture', letGo);
    root.addEventListener('pointerleave', () => {
      if (!this.held) this.hint.hidden = true;
    });
  }

  /** Says what is where a pointer is. */
  private point({ clientY }: PointerEvent, time: number): void {
    const { top } = this.root.getBoundingClientRect();
    const lane: Lane | undefined = this.content.lanes[Math.floor((clientY - top) / LANE_HEIGHT)];
    const text = lane === undefined ? '' : markAt(lane, time);
    setText(this.hint, [timeText(time), ...(text === '' ? [] : [`${lane?.name}: ${text}`])].join('  '));
    this.hint.hidden = false;
    // Not over the edge of the line.
    const half = this.hint.offsetWidth / 2;
    const x = Math.min(this.width - half, Math.max(half, this.xOf(time)));
    this.hint.style.transform = `translate(${(x - half).toFixed(0)}px, -100%)`;
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { time } = this;
    const goals: Readonly<Record<string, number>> = {
      ArrowLeft: time - KEY_STEP,
      ArrowDown: time - KEY_STEP,
      ArrowRight: time + KEY_STEP,
      ArrowUp: time + KEY_STEP,
      PageDown: time - KEY_LEAP,
      PageUp: time + KEY_LEAP,
      Home: 0,
      End: this.content.duration,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    // The next press goes on from there, also when it comes before the next picture.
    this.time = Math.min(this.content.duration, Math.max(0, goal));
    this.actions.seek(this.time);
  }
}
