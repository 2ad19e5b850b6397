import { remember } from './address.ts';
import { CameraControl } from './camera-control.ts';
import { CaptureView } from './capture/capture-view.ts';
import { type OpenedCapture, readFile, readSample, UnreadableFile } from './capture/read-file.ts';
import { makeStory } from './capture/story.ts';
import { FieldView } from './field-view.ts';
import { FieldWorld } from './field-world.ts';
import { writeDirections } from './directions.ts';
import { createCapturesDialog } from './hud/captures-dialog.ts';
import { watchDrops } from './hud/drop-zone.ts';
import { byId } from './hud/element.ts';
import { createHelp } from './hud/help.ts';
import { Inspection } from './inspection.ts';
import { ModProblems } from './hud/mod-problems.ts';
import { Notices } from './hud/notices.ts';
import { watchKeys } from './keyboard.ts';
import type { Opening } from './opening.ts';
import { nearestFigure } from './picking.ts';
import { PlayView } from './play/play-view.ts';
import { PlayWorld } from './play/play-world.ts';
import {
  crowdSize,
  hasCrowd,
  isSceneName,
  isTouched,
  type JoinedScene,
  type LoadedScene,
  loadScene,
  playScenes,
  type SceneName,
} from './play/scenes.ts';
import { createScenesDialog, type ScenesDialog } from './play/scenes-dialog.ts';
import { watchPointer } from './pointer.ts';
import { groundBelow } from './projection.ts';
import { PictureQueue } from './picture-queue.ts';
import type { Quality } from './quality.ts';
import { richMaterial } from './rich-material.ts';
import type { SceneView } from './scene-view.ts';
import type { ServerLink } from './server-link.ts';
import { makeShadows } from './shadows.ts';
import type { Stage } from './stage.ts';
import type { Surroundings, View } from './view.ts';

/** What the page's address calls the capture that the page brings along. */
const SAMPLE_KEY = 'retail';

/** What the page's address calls the field. */
const FIELD = 'field';

/** Pictures that are left out at most until what was opened can be drawn whole. */
const MOST_LEFT_OUT = 120;

/** What a page begins with. */
export interface PageOptions {
  /** Starts with the simplest picture. */
  readonly simple: boolean;
  /** Starts the field's server, when the field is first shown. */
  readonly startField: () => ServerLink;
  /** The scene to begin in; null: the field. */
  readonly scene: LoadedScene | JoinedScene | null;
  /** How many people a crowd has, as the address says it; null: as many as suit. */
  readonly crowd: string | null;
}

/** The page: one view at a time on one stage, a scene to play in, the field or a capture, and what all have. */
export class Page {
  readonly stage: Stage;
  readonly camera: CameraControl;
  /** The pictures that are on their way to the screen. */
  readonly pictures: PictureQueue;
  /** Fulfilled when what stood in the first picture has light and shadow. */
  readonly enriched: Promise<void>;

  private readonly canvas: HTMLCanvasElement;
  private readonly quality: Quality;
  private readonly notices = new Notices();
  private readonly modProblems = new ModProblems();
  private readonly startField: () => ServerLink;
  private crowd: string | null;
  private readonly captures: HTMLDialogElement;
  private readonly scenes: ScenesDialog;
  private readonly around: Surroundings;
  private readonly inspection: Inspection | null = null;
  private help: HTMLDialogElement;
  private shown: View;
  private fieldWorld: FieldWorld | null = null;
  /** The scene in which the capture that is shown was opened; null: none, or one of a server elsewhere. */
  private leftScene: SceneName | null = null;
  private openings = 0;
  /** Pictures that are still left out as what was opened last cannot be drawn whole: half of it would be but sky. */
  private leftOut = 0;
  private lastFrame = 0;
  private frameTime = 1 / 60;

  constructor(
    { stage, quality, drawn }: Opening,
    canvas: HTMLCanvasElement,
    { simple, startField, scene, crowd }: PageOptions,
  ) {
    this.stage = stage;
    this.canvas = canvas;
    this.pictures = new PictureQueue(canvas);
    this.startField = startField;
    this.crowd = crowd;
    this.quality = quality;
    this.enriched = stage.enrich({ shadows: makeShadows, material: richMaterial, directions: writeDirections });
    this.camera = new CameraControl(stage, canvas);
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.camera.reducedMotion = stillness.matches;
    stillness.addEventListener('change', ({ matches }) => {
      this.camera.reducedMotion = matches;
    });
    this.captures = createCapturesDialog({
      open: (file) => this.openCapture(file),
      sample: () => this.openSample(),
    });
    this.scenes = createScenesDialog({
      play: (name) => this.openScene(name),
      field: () => this.showField(),
      captures: () => this.captures.showModal(),
    });
    this.around = {
      stage,
      camera: this.camera,
      canvas,
      fine: !simple,
      interface: byId('interface'),
      labels: byId('labels'),
      showCaptures: () => toggle(this.captures),
      showHelp: () => {
        this.captures.close();
        toggle(this.help);
      },
      showScenes: () => toggle(this.scenes.root),
      leaveCapture: () => (this.leftScene === null ? this.showField() : this.openScene(this.leftScene)),
      before: 'the field',
      showCrowd: (count) => {
        this.crowd = String(count);
        this.openScene('crowd');
      },
      inspect: () => this.inspection?.toggle(),
      selected: (guid) => this.inspection?.select(guid),
    };
    this.shown = scene === null ? new FieldView(this.around, this.field) : this.playIn(scene, drawn?.take());
    this.inspection = new Inspection(stage, this.shown);
    this.described();
    this.help = createHelp(this.shown.help);
    const zone = watchDrops((file) => this.openCapture(file));
    byId('overlays').append(this.notices.root, this.modProblems.root, zone, this.captures, this.scenes.root, this.help);
    this.watchInput();
    new ResizeObserver(() => stage.engine.resize()).observe(canvas);
  }

  /** What is shown now. */
  get view(): View {
    return this.shown;
  }

  /** The field's world; it starts when it is first asked for. */
  get field(): FieldWorld {
    this.fieldWorld ??= new FieldWorld(this.startField());
    return this.fieldWorld;
  }

  /** The scene that is played in; null: something else is shown. */
  get play(): PlayView | null {
    return this.shown instanceof PlayView ? this.shown : null;
  }

  /** The capture that is shown; null: the field is. */
  get capture(): CaptureView | null {
    return this.shown instanceof CaptureView ? this.shown : null;
  }

  /**
   * Brings everything to a frame's time, and draws it.
   *
   * @param time Milliseconds, as requestAnimationFrame tells it.
   * @param draws Whether it is drawn: what is not ready to be would be missing.
   */
  frame(time: number, draws = true): void {
    const passed = this.lastFrame === 0 ? 0 : Math.max(0, time - this.lastFrame) / 1000;
    this.lastFrame = time;
    if (passed > 0 && draws) {
      this.quality.frame(passed);
      this.frameTime += (Math.min(passed, 1) - this.frameTime) * 0.1;
    }
    this.shown.update(time / 1000, passed);
    if (!draws || this.isUnready()) return;
    this.stage.scene.render();
    this.pictures.note();
    this.shown.after(time / 1000, 1 / this.frameTime);
  }

  /** Whether what is shown has just been opened and cannot be drawn whole yet; it is drawn anyway before long. */
  private isUnready(): boolean {
    if (this.leftOut === 0) return false;
    this.leftOut = this.stage.scene.isReady() ? 0 : this.leftOut - 1;
    return this.leftOut > 0;
  }

  /** Reads a file and plays it. What cannot be played is told, and what was shown goes on. */
  async openCapture(file: File): Promise<void> {
    await this.open(() => readFile(file));
  }

  /** Plays the capture that the page brings along. */
  async openSample(): Promise<void> {
    await this.open(readSample, SAMPLE_KEY);
  }

  /** Plays a capture that the page brings along by the name that its address has for it. */
  async openNamed(name: string): Promise<void> {
    if (name === SAMPLE_KEY) await this.openSample();
    else this.notices.fail(`There is no capture “${name}” here. The one that is there is called “${SAMPLE_KEY}”.`);
  }

  /** Shows the field: a capture or a scene ends. */
  showField(): void {
    this.openings++;
    this.notices.clear();
    if (this.shown instanceof FieldView) return;
    this.show(() => new FieldView(this.around, this.field));
    remember({ view: FIELD });
  }

  /** Has the player appear in a scene, by the name that the address has for it. */
  async openScene(name: string): Promise<void> {
    if (name === FIELD) {
      this.showField();
      return;
    }
    if (!isSceneName(name)) {
      const known = [...Object.keys(playScenes), FIELD].join(', ');
      this.notices.fail(`There is no scene “${name}” here. There are ${known}.`);
      return;
    }
    const opening = ++this.openings;
    this.notices.say(`${playScenes[name].title}: loading the scene…`);
    await new Promise((painted) => setTimeout(painted, 30));
    try {
      const scene = await loadScene(name, crowdSize(this.crowd, isTouched()));
      // Something else was opened meanwhile.
      if (opening !== this.openings) return;
      this.notices.clear();
      this.show(() => this.playIn(scene));
      remember({ scene: name, crowd: hasCrowd(name) ? this.crowd : null });
    } catch (error) {
      if (opening !== this.openings) return;
      console.error(error);
      this.notices.fail(`The scene could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Makes the field's network bad, or good again. */
  setBadNetwork(bad: boolean): void {
    if (this.shown instanceof FieldView || this.shown instanceof PlayView) this.shown.setBadNetwork(bad);
    else this.field.setBadNetwork(bad);
  }

  /** Shows or hides everything but the picture. */
  setInterface(visible: boolean): void {
    document.body.classList.toggle('bare', !visible);
  }

  /** @param known The name under which the page's address has it. */
  private async open(read: () => Promise<OpenedCapture>, known: string | null = null): Promise<void> {
    this.captures.close();
    const opening = ++this.openings;
    this.notices.say('Reading the capture…');
    // So that this is seen before the work begins.
    await new Promise((painted) => setTimeout(painted, 30));
    try {
      const opened = await read();
      // Something else was opened meanwhile.
      if (opening !== this.openings) return;
      const story = makeStory(opened);
      this.notices.clear();
      if (this.capture === null) this.leftScene = this.play?.world.scene.name ?? null;
      const before = this.leftScene === null ? 'the field' : playScenes[this.leftScene].title;
      this.show(() => new CaptureView({ ...this.around, before }, story));
      remember({ capture: known });
    } catch (error) {
      if (opening !== this.openings) return;
      if (!(error instanceof UnreadableFile)) console.error(error);
      this.notices.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Puts another view in the place of the one that is shown, which lets go of everything first. */
  private show(make: () => View): void {
    const labelled = this.shown.labelled;
    const inspected = this.inspection?.leave() ?? false;
    this.shown.dispose();
    this.modProblems.show([]);
    this.leftOut = MOST_LEFT_OUT;
    try {
      this.shown = make();
    } catch (error) {
      this.shown = new FieldView(this.around, this.field);
      throw error;
    } finally {
      this.shown.setLabels(labelled);
      this.inspection?.enter(this.shown, inspected);
      this.described();
      const help = createHelp(this.shown.help);
      this.help.replaceWith(help);
      this.help = help;
    }
  }

  private playIn(scene: LoadedScene | JoinedScene, drawn?: SceneView): PlayView {
    const what = scene.name === null ? 'The connection to the server has ended' : "The scene's server has stopped";
    const failed = (message: string) => this.notices.fail(`${what}: ${message}`);
    const problems = (lines: readonly string[]) => this.modProblems.show(lines);
    return new PlayView(this.around, new PlayWorld(scene, { ended: () => {}, failed, problems }), drawn);
  }

  private described(): void {
    this.canvas.setAttribute('aria-label', this.shown.description);
    const { play } = this;
    this.scenes.mark(play?.world.scene.name ?? (this.capture === null ? FIELD : null));
  }

  private watchInput(): void {
    watchPointer(this.canvas, {
      tap: (x, y) => {
        if (this.shown.tap?.(x, y) === true) return;
        const guid = nearestFigure(this.stage, this.shown.figures, x, y);
        if (guid !== 0) this.shown.select(guid);
      },
      doubleTap: (x, y) => {
        if (this.shown.tap?.(x, y) === true) return;
        const guid = nearestFigure(this.stage, this.shown.figures, x, y);
        if (guid !== 0) {
          this.shown.select(guid);
          this.shown.setFollowing(true);
          return;
        }
        const ground = groundBelow(this.stage, x, y);
        if (ground !== null) this.shown.callTo(ground);
      },
    });
    const keys: Readonly<Record<string, () => void>> = {
      l: () => this.shown.setLabels(!this.shown.labelled),
      u: () => this.setInterface(document.body.classList.contains('bare')),
      r: () => this.shown.resetView(),
      o: this.around.showCaptures,
      m: this.around.showScenes,
      i: this.around.inspect,
      h: this.around.showHelp,
      '?': this.around.showHelp,
    };
    watchKeys((key) => this.shown.keys[key] ?? keys[key]);
  }
}

function toggle(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
