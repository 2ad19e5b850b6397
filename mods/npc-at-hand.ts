import type { Engine } from '../index.ts';

const NOBODY = 0;

/**
 * Which NPC the code of a script is at, so that its errors can name it: the one that an event is about, or the last one that
 * a loop over the bodies of a component came to.
 */
export class NpcAtHand {
  private readonly engine: Engine;
  private readonly nameOf: (guid: number) => string;
  private guid = NOBODY;

  /** @param nameOf The name of an NPC by its guid; '': it is none of a mod's. */
  constructor(engine: Engine, nameOf: (guid: number) => string) {
    this.engine = engine;
    this.nameOf = nameOf;
  }

  /** A function that does the same; what it throws names the NPC that it was at. */
  naming<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
    return (argument) => {
      const before = this.guid;
      this.guid = guidIn(argument);
      try {
        run(argument);
      } catch (error) {
        throw this.named(error);
      } finally {
        this.guid = before;
      }
    };
  }

  /** The same list; a loop over it by `for … of` says which NPC it is at, and whether it has come to its end. */
  following(entities: number[]): number[] {
    const step = (entity: number): void => {
      this.guid = entity !== 0 && this.engine.isAlive(entity) ? this.engine.guidOf(entity) : NOBODY;
    };
    Object.defineProperty(entities, Symbol.iterator, { value: () => steps(entities, step), enumerable: false });
    return entities;
  }

  /** The error, with the NPC before its message, and the place in the script that it had. */
  private named(error: unknown): unknown {
    if (this.guid === NOBODY) return error;
    const name = this.nameOf(this.guid);
    const who = `${name === '' ? 'body' : `NPC ${name}`} (0x${this.guid.toString(16)})`;
    if (!(error instanceof Error)) return new Error(`${who}: ${String(error)}`, { cause: error });
    const named = new Error(`${who}: ${error.message}`, { cause: error });
    named.name = error.name;
    if (error.stack !== undefined) named.stack = error.stack.replace(error.message, () => named.message);
    return named;
  }
}

function* steps(entities: readonly number[], step: (entity: number) => void): Generator<number, void> {
  for (let index = 0; index < entities.length; index++) {
    step(entities[index]);
    yield entities[index];
  }
  step(0);
}

/** The guid that an event is about; 0: none. */
function guidIn(event: unknown): number {
  const { guid } = (typeof event === 'object' && event !== null ? event : {}) as { guid?: unknown };
  return typeof guid === 'number' ? guid : NOBODY;
}
