import { describeBody, describeSystems, type NameOf, readStrip } from './describe.ts';
import { make, mark, write } from './dom.ts';
import { panelStyle } from './panel-style.ts';
import { type SketchLayer, sketchLayers } from './sketch.ts';
import { Rows } from './rows.ts';
import { StripView } from './strip-view.ts';
import { type InspectorTime, TIME_SCALES } from './time-control.ts';
import type { SystemReading } from '../../added-systems.ts';
import type { Engine } from '../../create-engine.ts';

/** What hands do in the panel. */
export interface PanelActions {
  select(guid: number): void;
  close(): void;
  layer(layer: SketchLayer, on: boolean): void;
  record(): void;
  keep(): void;
  goBack(): void;
  save(): void;
  load(bytes: Uint8Array): void;
  /** Something could not be done. */
  fail(error: unknown): void;
}

/** How the panel is made. */
export interface PanelOptions {
  readonly nameOf: NameOf;
  readonly time: InspectorTime;
  readonly layers: ReadonlySet<SketchLayer>;
  /** Whether there are the buttons for snapshots, and for recordings. */
  readonly snapshots: boolean;
  readonly recording: boolean;
  /** A server behind the world, whose systems are listed, too. */
  readonly server: { systems(): readonly SystemReading[] } | null;
}

/** What the panel shows beside the engine. */
export interface PanelState {
  /** Guid of who is inspected; 0: nobody. */
  readonly selected: number;
  /** Messages that are recorded so far; -1: nothing is recorded. */
  readonly recorded: number;
  readonly hasKept: boolean;
  readonly status: string;
  readonly failed: boolean;
}

/** Bodies that the list of the panel has at most. */
const MOST_LISTED = 500;

/** The panel of the inspector, in a shadow of its own. */
export class Panel {
  readonly host = make('div', { 'data-gait-inspector': true });

  private readonly engine: Engine;
  private readonly options: PanelOptions;
  private readonly panel: HTMLElement;
  private readonly who: HTMLSelectElement;
  private readonly pause = make('button', { type: 'button' }, 'Pause');
  private readonly scale: HTMLSelectElement;
  private readonly record = make('button', { type: 'button', class: 'record', 'aria-pressed': 'false' }, 'Record');
  private readonly back = make('button', { type: 'button' }, 'Go back');
  private readonly status = make('p', { class: 'status', role: 'status' });
  private readonly nobody = make('p', { class: 'nobody' }, 'Nobody is selected. Choose somebody above.');
  private readonly strip = new StripView();
  private readonly stripSection: HTMLElement;
  private readonly sections = make('div');
  private readonly rows = new Map<string, { root: HTMLElement; rows: Rows }>();
  private readonly systems = new Rows();
  private readonly systemDetails: HTMLDetailsElement;
  private readonly serverSystems = new Rows();
  private readonly serverDetails: HTMLDetailsElement;
  private listed = '';

  constructor(engine: Engine, options: PanelOptions, actions: PanelActions) {
    this.engine = engine;
    this.options = options;
    const { time } = options;
    this.who = make('select', { class: 'who', 'aria-label': 'Body' });
    this.who.addEventListener('change', () => actions.select(Number(this.who.value)));
    this.pause.addEventListener('click', () => time.setPaused(!time.paused));
    this.scale = make(
      'select',
      { 'aria-label': 'Speed of time' },
      ...(time.scales ?? TIME_SCALES).map((scale) => make('option', { value: String(scale) }, `${scale}×`)),
    );
    this.scale.addEventListener('change', () => time.setScale(Number(this.scale.value)));
    this.record.addEventListener('click', actions.record);
    this.record.title = 'Record what comes and goes over the network, as a capture file';
    this.back.addEventListener('click', actions.goBack);
    this.stripSection = make('section', {}, make('h3', {}, 'Sequence'), this.strip.root);
    this.systemDetails = make('details', { open: true }, make('summary', {}, 'Systems, ms a step'), this.systems.root);
    this.serverDetails = make(
      'details',
      { open: true },
      make('summary', {}, 'Systems of the server, ms a step'),
      this.serverSystems.root,
    );
    const body = make(
      'div',
      { class: 'body', tabindex: '0', 'aria-label': 'What is known of the body' },
      this.nobody,
      this.stripSection,
      this.sections,
      this.makeLayers(actions),
      this.systemDetails,
      ...(options.server === null ? [] : [this.serverDetails]),
    );
    this.panel = make(
      'div',
      { class: 'panel', role: 'region', 'aria-label': 'Inspector', tabindex: '-1' },
      make(
        'header',
        {},
        make(
          'div',
          { class: 'row' },
          make('h2', {}, 'Inspector'),
          make('button', {
            type: 'button',
            class: 'close',
            'aria-label': 'Close the inspector',
            onclick: actions.close,
          }),
        ),
        make(
          'div',
          { class: 'row' },
          make('button', { type: 'button', 'aria-label': 'Body before', onclick: () => this.go(-1, actions) }, '‹'),
          this.who,
          make('button', { type: 'button', 'aria-label': 'Next body', onclick: () => this.go(1, actions) }, '›'),
        ),
        make(
          'div',
          { class: 'row times', role: 'toolbar', 'aria-label': 'Time' },
          this.pause,
          make('button', { type: 'button', onclick: () => time.step(), title: 'One step of the simulation' }, 'Step'),
          this.scale,
          ...(options.recording ? [this.record] : []),
        ),
        ...(options.snapshots ? [this.makeSnapshots(actions)] : []),
        this.status,
      ),
      body,
    );
    this.panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      actions.close();
    });
    const shadow = this.host.attachShadow({ mode: 'open' });
    shadow.append(make('style', {}, panelStyle), this.panel);
  }

  /** Puts the focus on it. */
  focus(): void {
    this.panel.focus({ preventScroll: true });
  }

  /** Brings it up to date. */
  update(state: PanelState): void {
    const { engine, options } = this;
    const { time } = options;
    this.listBodies(state.selected);
    write(this.pause, time.paused ? 'Play' : 'Pause');
    const scale = String(time.scale);
    if (this.scale.value !== scale) this.scale.value = scale;
    mark(this.record, 'aria-pressed', String(state.recorded >= 0));
    write(this.record, state.recorded >= 0 ? `Stop (${state.recorded})` : 'Record');
    this.back.disabled = !state.hasKept;
    write(this.status, state.status);
    this.status.classList.toggle('bad', state.failed);

    const entity = state.selected === 0 ? 0 : engine.entityOf(state.selected);
    this.nobody.hidden = entity !== 0;
    this.stripSection.hidden = entity === 0;
    this.sections.hidden = entity === 0;
    if (entity !== 0) {
      this.strip.update(readStrip(engine.world, entity));
      for (const { title, rows } of describeBody(engine.world, entity, options.nameOf)) this.showRows(title, rows);
    } else if (state.selected !== 0) write(this.nobody, `${options.nameOf(state.selected)} is not here.`);
    else write(this.nobody, 'Nobody is selected. Choose somebody above.');
    if (this.systemDetails.open) this.showSystems();
    const { server } = options;
    if (server !== null && this.serverDetails.open) this.serverSystems.update(describeSystems(server.systems()));
  }

  private makeSnapshots(actions: PanelActions): HTMLElement {
    const file = make('input', { type: 'file', accept: '.gaitsnap', 'aria-label': 'Snapshot file' });
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      file.value = '';
      if (chosen === undefined) return;
      chosen.arrayBuffer().then((bytes) => actions.load(new Uint8Array(bytes)), actions.fail);
    });
    const keep = make('button', { type: 'button', onclick: actions.keep }, 'Keep');
    keep.title = 'Keep a snapshot of the whole world';
    this.back.title = 'Back to the snapshot that was kept';
    const save = make('button', { type: 'button', onclick: actions.save }, 'Save');
    save.title = 'Save a snapshot as a file';
    const load = make('button', { type: 'button', onclick: () => file.click() }, 'Load…');
    load.title = 'Go to a snapshot from a file';
    return make(
      'div',
      { class: 'row states', role: 'toolbar', 'aria-label': 'Snapshots' },
      keep,
      this.back,
      save,
      load,
      file,
    );
  }

  private makeLayers(actions: PanelActions): HTMLElement {
    const labels = Object.entries(sketchLayers).map(([name, { label, colour, about }]) => {
      const layer = name as SketchLayer;
      const box = make('input', { type: 'checkbox' });
      box.checked = this.options.layers.has(layer);
      box.addEventListener('change', () => actions.layer(layer, box.checked));
      const chip = make('i');
      chip.style.setProperty('--colour', colour);
      return make('label', { title: about }, box, chip, label);
    });
    return make(
      'details',
      { open: true },
      make('summary', {}, 'Drawn in the world'),
      make('div', { class: 'layers' }, ...labels),
    );
  }

  private showRows(title: string, rows: readonly (readonly [string, string])[]): void {
    let known = this.rows.get(title);
    if (known === undefined) {
      const list = new Rows();
      known = { rows: list, root: make('section', {}, make('h3', {}, title), list.root) };
      this.rows.set(title, known);
      this.sections.append(known.root);
    }
    known.rows.update(rows);
  }

  private showSystems(): void {
    this.systems.update(describeSystems(this.engine.systems()));
  }

  private listBodies(selected: number): void {
    const { engine, who, options } = this;
    const entities = engine.entities();
    const guids: number[] = [];
    for (let index = 0; index < Math.min(entities.length, MOST_LISTED); index++)
      guids.push(engine.guidOf(entities[index]));
    if (selected !== 0 && !guids.includes(selected)) guids.unshift(selected);
    const listed = guids.join();
    if (listed !== this.listed) {
      this.listed = listed;
      who.replaceChildren(
        make('option', { value: '0' }, 'Nobody'),
        ...guids.map((guid) => make('option', { value: String(guid) }, options.nameOf(guid))),
      );
    }
    const value = String(selected);
    if (who.value !== value) who.value = value;
  }

  private go(by: number, actions: PanelActions): void {
    const options = [...this.who.options].map(({ value }) => Number(value)).filter((guid) => guid !== 0);
    if (options.length === 0) return;
    const at = options.indexOf(Number(this.who.value));
    const next = at < 0 ? (by > 0 ? 0 : options.length - 1) : (at + by + options.length) % options.length;
    actions.select(options[next]);
  }
}
