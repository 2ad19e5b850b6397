import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { type Engine, MovementType, BodyF32 } from '../index.ts';
import { type EntityView, toScene } from '../systems/render/index.ts';
import type { Truth } from './control.ts';
import type { FieldWorld } from './field-world.ts';
import { Figures } from './figures.ts';
import { createDetailsPanel, type DetailsPanel } from './hud/details-panel.ts';
import { fieldHelp } from './hud/field-help.ts';
import { coveredBy, panelsCover } from './hud/free-area.ts';
import { Labels } from './hud/labels.ts';
import { openOneAtATime } from './hud/one-at-a-time.ts';
import { createPeoplePanel, type PeoplePanel } from './hud/people-panel.ts';
import { createToolbar, type Toolbar } from './hud/toolbar.ts';
import { Markers } from './markers.ts';
import { behaviours, coloursOf, personOf, roster, VISITOR } from './roster.ts';
import type { Surroundings, View } from './view.ts';

/** Seconds between two looks at the server's places, and between two updates of the panels. */
const TRUTH_INTERVAL = 0.1;
const PANEL_INTERVAL = 0.15;

/**
 * The field: a client world fed by the server's messages. The only thing that it asks beside the messages is where the
 * server has everybody, for the rings and the panel.
 */
export class FieldView implements View {
  readonly engine: Engine;
  readonly figures: Figures;
  readonly description = 'A field with walking people, seen by a camera that you can turn';
  readonly help = fieldHelp;
  readonly keys: Readonly<Record<string, () => void>>;

  private readonly around: Surroundings;
  private readonly field: FieldWorld;
  private readonly labels: Labels;
  private readonly markers: Markers;
  private readonly people: PeoplePanel;
  private readonly details: DetailsPanel;
  private readonly toolbar: Toolbar;
  private readonly goal = new Vector3();

  private selected = VISITOR;
  private latestTruth: Truth | null = null;
  private asking = false;
  private lastTruth = 0;
  private lastPanel = 0;
  private framesPerSecond = 60;
  /** Pixels that panels and tools left free for who is followed, last time; 0: nobody was. */
  private freeHeight = 0;
  private disposed = false;

  constructor(around: Surroundings, field: FieldWorld) {
    this.around = around;
    this.field = field;
    this.engine = field.engine;
    const { stage } = around;
    stage.setOpen(false);
    stage.setGround(true);
    this.labels = new Labels(around.labels, ({ guid }) => {
      const person = personOf(guid);
      return person === undefined
        ? { name: guid.toString(16), colour: '#9aa3ab' }
        : { name: person.name, colour: behaviours[person.behaviour].colour };
    });
    this.markers = new Markers(stage.scene);
    this.figures = new Figures(stage, this.engine, {
      colours: ({ guid }) => coloursOf(personOf(guid)),
      onEnter: (view) => this.labels.add(view),
      onLeave: (view) => this.labels.remove(view),
    });

    // Open panels leave the middle of a wide page free.
    const wide = matchMedia('(min-width: 1080px)').matches;
    this.people = createPeoplePanel(wide, (guid) => this.select(guid));
    this.details = createDetailsPanel(wide);
    this.toolbar = createToolbar({
      network: () => this.setBadNetwork(!field.badNetwork),
      pause: () => this.setPaused(!this.engine.paused),
      speed: () => this.changeSpeed(-1, true),
      follow: () => this.setFollowing(!around.camera.following),
      rings: () => this.setRings(!this.markers.ringsVisible),
      inspect: around.inspect,
      scenes: around.showScenes,
      help: around.showHelp,
    });
    around.interface.append(this.people.root, this.details.root, this.toolbar.root);
    openOneAtATime(this.people.root, this.details.root);
    this.keys = {
      n: () => this.setBadNetwork(!field.badNetwork),
      p: () => this.setPaused(!this.engine.paused),
      '[': () => this.changeSpeed(-1),
      ']': () => this.changeSpeed(1),
      f: () => this.setFollowing(!around.camera.following),
      g: () => this.setRings(!this.markers.ringsVisible),
      Escape: () => this.select(0),
    };
    around.camera.reset();
    field.rest(false);
    this.select(VISITOR);
    this.showTools();
  }

  get readiness(): { text: string; share: number } {
    const { count } = this.figures;
    return { text: `Waiting for people: ${count} of ${roster.length}`, share: Math.min(1, count / roster.length) };
  }

  update(time: number, passed: number): void {
    const { engine, figures, markers } = this;
    engine.update(time);
    figures.update(engine.alpha);
    const position = figures.of(this.selected)?.node.position ?? null;
    this.around.camera.update(passed, position);
    markers.select(position);
    this.drawStrips();
    const visitor = figures.of(VISITOR);
    if (visitor) markers.reach(visitor.node.position);
  }

  after(time: number, framesPerSecond: number): void {
    const { body } = this.engine.world.components;
    this.labels.update(
      this.around.stage,
      this.selected,
      ({ entity }) => body.f32[entity * BodyF32.row + BodyF32.height],
    );
    this.askTruth(time);
    this.framesPerSecond = framesPerSecond;
    if (time - this.lastPanel < PANEL_INTERVAL) return;
    this.lastPanel = time;
    this.showDetails();
    this.centre();
  }

  select(guid: number): void {
    this.selected = guid;
    this.people.select(guid);
    this.around.selected(guid);
    if (guid === 0) this.setFollowing(false);
    this.showDetails();
  }

  /** Makes the network bad, or good again. */
  setBadNetwork(bad: boolean): void {
    this.field.setBadNetwork(bad);
    this.showTools();
  }

  setPaused(paused: boolean): void {
    this.field.setPaused(paused);
    this.showTools();
  }

  setSpeed(factor: number): void {
    this.field.setSpeed(factor);
    this.showTools();
  }

  nameOf(guid: number): string | undefined {
    return personOf(guid)?.name;
  }

  setFollowing(on: boolean): void {
    this.around.camera.follow(on && this.selected !== 0);
    this.showTools();
  }

  get labelled(): boolean {
    return this.labels.visible;
  }

  setLabels(visible: boolean): void {
    this.labels.visible = visible;
  }

  resetView(): void {
    this.around.camera.reset();
    this.showTools();
  }

  showMarkers(visible: boolean): void {
    this.markers.visible = visible;
  }

  callTo(ground: Vector3): void {
    const { x, y } = this.markers.call(ground);
    this.field.call(x, y);
  }

  dispose(): void {
    this.disposed = true;
    this.field.rest(true);
    this.figures.dispose();
    this.markers.dispose();
    for (const { root } of [this.people, this.details, this.toolbar]) root.remove();
  }

  /** Keeps what the camera looks at out from under an open inspector and, where somebody is followed, an open panel. */
  private centre(): void {
    const { camera } = this.around;
    const free = coveredBy(this.people.root, this.details.root, this.toolbar.root);
    const follows = camera.following && panelsCover();
    camera.centreIn(follows || document.body.classList.contains('inspecting') ? free : null);
    // Once: hands may bring it nearer again.
    const height = follows ? free.bottom - free.top : 0;
    if (follows && height !== this.freeHeight) camera.makeRoom(free);
    this.freeHeight = height;
  }

  private changeSpeed(by: number, round = false): void {
    this.field.changeSpeed(by, round);
    this.showTools();
  }

  private setRings(visible: boolean): void {
    this.markers.ringsVisible = visible;
    this.markers.showTruth(this.latestTruth?.bodies ?? []);
    this.showTools();
  }

  private drawStrips(): void {
    const { markers, engine, figures } = this;
    markers.beginStrips();
    for (const view of figures.views) {
      const { type, target, x, y, z, stuckTo, movingAway } = engine.readMoveTo(view.entity);
      const goes = type === MovementType.MoveToObject || type === MovementType.MoveToPosition;
      if ((!goes && stuckTo === 0) || movingAway) continue;
      const goal = figures.of(stuckTo === 0 ? target : stuckTo);
      markers.addStrip(view.guid, view.node.position, goal?.node.position ?? toScene(x, y, z, this.goal));
    }
    markers.endStrips();
  }

  private askTruth(time: number): void {
    if (this.asking || time - this.lastTruth < TRUTH_INTERVAL) return;
    this.asking = true;
    this.lastTruth = time;
    this.field.server.truth().then((truth) => {
      this.asking = false;
      if (this.disposed) return;
      this.latestTruth = truth;
      this.markers.showTruth(truth.bodies);
    });
  }

  private showTools(): void {
    this.toolbar.show({
      badNetwork: this.field.badNetwork,
      paused: this.engine.paused,
      speed: this.field.speed,
      following: this.around.camera.following,
      rings: this.markers.ringsVisible,
    });
  }

  private showDetails(): void {
    const { engine, selected, latestTruth } = this;
    const view: EntityView | undefined = this.figures.of(selected);
    const there = latestTruth?.bodies.find(({ guid }) => guid === selected);
    this.details.update({
      engine,
      selected,
      dropped: this.field.dropped.get(selected) ?? new Map(),
      truth: latestTruth,
      offset: view && there ? Math.hypot(there.x - view.place.x, there.y - view.place.y) : null,
      framesPerSecond: this.framesPerSecond,
    });
  }
}
