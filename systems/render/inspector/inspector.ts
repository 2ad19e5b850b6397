import type { Observer } from '@babylonjs/core/Misc/observable.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { requireKeys } from '../../../engine/checks.ts';
import type { SystemReading } from '../../added-systems.ts';
import type { Engine } from '../../create-engine.ts';
import { smoothPlace, type WorldPlace } from '../../smooth-place.ts';
import { type SceneOrigin, WORLD_ORIGIN } from '../axes.ts';
import type { NameOf } from './describe.ts';
import { saveFile } from './dom.ts';
import { SceneInk } from './ink.ts';
import { Panel } from './panel.ts';
import { Recording } from './recording.ts';
import { sketchBody, type SketchLayer, sketchLayers } from './sketch.ts';
import { engineTime, type InspectorTime } from './time-control.ts';

/** What the inspector asks of a server behind the world that it shows. */
export interface InspectedServer {
  /** The panel is there from now on, or gone: the server's systems are to be timed, or no longer. */
  timeSystems(timed: boolean): void;
  /** Its systems as last heard of, as `engine.systems()` there answers them. Called ten times a second. */
  systems(): readonly SystemReading[];
}

/** How an inspector is made. */
export interface InspectorOptions {
  /** The world position that lies at the scene's origin. */
  origin?: SceneOrigin;
  /** Where between the last two steps the picture is, 0 to 1. Default: the engine's `alpha`. */
  alpha?: () => number;
  /** Who a guid is. Default: the number. */
  name?: (guid: number) => string;
  /** Where the panel goes; null: there is none, only the drawing. Default: the page's body. */
  parent?: HTMLElement | null;
  /** Pause, step and speed. Default: the engine's own. */
  time?: InspectorTime;
  /** What is drawn at first. Default: everything. */
  layers?: readonly SketchLayer[];
  /** Whether snapshots can be kept and loaded. Default true; false where the world's past is somebody else's, as in a replay. */
  snapshots?: boolean;
  /** Whether what goes over the network can be recorded. Default true. */
  recording?: boolean;
  /** The server behind the world, in a worker, say: its systems are listed, too. Default: none. */
  server?: InspectedServer;
  /** Called after a snapshot has been restored: nothing that is shown leads over from before (`characters.cut()`). */
  onRestore?: () => void;
  /** Called when another body is inspected; 0: nobody. */
  onSelect?: (guid: number) => void;
  /** Called when it is opened or closed. */
  onToggle?: (open: boolean) => void;
}

const OPTIONS = [
  'origin',
  'alpha',
  'name',
  'parent',
  'time',
  'layers',
  'snapshots',
  'recording',
  'server',
  'onRestore',
  'onSelect',
  'onToggle',
];

/** Milliseconds between two updates of the panel. */
const PANEL_INTERVAL = 100;

/** What is made when the inspector opens, and is gone when it closes. */
interface Opened {
  readonly ink: SceneInk;
  readonly panel: Panel | null;
  readonly observer: Observer<Scene> | null;
  /** What had the focus before. */
  readonly before: Element | null;
}

/**
 * Shows what the simulation knows of a body: in the scene what it is about to do, in a panel its state. Closed it holds no
 * mesh, no observer and no element, and does nothing at all.
 */
export class Inspector {
  private readonly engine: Engine;
  private readonly scene: Scene;
  private readonly options: InspectorOptions;
  private readonly time: InspectorTime;
  private readonly nameOf: NameOf;
  private readonly layers: Set<SketchLayer>;
  private readonly place: WorldPlace = { x: 0, y: 0, z: 0, heading: 0 };
  private opened: Opened | null = null;
  private recording: Recording | null = null;
  private kept: Uint8Array | null = null;
  private guid = 0;
  private status = '';
  private failed = false;
  private lastPanel = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, scene: Scene, options: InspectorOptions) {
    this.engine = engine;
    this.scene = scene;
    this.options = options;
    this.time = options.time ?? engineTime(engine);
    this.nameOf = options.name ?? ((guid) => `0x${guid.toString(16)}`);
    const layers = options.layers ?? (Object.keys(sketchLayers) as SketchLayer[]);
    for (const layer of layers) {
      if (!Object.hasOwn(sketchLayers, layer)) {
        throw new TypeError(
          `createInspector.layers: expected some of ${Object.keys(sketchLayers).join(', ')}; found '${layer}'`,
        );
      }
    }
    this.layers = new Set(layers);
  }

  /** Whether it is shown. */
  get isOpen(): boolean {
    return this.opened !== null;
  }

  /** Guid of the body that is inspected; 0: nobody. */
  get selected(): number {
    return this.guid;
  }

  /** The panel's place in the page; null while there is none. */
  get host(): HTMLElement | null {
    return this.opened?.panel?.host ?? null;
  }

  /** Inspects another body, here or not; 0: nobody. */
  select(guid: number): void {
    if (this.guid === guid) return;
    this.guid = guid;
    this.options.onSelect?.(guid);
    this.updatePanel();
  }

  /** Opens or closes it. */
  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** Shows panel and drawing; nothing of either is there before. */
  open(): void {
    if (this.opened !== null) return;
    const { scene, options, engine } = this;
    const ink = new SceneInk(scene, options.origin ?? WORLD_ORIGIN);
    const panel = this.makePanel();
    const before = typeof document === 'undefined' ? null : document.activeElement;
    // After whatever brings the scene up to date by the same means.
    const observer = scene.onBeforeRenderObservable.add(() => this.update());
    this.opened = { ink, panel, observer, before };
    if (panel !== null) {
      engine.timeSystems(() => performance.now());
      options.server?.timeSystems(true);
      (options.parent ?? document.body).append(panel.host);
      panel.focus();
    }
    this.updatePanel();
    options.onToggle?.(true);
  }

  /** Takes everything of its own away. A recording is ended and saved. */
  close(): void {
    const { opened, options } = this;
    if (opened === null) return;
    if (this.recording !== null) this.stopRecording();
    this.opened = null;
    opened.observer?.remove();
    opened.ink.dispose();
    if (opened.panel !== null) {
      this.engine.timeSystems(null);
      options.server?.timeSystems(false);
      const { host } = opened.panel;
      const focused = host.ownerDocument.activeElement === host;
      host.remove();
      if (focused && opened.before instanceof HTMLElement) opened.before.focus({ preventScroll: true });
    }
    this.status = '';
    options.onToggle?.(false);
  }

  /** Shows or hides something that is drawn. */
  setLayer(layer: SketchLayer, on: boolean): void {
    if (on) this.layers.add(layer);
    else this.layers.delete(layer);
  }

  /** Keeps a snapshot of the world for {@link goBack}. */
  keep(): void {
    this.kept = this.engine.snapshot();
    this.tell(`Kept step ${this.engine.world.clock.tick}, ${size(this.kept.length)}.`);
  }

  /** Goes back to the snapshot that was kept. */
  goBack(): void {
    if (this.kept !== null) this.restore(this.kept);
  }

  /**
   * Puts the world into the state of a snapshot; one that does not fit is told of in the panel, and nothing is changed.
   *
   * @returns Whether it is there.
   */
  restore(bytes: Uint8Array): boolean {
    try {
      this.engine.restore(bytes);
    } catch (error) {
      this.fail(error);
      return false;
    }
    this.options.onRestore?.();
    this.tell(`Step ${this.engine.world.clock.tick} is back.`);
    return true;
  }

  /** Begins a recording of the network, or ends it and saves it as a file. */
  record(): void {
    if (this.recording !== null) {
      this.stopRecording();
      return;
    }
    try {
      this.recording = new Recording(this.engine);
      this.tell('Recording. It begins with everybody who is here.');
    } catch (error) {
      this.fail(error);
    }
  }

  /** Closes it for good. */
  dispose(): void {
    this.close();
    this.kept = null;
  }

  private makePanel(): Panel | null {
    const { engine, options, time, nameOf, layers } = this;
    if (options.parent === null || typeof document === 'undefined') return null;
    const { snapshots = true, recording = true, server = null } = options;
    return new Panel(
      engine,
      { nameOf, time, layers, snapshots, recording, server },
      {
        select: (guid) => this.select(guid),
        close: () => this.close(),
        layer: (layer, on) => this.setLayer(layer, on),
        record: () => this.record(),
        keep: () => this.keep(),
        goBack: () => this.goBack(),
        save: () => saveFile(engine.snapshot(), `step-${engine.world.clock.tick}.gaitsnap`),
        load: (bytes) => this.restore(bytes),
        fail: (error) => this.fail(error),
      },
    );
  }

  private update(): void {
    const { engine, opened } = this;
    if (opened === null) return;
    const { ink } = opened;
    ink.begin();
    const entity = this.guid === 0 ? 0 : engine.entityOf(this.guid);
    if (entity !== 0) {
      smoothPlace(engine.world, entity, this.options.alpha?.() ?? engine.alpha, this.place);
      sketchBody(engine.world, entity, this.place, this.layers, ink);
    }
    ink.end();
    if (opened.panel !== null && performance.now() - this.lastPanel >= PANEL_INTERVAL) this.updatePanel();
  }

  private updatePanel(): void {
    const panel = this.opened?.panel;
    if (!panel) return;
    this.lastPanel = performance.now();
    panel.update({
      selected: this.guid,
      recorded: this.recording?.messages ?? -1,
      hasKept: this.kept !== null,
      status: this.status,
      failed: this.failed,
    });
  }

  private stopRecording(): void {
    const { recording } = this;
    if (recording === null) return;
    this.recording = null;
    const bytes = recording.end();
    const name = `step-${this.engine.world.clock.tick}.gaitcap`;
    if (typeof document !== 'undefined') saveFile(bytes, name);
    this.tell(`Saved ${recording.messages} messages as ${name}.`);
  }

  private tell(status: string, failed = false): void {
    this.status = status;
    this.failed = failed;
    this.updatePanel();
  }

  private fail(error: unknown): void {
    this.tell(error instanceof Error ? error.message : String(error), true);
  }
}

/**
 * Makes an inspector of an engine's bodies. It is closed; `open()` or `toggle()` shows it.
 *
 * @example
 * const inspector = createInspector(gait, scene, { onRestore: () => characters.cut() });
 * addEventListener('keydown', ({ key }) => key === 'i' && inspector.toggle());
 * @throws TypeError for an option that there is not, or a layer that there is not.
 */
export function createInspector(engine: Engine, scene: Scene, options: InspectorOptions = {}): Inspector {
  requireKeys('createInspector', options, OPTIONS);
  return new Inspector(engine, scene, options);
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
