import { checks, type Engine } from '../index.ts';
import { FollowedList, type Follower } from './followed-list.ts';

const NOBODY = 0;

/**
 * Which NPC the code of a script is at, so that its errors can name it: the one that an event is about, or the last one that
 * a loop over the bodies of a component came to.
 */
export class NpcAtHand implements Follower {
  private readonly engine: Engine;
  private readonly nameOf: (guid: number) => string;
  /** Guid of the NPC; 0: none. */
  at = NOBODY;

  /** @param nameOf The name of an NPC by its guid; '': it is none of a mod's. */
  constructor(engine: Engine, nameOf: (guid: number) => string) {
    this.engine = engine;
    this.nameOf = nameOf;
  }

  /** A function that does the same; what it throws names the NPC that it was at. */
  naming<Argument>(run: (argument: Argument) => unknown): (argument: Argument) => unknown {
    return (argument) => {
      const before = this.at;
      const guid = guidIn(argument);
      this.at = guid;
      try {
        const answer = run(argument);
        // By the time that a promise is rejected others are at hand.
        return checks.isPromise(answer)
          ? answer.then(undefined, (error) => Promise.reject(this.named(error, guid)))
          : answer;
      } catch (error) {
        throw this.named(error, this.at);
      } finally {
        this.at = before;
      }
    };
  }

  /** A list of the same bodies; loops over it say which one they are at. */
  following(entities: Iterable<number>): number[] {
    return FollowedList.following(entities, this);
  }

  comeTo(entity: number): void {
    this.at = this.engine.isAlive(entity) ? this.engine.guidOf(entity) : NOBODY;
  }

  /** The error, with the NPC before its message, and the place in the script that it had. */
  private named(error: unknown, guid: number): unknown {
    if (guid === NOBODY) return error;
    const name = this.nameOf(guid);
    const who = `${name === '' ? 'body' : `NPC ${name}`} (0x${guid.toString(16)})`;
    if (!(error instanceof Error)) return new Error(`${who}: ${String(error)}`, { cause: error });
    const named = new Error(`${who}: ${error.message}`, { cause: error });
    named.name = error.name;
    if (error.stack !== undefined) named.stack = error.stack.replace(error.message, () => named.message);
    return named;
  }
}

/** The guid that an event is about; 0: none. */
function guidIn(event: unknown): number {
  const { guid } = (typeof event === 'object' && event !== null ? event : {}) as { guid?: unknown };
  return typeof guid === 'number' ? guid : NOBODY;
}
