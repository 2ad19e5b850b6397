import type { Engine } from '../../index.ts';
import { seededRandom } from '../random.ts';
import { type Person, roster, VISITOR } from '../roster.ts';
import { routes, type Spot } from '../routes.ts';
import { Actor, type Behaviour } from './actor.ts';
import { chase } from './chase.ts';
import { flee } from './flee.ts';
import { patrol } from './patrol.ts';
import { stick } from './stick.ts';
import { type Callable, visit } from './visit.ts';
import { watch } from './watch.ts';

/** Simulated seconds between two thoughts of a person. */
const THOUGHT_INTERVAL = 0.25;

/** Whom each of those who follow somebody follows. */
const followed: Readonly<Record<string, readonly string[]>> = {
  Dov: ['Ada', 'Cleo', 'Ben'],
  Edda: ['Ben', 'Ada', 'Cleo'],
  Finn: ['Cleo', 'Ben', 'Ada'],
  Kit: ['Ada'],
  Lou: ['Cleo'],
};

/** The people of the field and what they do: brings them into an engine and drives them through its public calls. */
export class Field {
  private readonly engine: Engine;
  private readonly behaviours = new Map<number, Behaviour>();
  private readonly actors: Actor[] = [];
  /** When each actor thinks next; they start one after the other. */
  private readonly nextThoughts: number[] = [];
  private readonly visitor: Callable;
  private halted = false;

  constructor(engine: Engine) {
    this.engine = engine;
    const entities = new Map<string, number>();
    for (const person of roster) entities.set(person.name, spawn(engine, person));
    const find = (name: string): number => entities.get(name) ?? 0;
    let visitor: Callable | undefined;
    for (const person of roster) {
      const actor = new Actor(engine, person, find(person.name), seededRandom(person.guid), find);
      this.nextThoughts.push((this.actors.length / roster.length) * THOUGHT_INTERVAL);
      this.actors.push(actor);
      const behaviour = behaviourOf(actor);
      this.behaviours.set(actor.entity, behaviour);
      if (person.guid === VISITOR) visitor = behaviour as Callable;
    }
    if (visitor === undefined) throw new Error('the roster has no visitor');
    this.visitor = visitor;

    engine.on('arrived', ({ entity }) => this.behaviourOf(entity)?.arrived());
    engine.on('cancelled', ({ entity }) => {
      // A behaviour's own next call cancels its last one: that is no failure.
      if (engine.isAlive(entity) && engine.readMoveTo(entity).type === 0) this.behaviourOf(entity)?.failed();
    });
    engine.on('targetLost', ({ entity }) => this.behaviourOf(entity)?.failed());
    for (const behaviour of this.behaviours.values()) behaviour.start();
  }

  /** Lets those think whose turn it is. Call it after each step. */
  think(): void {
    if (this.halted) return;
    const { now } = this.engine.world.clock;
    this.actors.forEach((actor, index) => {
      if (now < this.nextThoughts[index]) return;
      this.nextThoughts[index] = now + THOUGHT_INTERVAL;
      this.behaviours.get(actor.entity)?.think();
    });
  }

  /** Everybody stands still, or goes on. */
  halt(on: boolean): void {
    if (on === this.halted) return;
    this.halted = on;
    for (const actor of this.actors) {
      if (on) actor.stop();
      else this.behaviours.get(actor.entity)?.start();
    }
  }

  /** Calls the visitor to a place. */
  call(spot: Spot): void {
    if (!this.halted) this.visitor.call(spot);
  }

  private behaviourOf(entity: number): Behaviour | undefined {
    return this.halted ? undefined : this.behaviours.get(entity);
  }
}

function spawn(engine: Engine, person: Person): number {
  const { guid, x, y, heading, runRate, height } = person;
  return engine.spawn({ guid, x, y, heading, runRate, scale: height / 1.8 });
}

function behaviourOf(actor: Actor): Behaviour {
  const { name, behaviour } = actor.person;
  const others = followed[name] ?? [];
  switch (behaviour) {
    case 'visit':
      return visit(actor);
    case 'patrol':
      return patrol(actor, routes[name]);
    case 'chase':
      return chase(actor, others);
    case 'flee':
      return flee(actor, 'Mira');
    case 'watch':
      return watch(actor, 'Mira');
    case 'stick':
      return stick(actor, others[0]);
  }
}
