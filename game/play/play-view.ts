import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { type Engine, MovementType } from '../../index.ts';
import { toScene, type WorldPlace } from '../../systems/render/index.ts';
import type { Truth } from '../control.ts';
import { Figures } from '../figures.ts';
import { Labels } from '../hud/labels.ts';
import { GamepadDevice } from '../input/gamepad-device.ts';
import { isTakenInPage, listenToKeyboard } from '../input/keyboard-device.ts';
import { LookDevice } from '../input/look-device.ts';
import { createTouchControls, type TouchControls } from '../input/touch-controls.ts';
import { nearestFigure } from '../picking.ts';
import { SceneView } from '../scene-view.ts';
import type { Surroundings, View } from '../view.ts';
import { roleOf } from './cast.ts';
import { FollowCamera, type Following } from './follow-camera.ts';
import { coloursOfRole, PLAYER_NAME } from './looks.ts';
import { PlayMarks } from './marks.ts';
import { playHelp } from './play-help.ts';
import { colourOfGuest, nameOfGuest } from './joined-scene.ts';
import { createPlayHud, type PlayHud } from './play-hud.ts';
import type { PlayWorld } from './play-world.ts';
import { pointedPlace } from './pointed-place.ts';

/** Seconds between two looks at the server's places, and between two updates of the panel. */
const TRUTH_INTERVAL = 0.1;
const PANEL_INTERVAL = 0.2;
/** Degrees a second that a stick pushed to its end turns the camera. */
const PAD_TURN = 170;
const PAD_TILT = 100;
/** Metres that the camera is away below which the player would be in the picture's way. */
const TOO_NEAR = 0.75;
/** Metres that somebody goes in a picture only when they are put somewhere else. */
const JUMP_CUT = 4;
/** Metres in which the middle of light and shadow follows up and down. */
const LIGHT_STEP = 5;
/** Metres before the picture begins: nearer than usual, as the camera comes near to walls. */
const NEAR_PLANE = 0.1;

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

  private readonly around: Surroundings;
  private readonly scene: SceneView;
  private readonly labels: Labels;
  private readonly marks: PlayMarks;
  private readonly hud: PlayHud;
  private readonly touch: TouchControls;
  private readonly look: LookDevice;
  private readonly pads: GamepadDevice;
  private readonly stopListening: () => void;
  private readonly cameraBefore: {
    near: number;
    lowest: number | null;
    highest: number | null;
    betas: (number | null)[];
  };
  private readonly last = new Vector3();
  private readonly following = { x: 0, y: 0, z: 0, heading: 0, size: 1, leads: false };
  private readonly point = new Vector3();

  private latestTruth: Truth | null = null;
  private asking = false;
  private lastTruth = 0;
  private lastPanel = 0;
  private framesPerSecond = 60;
  private disposed = false;

  constructor(around: Surroundings, world: PlayWorld) {
    this.around = around;
    this.world = world;
    this.engine = world.engine;
    const { stage } = around;
    const { name, ground, title, description } = world.scene;
    this.description = `${title}: ${description}. You are one of the people in it.`;

    stage.setOpen(true);
    stage.setGround(false);
    this.scene = new SceneView(stage.scene, ground.scene, ground.shapes, around.fine);
    stage.castStillShadows(this.scene.casters);
    this.marks = new PlayMarks(stage.scene);
    this.labels = new Labels(around.labels, ({ guid }) => {
      const role = roleOf(name, guid);
      if (this.isGuest(guid)) return { name: nameOfGuest(guid), colour: colourOfGuest(guid) };
      return role === undefined ? { name: PLAYER_NAME, colour: '#f4efe4' } : { name: role.name, colour: role.colour };
    });
    this.nameOf = (guid) => (this.isGuest(guid) ? nameOfGuest(guid) : (roleOf(name, guid)?.name ?? PLAYER_NAME));
    this.figures = new Figures(stage, this.engine, {
      colours: ({ guid }) =>
        coloursOfRole(this.isGuest(guid) ? { colour: colourOfGuest(guid) } : roleOf(name, guid), guid),
      onEnter: (view) => this.labels.add(view),
      onLeave: (view) => this.labels.remove(view),
    });

    const touched = matchMedia('(pointer: coarse)').matches;
    this.hud = createPlayHud(
      world.scene,
      {
        scenes: around.showScenes,
        network: () => this.setBadNetwork(!world.badNetwork),
        rings: () => this.setRings(!this.marks.ringsVisible),
        pause: () => this.setPaused(!this.engine.paused),
        captures: around.showCaptures,
        help: around.showHelp,
      },
      { open: matchMedia('(min-width: 1080px)').matches, touched },
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

    this.follow = new FollowCamera(ground, world.view);
    const { camera } = stage;
    this.cameraBefore = {
      near: camera.minZ,
      lowest: camera.lowerRadiusLimit,
      highest: camera.upperRadiusLimit,
      betas: [camera.lowerBetaLimit, camera.upperBetaLimit],
    };
    around.camera.reset();
    camera.detachControl();
    camera.targetScreenOffset.setAll(0);
    this.freeCamera();

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
    const { engine, figures, world, around, follow, marks } = this;
    const pad = this.pads.poll(navigator.getGamepads?.() ?? [], time);
    if (pad.right !== 0 || pad.up !== 0) follow.turn(pad.right * PAD_TURN * passed, -pad.up * PAD_TILT * passed);
    world.view = follow.yaw;
    engine.update(time);
    figures.update(engine.alpha);
    const reducedMotion = around.camera.reducedMotion;
    follow.reducedMotion = reducedMotion;
    marks.reducedMotion = reducedMotion;

    const mine = figures.of(world.playerGuid);
    if (mine !== undefined) {
      const { position } = mine.node;
      if (Vector3.Distance(position, this.last) > JUMP_CUT) follow.cut();
      this.last.copyFrom(position);
      follow.update(passed, this.readFollowing(mine.entity, mine.place));
      mine.node.setEnabled(follow.shown > TOO_NEAR || around.camera.held);
      this.placeCamera();
    }
    this.drawGoal(time);
    const { focus } = follow;
    toScene(focus.x, focus.y, Math.round(focus.z / LIGHT_STEP) * LIGHT_STEP, this.point);
    around.stage.setMiddle(this.point.x, this.point.y, this.point.z);
    // Events carry the same clock as performance.now().
    const charge = world.input.chargeOf(performance.now() / 1000);
    this.hud.charge(charge);
    this.touch.show(world.input.runs, charge);
  }

  after(time: number, framesPerSecond: number): void {
    const { body } = this.engine.world.components;
    this.labels.update(this.around.stage, 0, ({ entity }) => body.height[entity]);
    this.framesPerSecond = framesPerSecond;
    this.askTruth(time);
    if (time - this.lastPanel < PANEL_INTERVAL) return;
    this.lastPanel = time;
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
    const others = [...this.figures.views].filter(({ guid }) => guid !== world.playerGuid);
    const guid = nearestFigure(around.stage, others, x, y);
    if (guid !== 0) {
      world.approach(guid);
      this.hud.say(this.sayWho(guid));
      return true;
    }
    const place = pointedPlace(around.stage, world.scene.ground, x, y);
    if (place !== null) world.walkTo(place);
    return true;
  }

  select(guid: number): void {
    if (guid !== 0) this.hud.say(this.sayWho(guid));
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
    return this.labels.visible;
  }

  setLabels(visible: boolean): void {
    this.labels.visible = visible;
  }

  resetView(): void {
    const { around, follow, world } = this;
    around.camera.reset();
    this.freeCamera();
    if (world.me !== 0) follow.reset(this.engine.readFrame(world.me).heading);
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
    this.figures.dispose();
    this.marks.dispose();
    this.scene.dispose();
    for (const root of [this.hud.panel, this.hud.root, this.touch.root]) root.remove();
    document.body.classList.remove('plays');
    const { stage } = this.around;
    stage.castStillShadows([]);
    stage.setGround(true);
    stage.setOpen(false);
    const { camera } = stage;
    const { near, lowest, highest, betas } = this.cameraBefore;
    camera.minZ = near;
    camera.lowerRadiusLimit = lowest;
    camera.upperRadiusLimit = highest;
    [camera.lowerBetaLimit, camera.upperBetaLimit] = betas;
    camera.attachControl(undefined, true);
  }

  private setRings(visible: boolean): void {
    this.marks.ringsVisible = visible;
    this.marks.showTruth(this.latestTruth?.bodies ?? []);
    this.showTools();
  }

  /** Somebody in the world of a server elsewhere who is not this page's player. */
  private isGuest(guid: number): boolean {
    return this.world.isElsewhere && guid !== this.world.playerGuid;
  }

  /** Says why something cannot be done to a server elsewhere. @returns Whether it is one. */
  private refuses(why: string): boolean {
    if (this.world.isElsewhere) this.hud.say(why);
    return this.world.isElsewhere;
  }

  private sayWho(guid: number): string {
    if (this.isGuest(guid)) return `${nameOfGuest(guid)}.`;
    const role = roleOf(this.world.scene.name, guid);
    return role === undefined ? 'That is you.' : `${role.name} ${role.about}.`;
  }

  private readFollowing(entity: number, { x, y, z, heading }: Readonly<WorldPlace>): Following {
    const { following, engine, world } = this;
    following.x = x;
    following.y = y;
    following.z = z;
    following.heading = heading;
    following.size = engine.world.components.body.height[entity] / 1.8;
    const walked = engine.readMoveTo(entity).type !== MovementType.Invalid;
    const { turn, forward, towards, facing } = world.input.read(this.follow.yaw, world.mouseTurns);
    following.leads = facing === null && towards === null && (turn !== 0 || forward > 0 || walked);
    return following;
  }

  private placeCamera(): void {
    const { around, follow } = this;
    if (around.camera.held) return;
    const { camera } = around.stage;
    const { focus, eye } = follow;
    toScene(focus.x, focus.y, focus.z, camera.target);
    camera.setPosition(toScene(eye.x, eye.y, eye.z, this.point));
  }

  private freeCamera(): void {
    const { camera } = this.around.stage;
    camera.minZ = NEAR_PLANE;
    camera.lowerRadiusLimit = null;
    camera.upperRadiusLimit = null;
    camera.lowerBetaLimit = 0.01;
    camera.upperBetaLimit = Math.PI - 0.01;
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
    if (this.asking || time - this.lastTruth < TRUTH_INTERVAL) return;
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
