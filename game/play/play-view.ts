import type { Engine } from '../../index.ts';
import type { Truth } from '../control.ts';
import type { Figures } from '../figures.ts';
import type { FreeArea } from '../camera-control.ts';
import { besideInspector } from '../hud/free-area.ts';
import { GamepadDevice } from '../input/gamepad-device.ts';
import { isTakenInPage, listenToKeyboard } from '../input/keyboard-device.ts';
import { LookDevice } from '../input/look-device.ts';
import { createTouchControls, type TouchControls } from '../input/touch-controls.ts';
import { nearestFigure } from '../picking.ts';
import { SceneView } from '../scene-view.ts';
import type { Surroundings, View, ViewInspection } from '../view.ts';
import type { FollowCamera } from './follow-camera.ts';
import { PlayMarks } from './marks.ts';
import { PlayCamera } from './play-camera.ts';
import { playHelp } from './play-help.ts';
import { createPlayHud, type PlayHud } from './play-hud.ts';
import { PlayPeople } from './play-people.ts';
import type { PlayWorld } from './play-world.ts';
import { pointedPlace } from './pointed-place.ts';
import { hasCrowd, isTouched, sizeOfCrowd } from './scenes.ts';

/** Seconds between two looks at the server's places, when they are shown and when not, and between two updates of the panel. */
const TRUTH_INTERVAL = { rings: 0.1, numbers: 0.5 } as const;
const PANEL_INTERVAL = 0.2;
/** Degrees a second that a stick pushed to its end turns the camera. */
const PAD_TURN = 170;
const PAD_TILT = 100;

/** A scene with the player in it, seen from behind: the client's world, and what moves the player. */
export class PlayView implements View {
  readonly engine: Engine;
  readonly figures: Figures;
  readonly world: PlayWorld;
  readonly follow: FollowCamera;
  readonly description: string;
  readonly help = playHelp;
  readonly keys: Readonly<Record<string, () => void>>;
  readonly nameOf: (guid: number) => string;
  readonly inspection: ViewInspection;

  private readonly around: Surroundings;
  private readonly scene: SceneView;
  private readonly people: PlayPeople;
  private readonly camera: PlayCamera;
  private readonly marks: PlayMarks;
  private readonly hud: PlayHud;
  private readonly touch: TouchControls;
  private readonly look: LookDevice;
  private readonly pads: GamepadDevice;
  private readonly stopListening: () => void;

  private latestTruth: Truth | null = null;
  private asking = false;
  private lastTruth = 0;
  private lastPanel = 0;
  /** Where the player is to be in the picture; null: in its middle. */
  private free: FreeArea | null = null;
  private framesPerSecond = 60;
  private disposed = false;

  /** @param drawn The scene, when it is drawn already. */
  constructor(around: Surroundings, world: PlayWorld, drawn: SceneView | null = null) {
    this.around = around;
    this.world = world;
    this.engine = world.engine;
    const { stage } = around;
    const { name, ground, title, description } = world.scene;
    const crowd = sizeOfCrowd(world.scene);
    this.description = `${title}: ${description}. You are one of the people in it.`;

    // A server elsewhere has systems of its own, and tells nobody of them.
    this.inspection = world.isElsewhere
      ? {}
      : {
          server: {
            timeSystems: (timed) => world.link.tell({ kind: 'systems', timed }),
            systems: () => world.serverSystems,
          },
        };
    stage.setOpen(true);
    stage.setGround(false);
    this.scene = drawn ?? new SceneView(stage, ground.scene, ground.shapes, around.fine);
    if (around.fine) this.scene.sharpen();
    stage.castStillShadows(this.scene.casters);
    this.marks = new PlayMarks(stage.scene);
    this.people = new PlayPeople(around, world);
    this.figures = this.people.figures;
    this.nameOf = (guid) => this.people.nameOf(guid);

    const touched = isTouched();
    this.hud = createPlayHud(
      world.scene,
      {
        scenes: around.showScenes,
        network: () => this.setBadNetwork(!world.badNetwork),
        rings: () => this.setRings(!this.marks.ringsVisible),
        pause: () => this.setPaused(!this.engine.paused),
        inspect: around.inspect,
        captures: around.showCaptures,
        help: around.showHelp,
      },
      {
        open: matchMedia('(min-width: 1080px)').matches,
        touched,
        crowd: hasCrowd(name) ? { count: crowd, choose: around.showCrowd } : null,
      },
    );
    this.touch = createTouchControls(world.input);
    around.interface.append(this.hud.panel, this.hud.root, this.touch.root);
    document.body.classList.add('plays');
    this.keys = {
      m: around.showScenes,
      n: () => this.setBadNetwork(!world.badNetwork),
      g: () => this.setRings(!this.marks.ringsVisible),
      p: () => this.setPaused(!this.engine.paused),
      c: () => this.resetView(),
      v: () => this.look.toggleLock(),
      Escape: () => world.stand(),
    };

    this.camera = new PlayCamera(around, world);
    this.follow = this.camera.follow;

    this.look = new LookDevice(around.canvas, {
      turn: (dx, dy) => this.follow.drag(dx, dy),
      zoom: (factor) => this.follow.zoom(factor),
      mouseTurns: (on) => {
        world.mouseTurns = on;
      },
    });
    this.pads = new GamepadDevice(world.input);
    this.stopListening = listenToKeyboard(world.input, { keys: window, page: document, isTaken: isTakenInPage });
    world.listeners.ended = (reached) => {
      if (!reached) this.hud.say('There is no way to get there.');
    };
    this.showTools();
  }

  get readiness(): { text: string; share: number } {
    const { expected, me } = this.world;
    const { count } = this.figures;
    if (expected === 0 || me === 0) return { text: 'Waiting for the server', share: 0 };
    return { text: `Waiting for people: ${count} of ${expected}`, share: Math.min(1, count / expected) };
  }

  update(time: number, passed: number): void {
    const { engine, figures, world, follow, marks } = this;
    const pad = this.pads.poll(navigator.getGamepads?.() ?? [], time);
    if (pad.right !== 0 || pad.up !== 0) follow.turn(pad.right * PAD_TURN * passed, -pad.up * PAD_TILT * passed);
    world.view = follow.yaw;
    engine.update(time);
    figures.update(engine.alpha);
    marks.reducedMotion = this.around.camera.reducedMotion;
    this.camera.update(passed, figures.of(world.playerGuid));
    this.around.camera.centreIn(this.around.camera.held ? null : this.free);
    this.drawGoal(time);
    // Events carry the same clock as performance.now().
    const charge = world.input.chargeOf(performance.now() / 1000);
    this.hud.charge(charge);
    this.touch.show(world.input.runs, charge);
  }

  after(time: number, framesPerSecond: number): void {
    this.people.placeNames(time);
    this.framesPerSecond = framesPerSecond;
    this.askTruth(time);
    if (time - this.lastPanel < PANEL_INTERVAL) return;
    this.lastPanel = time;
    this.free = besideInspector();
    this.people.renew();
    this.showNumbers();
    this.showTools();
  }

  /** A tap on the picture: the player is walked to the ground, or to somebody, that it means. */
  tap(x: number, y: number): boolean {
    const { world, around } = this;
    if (world.me === 0) return true;
    if (world.isElsewhere) {
      this.hud.say('At this server you go by keys, or by the stick.');
      return true;
    }
    const guid = nearestFigure(around.stage, this.figures, x, y, world.playerGuid);
    if (guid !== 0) {
      world.approach(guid);
      this.hud.say(this.people.sayWho(guid));
      return true;
    }
    const place = pointedPlace(around.stage, world.scene.ground, x, y);
    if (place !== null) world.walkTo(place);
    return true;
  }

  select(guid: number): void {
    if (guid !== 0) this.hud.say(this.people.sayWho(guid));
  }

  /** Makes the network bad, or good again. */
  setBadNetwork(bad: boolean): void {
    if (this.refuses('The network to this server is what it is.')) return;
    this.world.setBadNetwork(bad);
    this.showTools();
  }

  setPaused(paused: boolean): void {
    if (this.refuses('This server goes on: others play there, too.')) return;
    this.world.setPaused(paused);
    this.showTools();
  }

  setFollowing(): void {
    // It always follows.
  }

  get labelled(): boolean {
    return this.people.labels.visible;
  }

  setLabels(visible: boolean): void {
    this.people.labels.visible = visible;
  }

  resetView(): void {
    this.camera.reset();
  }

  showMarkers(visible: boolean): void {
    this.marks.visible = visible;
  }

  callTo(): void {
    // The first tap of the two has said it.
  }

  /** Whether a goal is marked on the ground or around somebody. */
  get marksGoal(): boolean {
    return this.marks.marksGoal;
  }

  dispose(): void {
    this.disposed = true;
    this.stopListening();
    this.pads.release(performance.now() / 1000);
    this.look.dispose();
    this.world.dispose();
    this.people.dispose();
    this.camera.dispose();
    this.around.camera.centreIn(null);
    this.marks.dispose();
    this.scene.dispose();
    for (const root of [this.hud.panel, this.hud.root, this.touch.root]) root.remove();
    document.body.classList.remove('plays');
    const { stage } = this.around;
    stage.castStillShadows([]);
  }

  private setRings(visible: boolean): void {
    if (this.refuses('Where this server has everybody, it tells by its messages alone.')) return;
    this.marks.ringsVisible = visible;
    this.marks.showTruth(this.latestTruth?.bodies ?? []);
    this.showTools();
  }

  /** Says why something cannot be done to a server elsewhere. @returns Whether it is one. */
  private refuses(why: string): boolean {
    if (this.world.isElsewhere) this.hud.say(why);
    return this.world.isElsewhere;
  }

  private drawGoal(time: number): void {
    const { world, marks, figures } = this;
    const { errand } = world;
    const who = errand === null || errand.guid === 0 ? null : (figures.of(errand.guid)?.node.position ?? null);
    marks.showGoal(errand?.to ?? null, who, time);
    const mine = figures.of(world.playerGuid);
    const { ground } = world.scene;
    const way = errand === null ? [] : errand.way;
    marks.showWay(mine?.place ?? null, way, (x, y, z) => ground.heightAt(x, y, z));
  }

  private askTruth(time: number): void {
    const interval = this.marks.ringsVisible ? TRUTH_INTERVAL.rings : TRUTH_INTERVAL.numbers;
    if (this.asking || time - this.lastTruth < interval) return;
    this.asking = true;
    this.lastTruth = time;
    this.world.link.truth().then((truth) => {
      this.asking = false;
      if (this.disposed) return;
      this.latestTruth = truth;
      this.marks.showTruth(truth.bodies);
    });
  }

  private showTools(): void {
    const { world, marks, engine } = this;
    this.hud.show({
      badNetwork: world.badNetwork,
      rings: marks.ringsVisible,
      paused: engine.paused,
      autoruns: world.input.autoruns,
    });
  }

  private showNumbers(): void {
    const { engine, world, latestTruth } = this;
    const { me } = world;
    if (me === 0) return;
    const { x, y, z } = engine.readFrame(me);
    const there = latestTruth?.bodies.find(({ guid }) => guid === world.playerGuid);
    const apart = there === undefined ? Number.NaN : Math.hypot(there.x - x, there.y - y, there.z - z);
    const { vx, vy } = { vx: engine.readMotion(me).velocity.x, vy: engine.readMotion(me).velocity.y };
    this.hud.numbers([
      ['Place', `${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)}`],
      ['Speed', `${Math.hypot(vx, vy).toFixed(1)} m/s`],
      ['Server has you', Number.isNaN(apart) ? '–' : `${apart.toFixed(2)} m away`],
      ['Put back', String(world.corrections)],
      ['Pictures', `${Math.round(this.framesPerSecond)} a second`],
    ]);
  }
}
