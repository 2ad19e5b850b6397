import type { Engine } from '../index.ts';
import { placeOfNode } from '../systems/render/index.ts';
import type { Eye } from './camera-control.ts';
import type { Truth } from './control.ts';
import type { Page } from './page.ts';

/** Where the picture has somebody: world metres and compass degrees. */
export interface DrawnBody {
  readonly guid: number;
  readonly entity: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** `window.gait`: the page's handles for tests and for curious people at the console. */
export interface Tinker {
  /** The client world, with its public interface. */
  readonly engine: Engine;
  /** Answered when everybody is there and the picture has been drawn. */
  readonly ready: Promise<void>;
  /** The server's world as it is now. */
  truth(): Promise<Truth>;
  /** Where the last picture has everybody, read from the scene's nodes. */
  drawn(): DrawnBody[];
  /** Draws one picture now instead of at the screen's next. */
  draw(): void;
  /** Puts the camera at a place, looking at another, and leaves it there; its vertical field of view is `fov` radians. */
  look(from: Eye, at: Eye): { fov: number };
  select(guid: number): void;
  /** Everybody stands still, or goes on. */
  halt(on: boolean): void;
  badNetwork(on: boolean): void;
  /** Stops time, or lets it go on. */
  pause(on: boolean): void;
  /** Shows or hides everything but the picture. */
  showInterface(on: boolean): void;
  /** Shows or hides routes, rings and strips. */
  showMarkers(on: boolean): void;
  /** Puts the camera back to where it was at the start. */
  resetView(): void;
  /** Counts: bodies of the client world, nodes of the scene for them, and figures. */
  readonly counts: { bodies: number; nodes: number; figures: number };
}

declare global {
  interface Window {
    gait?: Tinker;
  }
}

/** Makes the handles of a page. */
export function createTinker(page: Page, ready: Promise<void>): Tinker {
  const { engine, stage, sync, camera, server } = page;
  return {
    engine,
    ready,
    truth: () => server.truth(),
    drawn: () =>
      Array.from(sync.views.values(), ({ guid, entity, node }) => ({
        guid,
        entity,
        ...placeOfNode(node, { x: 0, y: 0, z: 0, heading: 0 }),
      })),
    draw: () => page.frame(performance.now()),
    look(from, at) {
      camera.look(from, at);
      return { fov: stage.camera.fov };
    },
    select: (guid) => page.select(guid),
    halt: (on) => page.halt(on),
    badNetwork: (on) => page.setBadNetwork(on),
    pause: (on) => page.setPaused(on),
    showInterface: (on) => page.setInterface(on),
    showMarkers: (on) => page.showMarkers(on),
    resetView: () => camera.reset(),
    get counts() {
      const nodes = stage.scene.transformNodes.filter(({ name }) => name.startsWith('entity ')).length;
      return { bodies: engine.entities().length, nodes, figures: page.figures };
    },
  };
}
