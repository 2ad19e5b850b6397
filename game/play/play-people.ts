import { BodyF32 } from '../../index.ts';
import type { EntityView } from '../../systems/render/index.ts';
import { Figures } from '../figures.ts';
import { Labels, type Named } from '../hud/labels.ts';
import type { Surroundings } from '../view.ts';
import { roleOf } from './cast.ts';
import { crowdPersonOf } from './crowd-people.ts';
import { colourOfGuest, nameOfGuest } from './joined-scene.ts';
import { coloursOfRole, PLAYER_NAME } from './looks.ts';
import { NearNames } from './near-names.ts';
import type { PlayWorld } from './play-world.ts';
import { sizeOfCrowd } from './scenes.ts';

/** Somebody of whom the page has not heard yet who they are. */
const STRANGER = { name: 'Somebody', colour: '#9aa4ad', about: 'has just come' };

/** Colour of the player's name. */
const PLAYER_COLOUR = '#f4efe4';

/** Those in a scene as the page shows them: figures in the colours of who they are, and names above heads. */
export class PlayPeople {
  readonly figures: Figures;
  readonly labels: Labels;

  private readonly around: Surroundings;
  private readonly world: PlayWorld;
  private readonly crowdNames: NearNames;

  constructor(around: Surroundings, world: PlayWorld) {
    this.around = around;
    this.world = world;
    const { engine, scene } = world;
    this.labels = new Labels(around.labels, ({ guid }) => this.describe(guid));
    this.crowdNames = new NearNames(engine, this.labels);
    this.figures = new Figures(around.stage, engine, {
      wolves: world.isElsewhere || sizeOfCrowd(scene) > 0,
      colours: ({ guid }) =>
        coloursOfRole(this.isGuest(guid) ? { colour: colourOfGuest(guid) } : this.roleOf(guid), guid),
      onEnter: (view) => this.namesFor(view).add(view),
      onLeave: (view) => this.namesFor(view).remove(view),
    });
  }

  nameOf(guid: number): string {
    return this.describe(guid).name;
  }

  /** Who somebody is, in a sentence. */
  sayWho(guid: number): string {
    if (this.isGuest(guid)) return `${nameOfGuest(guid)}.`;
    const role = this.roleOf(guid);
    return role === undefined ? 'That is you.' : `${role.name} ${role.about}.`;
  }

  /** Names anew those whose names were not known when they came. */
  renew(): void {
    this.labels.rename();
  }

  /** Puts the names where the heads are. @param time Seconds. */
  placeNames(time: number): void {
    const { world, labels } = this;
    const { body } = world.engine.world.components;
    this.crowdNames.update(time, world.me);
    labels.update(this.around.stage, 0, ({ entity }) => body.f32[entity * BodyF32.row + BodyF32.height]);
  }

  dispose(): void {
    this.figures.dispose();
  }

  /** Somebody in the world of a server elsewhere who is not this page's player. */
  private isGuest(guid: number): boolean {
    return this.world.isElsewhere && guid !== this.world.playerGuid;
  }

  /** The part that somebody has; undefined: the player's. */
  private roleOf(guid: number) {
    const { scene, playerGuid } = this.world;
    return guid === playerGuid ? undefined : (roleOf(scene.name, guid) ?? STRANGER);
  }

  private describe(guid: number): Named {
    if (this.isGuest(guid)) return { name: nameOfGuest(guid), colour: colourOfGuest(guid) };
    const role = this.roleOf(guid);
    return role === undefined ? { name: PLAYER_NAME, colour: PLAYER_COLOUR } : { name: role.name, colour: role.colour };
  }

  private namesFor({ guid }: EntityView): Labels | NearNames {
    return !this.world.isElsewhere && crowdPersonOf(guid) !== undefined ? this.crowdNames : this.labels;
  }
}
