import { createInspector, type Inspector, type InspectorTime } from '../systems/render/index.ts';
import { press } from './hud/tool.ts';
import type { Stage } from './stage.ts';
import type { View } from './view.ts';

/** The inspector on the page: of whatever view is shown, made when it is first asked for. */
export class Inspection {
  private readonly stage: Stage;
  private view: View;
  private inspector: Inspector | null = null;
  private selected = 0;
  private showing = false;

  constructor(stage: Stage, view: View) {
    this.stage = stage;
    this.view = view;
  }

  get isOpen(): boolean {
    return this.inspector?.isOpen ?? false;
  }

  toggle(): void {
    this.inspector ??= this.make();
    if (!this.isOpen) this.inspector.select(this.firstChoice());
    this.inspector.toggle();
  }

  /** Somebody was selected elsewhere on the page. */
  select(guid: number): void {
    this.selected = guid;
    if (guid !== 0) this.inspector?.select(guid);
  }

  /** The view that is shown goes. @returns Whether it was being inspected. */
  leave(): boolean {
    const open = this.isOpen;
    this.inspector?.dispose();
    this.inspector = null;
    this.selected = 0;
    return open;
  }

  /** Another view is shown. @param open Whether to inspect it at once. */
  enter(view: View, open: boolean): void {
    this.view = view;
    if (open) this.toggle();
  }

  private make(): Inspector {
    const { view, stage } = this;
    const { past = true } = view.inspection ?? {};
    return createInspector(view.engine, stage.scene, {
      origin: view.figures.origin,
      name: (guid) => view.nameOf?.(guid) ?? `0x${guid.toString(16)}`,
      alpha: view.inspection?.alpha,
      time: view.inspection?.time ?? timeOf(view),
      snapshots: past,
      recording: past,
      server: view.inspection?.server,
      onRestore: () => view.figures.cut(),
      onSelect: (guid) => {
        if (guid !== this.selected) view.select(guid);
      },
      onToggle: (open) => {
        if (open === this.showing) return;
        this.showing = open;
        document.body.classList.toggle('inspecting', open);
        for (const tool of document.querySelectorAll<HTMLElement>('[aria-keyshortcuts="I"]')) press(tool, open);
      },
    });
  }

  /** Who is selected, else the player, else anybody. */
  private firstChoice(): number {
    const { engine } = this.view;
    const { playerGuid } = engine.world;
    const known = [this.selected, playerGuid].find((guid) => guid !== 0 && engine.entityOf(guid) !== 0);
    const [first] = engine.entities();
    return known ?? (first === undefined ? 0 : engine.guidOf(first));
  }
}

/** The time of a view, which stops its server, too. */
function timeOf(view: View): InspectorTime {
  const { engine } = view;
  return {
    get paused() {
      return engine.paused;
    },
    setPaused: (paused) => view.setPaused(paused),
    step() {
      view.setPaused(true);
      engine.step();
    },
    get scale() {
      return engine.timeScale;
    },
    setScale(scale) {
      if (view.setSpeed) view.setSpeed(scale);
      else engine.timeScale = scale;
    },
  };
}
