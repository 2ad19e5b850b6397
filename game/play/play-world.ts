import humanTable from '../../content/motion-tables/human.json';
import wolfTable from '../../content/motion-tables/wolf.json';
import {
  createEngine,
  createMessagePortTransport,
  type Engine,
  MovementType,
  type SystemReading,
} from '../../index.ts';
import { wantsToMove } from '../input/intent.ts';
import { PlayerControl } from '../input/player-control.ts';
import { PlayerInput } from '../input/player-input.ts';
import { JUMP_HEIGHT, PLAYER_RUN_RATE } from './cast.ts';
import type { Place } from './play-control.ts';
import { linkElsewhere, type PlayLink, type PlayNews, startPlayServer } from './play-link.ts';
import type { JoinedScene, LoadedScene } from './scenes.ts';

/** Where the player is being walked, at its own request. */
export interface Going {
  readonly errand: number;
  /** 0: to a place. */
  readonly guid: number;
  readonly to: Place | null;
  /** The places between here and there, the goal last, as far as the server has said. */
  way: readonly Place[];
}

/** Milliseconds between two looks at what a server elsewhere says, while the page is not seen and draws nothing. */
const UNSEEN_INTERVAL = 250;

/** What the view is told. */
export interface PlayListeners {
  /** An errand has ended: there, or because it cannot be done. */
  ended(reached: boolean): void;
  /** The server cannot go on. */
  failed(message: string): void;
  /** All that is wrong with the mods now, a line each. */
  problems(lines: readonly string[]): void;
}

/**
 * The client's world of a scene, the server in its worker, and the player's input between them. What the player wants goes
 * through the engine's public calls and out as the messages of a session; only wishes (walk me there) go beside them.
 */
export class PlayWorld {
  readonly scene: LoadedScene | JoinedScene;
  readonly engine: Engine;
  readonly input = new PlayerInput();
  readonly link: PlayLink;
  readonly listeners: PlayListeners;
  /** Compass degrees that the camera looks: sticks are pushed in relation to it. */
  view = 0;
  /** Whether the mouse turns the player. */
  mouseTurns = false;
  /** Bodies that the server has; 0: it has not said so yet. */
  expected = 0;
  /** How often the server has put the player back. */
  corrections = 0;
  badNetwork = false;
  /** The server's systems and what they cost, while they are timed. */
  serverSystems: readonly SystemReading[] = [];

  private readonly control: PlayerControl;
  private readonly onVisible = () => this.tellTime();
  private known = 0;
  private errands = 0;
  private unseen: ReturnType<typeof setInterval> | undefined;
  private going: Going | null = null;

  constructor(scene: LoadedScene | JoinedScene, listeners: PlayListeners) {
    this.scene = scene;
    this.listeners = listeners;
    if (scene.name === null) {
      const { engine, transport, leave } = scene.joined;
      this.engine = engine;
      this.link = linkElsewhere(leave);
      engine.on('disconnected', () => listeners.failed(transport.reason));
    } else {
      this.engine = createEngine({
        motionTables: [humanTable, wolfTable],
        ground: scene.ground,
        defaults: { jumpHeight: JUMP_HEIGHT },
      });
      this.link = startPlayServer(scene, (news) => this.hear(news));
      this.engine.connect(createMessagePortTransport(this.link.data, { ordered: false }));
    }
    this.control = new PlayerControl(this.engine);
    this.engine.addSystem({ name: 'player input', before: 'moveToUseTime', run: () => this.play() });
    this.engine.on('putBack', ({ entity }) => {
      if (entity === this.me) this.corrections++;
    });
    this.input.onMove = () => this.abandon();
    document.addEventListener('visibilitychange', this.onVisible);
    this.view = scene.ground.scene.places[0]?.heading ?? 0;
  }

  /** The player's body; 0: the server has not said yet who it is. */
  get me(): number {
    const { playerGuid } = this.engine.world;
    return playerGuid === 0 ? 0 : this.engine.entityOf(playerGuid);
  }

  get playerGuid(): number {
    return this.engine.world.playerGuid;
  }

  /** Where the player is being walked; null: it goes by itself. */
  get errand(): Going | null {
    return this.going;
  }

  /** Whether the server is somewhere else: others play there, too, and it takes keys alone. */
  get isElsewhere(): boolean {
    return this.scene.name === null;
  }

  /** Asks the server to walk the player to a place. */
  walkTo(to: Place): void {
    const errand = this.ask({ errand: ++this.errands, guid: 0, to, way: [to] });
    this.link.tell({ kind: 'walk', errand, to, run: this.input.runs });
  }

  /** Asks the server to walk the player to somebody. */
  approach(guid: number): void {
    if (guid === this.playerGuid) return;
    const errand = this.ask({ errand: ++this.errands, guid, to: null, way: [] });
    this.link.tell({ kind: 'approach', errand, guid, run: this.input.runs });
  }

  /** The player goes by itself from now on. */
  abandon(): void {
    if (this.going === null) return;
    this.going = null;
    this.link.tell({ kind: 'abandon' });
  }

  /** Ends a walk as a key would: the player stands. */
  stand(): void {
    if (this.going === null) return;
    this.abandon();
    if (this.me !== 0) this.engine.stop(this.me);
  }

  setBadNetwork(bad: boolean): void {
    this.badNetwork = bad;
    this.link.tell({ kind: 'network', bad });
  }

  setPaused(paused: boolean): void {
    if (paused) this.engine.pause();
    else this.engine.resume();
    this.tellTime();
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.onVisible);
    clearInterval(this.unseen);
    this.link.end();
  }

  /** What is asked for takes the place of what is held: keys that stay down count again when they are pressed anew. */
  private ask(going: Going): number {
    this.input.yield();
    this.going = going;
    return going.errand;
  }

  /** The player's part of a step, before the bodies move. */
  private play(): void {
    const { me, engine, input } = this;
    if (me === 0) return;
    if (me !== this.known) {
      this.known = me;
      if (this.isElsewhere) this.expected = 1;
      else engine.setRunRate(me, PLAYER_RUN_RATE);
    }
    // While the server walks the player, looking around turns nobody.
    const walked = engine.readMoveTo(me).type !== MovementType.Invalid;
    const turns = this.mouseTurns && (!walked || wantsToMove(input.read(this.view, this.mouseTurns)));
    input.step(this.control, me, this.view, turns);
  }

  private hear(news: PlayNews): void {
    if (news.kind === 'failed') this.listeners.failed(news.message);
    else if (news.kind === 'ready') this.expected = news.bodies;
    else if (news.kind === 'problems') this.listeners.problems(news.problems);
    else if (news.kind === 'systems') this.serverSystems = news.systems;
    else if (this.going !== null && news.errand === this.going.errand) {
      if (news.state === 'going') {
        if (news.way.length > 0) this.going.way = news.way;
        return;
      }
      this.going = null;
      this.listeners.ended(news.state === 'arrived');
    }
  }

  /** The server's time goes as the page's; a page that nobody sees lets nobody walk. */
  private tellTime(): void {
    // A server elsewhere goes on, and what it says wants to be heard: a page that is not seen draws no frames.
    clearInterval(this.unseen);
    if (this.isElsewhere && document.hidden) {
      this.unseen = setInterval(() => this.engine.update(performance.now() / 1000), UNSEEN_INTERVAL);
    }
    this.link.tell({ kind: 'time', paused: this.engine.paused || document.hidden });
  }
}
