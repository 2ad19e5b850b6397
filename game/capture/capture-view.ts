import { BodyF32 } from '../../index.ts';
import type { Engine, Replay } from '../../index.ts';
import type { EntityView } from '../../systems/render/index.ts';
import { Figures } from '../figures.ts';
import { type BodyPanel, createBodyPanel } from '../hud/body-panel.ts';
import { type CapturePanel, createCapturePanel } from '../hud/capture-panel.ts';
import { coveredBy } from '../hud/free-area.ts';
import { Labels } from '../hud/labels.ts';
import { openOneAtATime } from '../hud/one-at-a-time.ts';
import { TimeLine } from '../hud/time-line.ts';
import type { FreeArea } from '../camera-control.ts';
import type { Surroundings, View, ViewInspection } from '../view.ts';
import { captureHelp } from './capture-help.ts';
import { castColours } from './cast.ts';
import { doingText } from './doing.ts';
import { AutoFraming } from './framing.ts';
import { makeLanes } from './lanes.ts';
import { Player, REPLAY_SPEEDS } from './player.ts';
import type { Story } from './story.ts';
import { timeText } from './times.ts';

/** Seconds between two updates of the panels and of what is said beside names. */
const PANEL_INTERVAL = 0.15;

/** A capture: its world, played along a line of time. */
export class CaptureView implements View {
  readonly engine: Engine;
  readonly figures: Figures;
  readonly player: Player;
  readonly description: string;
  readonly help = captureHelp;
  readonly keys: Readonly<Record<string, () => void>>;
  readonly readiness = { text: 'The capture is there', share: 1 };

  private readonly around: Surroundings;
  private readonly story: Story;
  private readonly labels: Labels;
  private readonly panel: CapturePanel;
  private readonly body: BodyPanel;
  private readonly line: TimeLine;
  private readonly framing = new AutoFraming();
  private free: FreeArea;
  private selected = 0;
  private lastPanel = 0;

  constructor(around: Surroundings, story: Story) {
    this.around = around;
    this.story = story;
    const { stage, camera } = around;
    const { replay, cast, moments } = story;
    this.engine = replay.engine;
    this.player = new Player(replay, moments);
    this.description = `The characters of ${story.name}, seen by a camera that you can turn`;

    stage.setOpen(true);
    stage.setGround(true);
    this.labels = new Labels(around.labels, ({ guid }) => cast.of(guid));
    this.figures = new Figures(stage, this.engine, {
      origin: story.origin,
      colours: ({ guid }) => castColours(cast.of(guid)),
      onEnter: (view) => this.labels.add(view),
      onLeave: (view) => this.labels.remove(view),
    });

    const wide = matchMedia('(min-width: 1080px)').matches;
    const { player } = this;
    this.panel = createCapturePanel(wide, story, (guid) => this.select(guid));
    this.body = createBodyPanel(wide, (time) => player.goToMoment(time));
    this.line = new TimeLine(
      { duration: replay.duration, lanes: makeLanes(moments, cast, replay.duration), density: story.density },
      around.before,
      {
        seek: (time) => player.goTo(time),
        hold: (on) => player.hold(on),
        play: () => player.toggle(),
        step: (by) => player.step(by),
        mark: (by) => player.goToMark(by),
        speed: (factor) => player.setSpeed(factor),
        follow: () => this.setFollowing(!camera.following),
        frame: () => this.resetView(),
        inspect: around.inspect,
        captures: around.showCaptures,
        leave: around.leaveCapture,
        help: around.showHelp,
      },
    );
    around.interface.append(this.panel.root, this.body.root, this.line.root);
    openOneAtATime(this.panel.root, this.body.root);
    this.free = coveredBy(this.panel.root, this.body.root, this.line.root);
    this.keys = {
      ' ': () => player.toggle(),
      p: () => player.toggle(),
      ',': () => player.step(-1),
      '.': () => player.step(1),
      b: () => player.goToMark(-1),
      n: () => player.goToMark(1),
      '[': () => player.changeSpeed(-1),
      ']': () => player.changeSpeed(1),
      f: () => this.setFollowing(!camera.following),
      x: around.leaveCapture,
    };
    camera.reset();
    const [first] = cast.members;
    if (first !== undefined) this.select(first.guid);
  }

  get inspection(): ViewInspection {
    const { player, replay } = this;
    return {
      alpha: () => replay.alpha,
      past: false,
      time: {
        get paused() {
          return !player.playing;
        },
        setPaused: (paused) => player.setPaused(paused),
        step: () => player.step(1),
        get scale() {
          return replay.speed;
        },
        setScale: (scale) => player.setSpeed(scale),
        scales: REPLAY_SPEEDS,
      },
    };
  }

  nameOf(guid: number): string {
    return this.story.cast.of(guid).name;
  }

  get replay(): Replay {
    return this.story.replay;
  }

  /** Everybody who is there, and what they do now. */
  get doings(): { guid: number; name: string; text: string }[] {
    // Time may have jumped since the last picture, to before some of them came.
    const there = [...this.figures.views].filter(({ guid, entity }) => this.engine.entityOf(guid) === entity);
    return there.map(({ guid, entity }) => ({
      guid,
      name: this.story.cast.of(guid).name,
      text: doingText(this.engine, entity),
    }));
  }

  update(time: number, passed: number): void {
    const { figures, player, around } = this;
    if (player.update(time)) figures.cut();
    figures.update(this.replay.alpha);
    const selected = figures.of(this.selected);
    around.camera.update(passed, selected?.node.position ?? null);
    const main = around.camera.following && selected ? selected : this.mainOf();
    this.framing.update(passed, around.camera, { views: [...figures.views], main }, this.free);
    this.layGround(main);
  }

  after(time: number): void {
    const { player, around } = this;
    const { body } = this.engine.world.components;
    this.labels.update(around.stage, this.selected, ({ entity }) => body.f32[entity * BodyF32.row + BodyF32.height]);
    this.line.show({
      time: player.time,
      reached: player.reached,
      playing: player.playing,
      ended: player.ended,
      speed: this.replay.speed,
      following: around.camera.following,
      notice: this.notice(),
      seeking: player.seeking,
    });
    if (time - this.lastPanel < PANEL_INTERVAL) return;
    this.lastPanel = time;
    this.labels.annotate(({ entity }) => doingText(this.engine, entity));
    this.panel.update(this.replay.counters);
    this.body.update(this.engine, player.time);
    this.free = coveredBy(this.panel.root, this.body.root, this.line.root);
  }

  select(guid: number): void {
    this.selected = guid;
    this.panel.select(guid);
    this.around.selected(guid);
    if (guid === 0) this.setFollowing(false);
    else this.body.show(this.story.cast.of(guid));
  }

  setPaused(paused: boolean): void {
    this.player.setPaused(paused);
  }

  setFollowing(on: boolean): void {
    this.around.camera.follow(on && this.selected !== 0);
    if (!on) this.framing.takeOver();
  }

  get labelled(): boolean {
    return this.labels.visible;
  }

  setLabels(visible: boolean): void {
    this.labels.visible = visible;
  }

  resetView(): void {
    this.around.camera.reset();
    this.framing.restart();
  }

  showMarkers(): void {
    // There are none: where the server had them is all that is known.
  }

  callTo(): void {
    // Nobody can be called: what they do is written.
  }

  dispose(): void {
    const { camera } = this.around;
    this.figures.dispose();
    this.line.dispose();
    this.panel.root.remove();
    this.body.root.remove();
    camera.centreIn(null);
    camera.follow(false);
  }

  /** The one whom the picture is about: the player, else the one of whom most is told. */
  private mainOf(): EntityView | undefined {
    const { figures, replay } = this;
    const player = figures.of(replay.player);
    if (player !== undefined) return player;
    for (const { guid } of this.story.cast.members) {
      const view = figures.of(guid);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  /** Has the ground lie below the feet of the one whom the picture is about; nothing tells how it lies elsewhere. */
  private layGround(main: EntityView | undefined): void {
    if (main === undefined || !this.engine.readMotion(main.entity).contact) return;
    const { x, y, z } = main.node.position;
    this.around.stage.setMiddle(x, y, z);
  }

  private notice(): string {
    const { player, figures, story } = this;
    if (player.seeking) return `Going to ${timeText(player.time)}: ${Math.floor(player.share * 100)} %`;
    if (figures.count > 0) return '';
    const next = story.moments.find(({ time, kind }) => time >= player.time && kind !== 'goes');
    if (next !== undefined)
      return `Nobody is here yet: ${story.cast.of(next.guid).name} comes at ${timeText(next.time)}`;
    return story.moments.length === 0 ? 'Nobody is told to move in this capture' : 'Nobody is here any more';
  }
}
