import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import motionTable from '../content/motion-tables/human.json';
import poses from '../content/poses/human.json';
import { createEngine, createMessagePortTransport, type Engine, MovementType } from '../index.ts';
import { type EntityView, FigureCrowd, PoseSet, SceneSync, toScene } from '../systems/render/index.ts';
import { CameraControl } from './camera-control.ts';
import type { Truth } from './control.ts';
import { createDetailsPanel, type DetailsPanel } from './hud/details-panel.ts';
import { byId } from './hud/element.ts';
import { createHelp } from './hud/help.ts';
import { Labels } from './hud/labels.ts';
import { createPeoplePanel, type PeoplePanel } from './hud/people-panel.ts';
import { createToolbar, type Toolbar } from './hud/toolbar.ts';
import { watchKeys } from './keyboard.ts';
import { Markers } from './markers.ts';
import { nearestFigure } from './picking.ts';
import { watchPointer } from './pointer.ts';
import { groundBelow } from './projection.ts';
import { Quality } from './quality.ts';
import { coloursOf, personOf, roster, VISITOR } from './roster.ts';
import type { ServerLink } from './server-link.ts';
import type { Stage } from './stage.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;
/** Milliseconds between two looks at the server's places, and between two updates of the panels. */
const TRUTH_INTERVAL = 100;
const PANEL_INTERVAL = 150;

/**
 * The page: a client world fed by the server's messages, the scene that shows it, and the panels around it. The only
 * thing that it asks beside the messages is where the server has everybody, for the rings and the panel.
 */
export class Page {
  readonly engine: Engine;
  readonly stage: Stage;
  readonly sync: SceneSync;
  readonly camera: CameraControl;
  readonly server: ServerLink;

  private readonly crowd: FigureCrowd;
  private readonly labels: Labels;
  private readonly markers: Markers;
  private readonly quality: Quality;
  private readonly people: PeoplePanel;
  private readonly details: DetailsPanel;
  private readonly toolbar: Toolbar;
  private readonly help = createHelp();
  private readonly dropped = new Map<number, Map<string, number>>();
  private readonly viewsByGuid = new Map<number, EntityView>();

  private selected = VISITOR;
  private badNetwork = false;
  private speed = SPEEDS.indexOf(1);
  private latestTruth: Truth | null = null;
  private asking = false;
  private lastFrame = 0;
  private lastTruth = 0;
  private lastPanel = 0;
  private frameTime = 1 / 60;

  /** @param simple Starts with the simplest picture. */
  constructor(stage: Stage, canvas: HTMLCanvasElement, server: ServerLink, simple = false) {
    this.stage = stage;
    this.server = server;
    this.engine = createEngine({ motionTables: [motionTable], unknown: 'spawn' });
    this.engine.connect(createMessagePortTransport(server.data, { ordered: false }));
    this.engine.on('messageDropped', ({ guid, reason }) => {
      const reasons = this.dropped.get(guid) ?? new Map<string, number>();
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      this.dropped.set(guid, reasons);
    });

    this.crowd = new FigureCrowd(stage.scene, this.engine.world, new PoseSet(poses));
    stage.castShadows(this.crowd.meshes);
    this.labels = new Labels(byId('labels'));
    this.markers = new Markers(stage.scene);
    this.quality = new Quality(stage, simple);
    this.sync = new SceneSync(stage.scene, this.engine.world, {
      onEnter: (view) => this.enter(view),
      onLeave: (view) => this.leave(view),
    });
    this.camera = new CameraControl(stage, canvas);
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.camera.reducedMotion = stillness.matches;
    stillness.addEventListener('change', ({ matches }) => {
      this.camera.reducedMotion = matches;
    });

    // Open panels leave the middle of a wide page free.
    const wide = matchMedia('(min-width: 1080px)').matches;
    this.people = createPeoplePanel(wide, (guid) => this.select(guid));
    this.details = createDetailsPanel(wide);
    this.toolbar = createToolbar({
      network: () => this.setBadNetwork(!this.badNetwork),
      pause: () => this.setPaused(!this.engine.paused),
      speed: () => this.changeSpeed(this.speed > 0 ? -1 : SPEEDS.length - 1),
      follow: () => this.setFollowing(!this.camera.following),
      rings: () => this.setRings(!this.markers.ringsVisible),
      help: () => this.toggleHelp(),
    });
    byId('interface').append(this.people.root, this.details.root, this.toolbar.root, this.help);
    if (matchMedia('(max-width: 760px)').matches) this.openOneAtATime();
    this.watchInput(canvas);
    this.select(VISITOR);
    this.showTools();

    document.addEventListener('visibilitychange', () => this.tellTime());
    new ResizeObserver(() => stage.engine.resize()).observe(canvas);
  }

  /** How many people the client world has. */
  get present(): number {
    return this.viewsByGuid.size;
  }

  /** How many figures are drawn. */
  get figures(): number {
    return this.crowd.count;
  }

  /** How many people there are to be. */
  get expected(): number {
    return roster.length;
  }

  /** Draws one frame. @param time Milliseconds, as requestAnimationFrame tells it. */
  frame(time: number): void {
    const seconds = this.lastFrame === 0 ? 0 : (time - this.lastFrame) / 1000;
    this.lastFrame = time;
    if (seconds > 0) {
      this.quality.frame(seconds);
      this.frameTime += (Math.min(seconds, 1) - this.frameTime) * 0.1;
    }
    this.engine.update(time / 1000);
    const { alpha } = this.engine;
    this.sync.update(alpha);
    this.crowd.update(alpha);
    const selectedView = this.viewsByGuid.get(this.selected);
    this.camera.update(seconds, selectedView?.node.position ?? null);
    this.markers.select(selectedView?.node.position ?? null);
    this.drawStrips();
    const visitor = this.viewsByGuid.get(VISITOR);
    if (visitor) this.markers.reach(visitor.node.position);
    this.stage.scene.render();
    this.labels.update(this.stage, this.selected, ({ entity }) => this.engine.world.components.body.height[entity]);
    this.askTruth(time);
    if (time - this.lastPanel >= PANEL_INTERVAL) {
      this.lastPanel = time;
      this.showDetails();
    }
  }

  /** Selects somebody; 0: nobody. */
  select(guid: number): void {
    this.selected = guid;
    this.people.select(guid);
    if (guid === 0) this.setFollowing(false);
    this.showDetails();
  }

  /** Makes the network bad, or good again. */
  setBadNetwork(bad: boolean): void {
    this.badNetwork = bad;
    this.server.tell({ kind: 'network', bad });
    this.showTools();
  }

  setPaused(paused: boolean): void {
    if (paused) this.engine.pause();
    else this.engine.resume();
    this.tellTime();
    this.showTools();
  }

  /** Everybody stands still, or goes on. */
  halt(on: boolean): void {
    this.server.tell({ kind: 'halt', on });
  }

  /** Shows or hides everything but the picture. */
  setInterface(visible: boolean): void {
    document.body.classList.toggle('bare', !visible);
  }

  /** Shows or hides routes, rings and strips. */
  showMarkers(visible: boolean): void {
    this.markers.visible = visible;
  }

  private enter(view: EntityView): void {
    const person = personOf(view.guid);
    this.viewsByGuid.set(view.guid, view);
    this.crowd.add(view, coloursOf(person));
    this.labels.add(view);
  }

  private leave(view: EntityView): void {
    this.viewsByGuid.delete(view.guid);
    this.crowd.remove(view);
    this.labels.remove(view);
  }

  private watchInput(canvas: HTMLCanvasElement): void {
    watchPointer(canvas, {
      tap: (x, y) => {
        const guid = nearestFigure(this.stage, this.viewsByGuid.values(), x, y);
        if (guid !== 0) this.select(guid);
      },
      doubleTap: (x, y) => {
        const guid = nearestFigure(this.stage, this.viewsByGuid.values(), x, y);
        if (guid !== 0) {
          this.select(guid);
          this.setFollowing(true);
          return;
        }
        const ground = groundBelow(this.stage, x, y);
        if (ground !== null) this.callVisitor(ground);
      },
    });
    watchKeys({
      n: () => this.setBadNetwork(!this.badNetwork),
      p: () => this.setPaused(!this.engine.paused),
      '[': () => this.changeSpeed(-1),
      ']': () => this.changeSpeed(1),
      f: () => this.setFollowing(!this.camera.following),
      g: () => this.setRings(!this.markers.ringsVisible),
      l: () => {
        this.labels.visible = !this.labels.visible;
      },
      u: () => this.setInterface(document.body.classList.contains('bare')),
      r: () => {
        this.camera.reset();
        this.showTools();
      },
      h: () => this.toggleHelp(),
      '?': () => this.toggleHelp(),
      Escape: () => this.select(0),
    });
  }

  private callVisitor(place: Vector3): void {
    const { x, y } = this.markers.call(place);
    this.server.tell({ kind: 'call', x, y });
  }

  private changeSpeed(by: number): void {
    this.speed = Math.min(SPEEDS.length - 1, Math.max(0, this.speed + by));
    this.engine.timeScale = SPEEDS[this.speed];
    this.tellTime();
    this.showTools();
  }

  private setFollowing(on: boolean): void {
    this.camera.follow(on && this.selected !== 0);
    this.showTools();
  }

  private setRings(visible: boolean): void {
    this.markers.ringsVisible = visible;
    this.markers.showTruth(this.latestTruth?.bodies ?? []);
    this.showTools();
  }

  private toggleHelp(): void {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  /** The server's time goes as the page's; a page that nobody sees lets nobody walk. */
  private tellTime(): void {
    this.server.tell({ kind: 'time', paused: this.engine.paused || document.hidden, scale: this.engine.timeScale });
  }

  private drawStrips(): void {
    const { markers, engine } = this;
    markers.beginStrips();
    for (const view of this.viewsByGuid.values()) {
      const { type, target, x, y, z, stuckTo, movingAway } = engine.readMoveTo(view.entity);
      const goes = type === MovementType.MoveToObject || type === MovementType.MoveToPosition;
      if ((!goes && stuckTo === 0) || movingAway) continue;
      const goal = this.viewsByGuid.get(stuckTo === 0 ? target : stuckTo);
      markers.addStrip(view.guid, view.node.position, goal?.node.position ?? toScene(x, y, z, this.goal));
    }
    markers.endStrips();
  }

  private readonly goal = new Vector3();

  private askTruth(time: number): void {
    if (this.asking || time - this.lastTruth < TRUTH_INTERVAL) return;
    this.asking = true;
    this.lastTruth = time;
    this.server.truth().then((truth) => {
      this.asking = false;
      this.latestTruth = truth;
      this.markers.showTruth(truth.bodies);
    });
  }

  private showTools(): void {
    this.toolbar.show({
      badNetwork: this.badNetwork,
      paused: this.engine.paused,
      speed: SPEEDS[this.speed],
      following: this.camera.following,
      rings: this.markers.ringsVisible,
    });
  }

  private showDetails(): void {
    const { engine, selected, latestTruth } = this;
    const place = this.viewsByGuid.get(selected)?.place;
    const there = latestTruth?.bodies.find(({ guid }) => guid === selected);
    this.details.update({
      engine,
      selected,
      dropped: this.dropped.get(selected) ?? new Map(),
      truth: latestTruth,
      offset: place && there ? Math.hypot(there.x - place.x, there.y - place.y) : null,
      framesPerSecond: 1 / this.frameTime,
    });
  }

  /** On a narrow page an open panel covers the other one. */
  private openOneAtATime(): void {
    const panels = [this.people.root, this.details.root] as HTMLDetailsElement[];
    panels.forEach((panel, index) => {
      panel.addEventListener('toggle', () => {
        if (panel.open) panels[1 - index].open = false;
      });
    });
  }
}
