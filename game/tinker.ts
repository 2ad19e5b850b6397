import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Engine, Replay } from '../index.ts';
import { placeOfNode, toScene } from '../systems/render/index.ts';
import type { Eye } from './camera-control.ts';
import type { CaptureView } from './capture/capture-view.ts';
import type { Truth } from './control.ts';
import type { Page } from './page.ts';
import type { Place } from './play/play-control.ts';
import type { PlayView } from './play/play-view.ts';
import type { Going } from './play/play-world.ts';
import type { SceneName } from './play/scenes.ts';
import { projectPoint } from './projection.ts';

/** Where the picture has somebody: world metres and compass degrees. */
export interface DrawnBody {
  readonly guid: number;
  readonly entity: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** Handles of a capture that is shown. */
export interface CaptureTinker {
  readonly replay: Replay;
  readonly playing: boolean;
  /** Goes to a time, seconds, in pieces as the time line does. Answered when it is there and drawn. */
  seek(time: number): Promise<void>;
  /** Everybody who is there, and what they do, as it stands beside their names. */
  doings(): { guid: number; name: string; text: string }[];
}

/** Handles of a scene that is played in. Places in world metres. */
export interface PlayTinker {
  /** Null: a server's. */
  readonly scene: SceneName | null;
  /** The player's body in the world that is shown; 0: it is not there yet. */
  readonly me: number;
  readonly guid: number;
  /** Where the player is being walked; null: nowhere. */
  readonly errand: Going | null;
  /** Whether a goal is marked in the picture. */
  readonly marksGoal: boolean;
  /** How often the server has put the player back. */
  readonly corrections: number;
  readonly autoruns: boolean;
  /** Where the camera is and what it looks at; compass degrees, degrees downwards, and metres. */
  readonly camera: { yaw: number; pitch: number; distance: number; shown: number; eye: Place; focus: Place };
  /** Metres of the ground below feet. */
  heightAt(x: number, y: number, z: number): number;
  /** Metres that are free of walls from one place towards another. */
  freeWay(from: Place, to: Place): number;
  /** Has the server put the player somewhere; null: where it starts. */
  put(to: (Place & { heading?: number }) | null): void;
  /** Turns the camera, degrees. */
  turnCamera(right: number, down: number): void;
  /** Where a place is in the picture, CSS pixels; `depth` is 0 to 1, else it is not in view. */
  screenOf(place: Place): { x: number; y: number; depth: number };
}

/** `window.gait`: the page's handles for tests and for curious people at the console. */
export interface Tinker {
  /** The world that is shown, with its public interface. */
  readonly engine: Engine;
  /** The capture that is shown; null: something else is. */
  readonly capture: CaptureTinker | null;
  /** The scene that is played in; null: something else is shown. */
  readonly play: PlayTinker | null;
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
  /** Counts of all that the scene and the page hold. */
  readonly held: Readonly<Record<string, number>>;
}

declare global {
  interface Window {
    gait?: Tinker;
  }
}

/** Makes the handles of a page. */
export function createTinker(page: Page, ready: Promise<void>): Tinker {
  const { stage, camera } = page;
  const { scene } = stage;
  return {
    get engine() {
      return page.view.engine;
    },
    get capture() {
      return page.capture === null ? null : captureTinker(page, page.capture);
    },
    get play() {
      return page.play === null ? null : playTinker(page, page.play);
    },
    ready,
    truth: () => (page.play === null ? page.field.server.truth() : page.play.world.link.truth()),
    drawn() {
      const { views, origin } = page.view.figures;
      return Array.from(views, ({ guid, entity, node }) => ({
        guid,
        entity,
        ...placeOfNode(node, { x: 0, y: 0, z: 0, heading: 0 }, origin),
      }));
    },
    draw: () => page.frame(performance.now()),
    look(from, at) {
      camera.look(from, at);
      return { fov: stage.camera.fov };
    },
    select: (guid) => page.view.select(guid),
    halt: (on) => {
      if (page.play === null) page.field.halt(on);
      else page.play.world.link.tell({ kind: 'halt', on });
    },
    badNetwork: (on) => page.setBadNetwork(on),
    pause: (on) => page.view.setPaused(on),
    showInterface: (on) => page.setInterface(on),
    showMarkers: (on) => page.view.showMarkers(on),
    resetView: () => page.view.resetView(),
    get counts() {
      const nodes = scene.transformNodes.filter(({ name }) => name.startsWith('entity ')).length;
      return { bodies: page.view.engine.entities().length, nodes, figures: page.view.figures.count };
    },
    get held() {
      const { transformNodes, meshes, geometries, materials, textures, skeletons } = scene;
      return {
        nodes: transformNodes.length,
        meshes: meshes.length,
        geometries: geometries.length,
        materials: materials.length,
        textures: textures.length,
        skeletons: skeletons.length,
        elements: document.querySelectorAll('*').length,
      };
    },
  };
}

function captureTinker(page: Page, view: CaptureView): CaptureTinker {
  const { replay, player } = view;
  return {
    replay,
    get playing() {
      return player.playing;
    },
    async seek(time) {
      await player.goTo(time);
      page.frame(performance.now());
    },
    doings: () => view.doings,
  };
}

function playTinker(page: Page, view: PlayView): PlayTinker {
  const { world, follow } = view;
  const { ground } = world.scene;
  return {
    scene: world.scene.name,
    me: world.me,
    guid: world.playerGuid,
    errand: world.errand,
    marksGoal: view.marksGoal,
    corrections: world.corrections,
    autoruns: world.input.autoruns,
    camera: {
      yaw: follow.yaw,
      pitch: follow.pitch,
      distance: follow.distance,
      shown: follow.shown,
      eye: { ...follow.eye },
      focus: { ...follow.focus },
    },
    heightAt: (x, y, z) => ground.heightAt(x, y, z),
    freeWay(from, to) {
      const length = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
      return (ground.cast(from, to, 0)?.share ?? 1) * length;
    },
    put: (to) => world.link.tell({ kind: 'put', to }),
    turnCamera: (right, down) => follow.turn(right, down),
    screenOf({ x, y, z }) {
      return projectPoint(page.stage, toScene(x, y, z, new Vector3()), { x: 0, y: 0, depth: 0 });
    },
  };
}
