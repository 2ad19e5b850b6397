/** Who follows a loop over bodies. */
export interface Follower {
  /** Whom the loop is at. */
  at: number;
  /** The loop comes to a body: changes {@link at}. */
  comeTo(entity: number): void;
}

type Each = (entity: number, index: number, entities: readonly number[]) => unknown;

/** The methods of arrays that call a function for each element. */
const walks = ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'flatMap'] as const;

/**
 * A list of bodies; loops over it by `for … of` or by {@link walks} are followed. At the end of a loop the follower is
 * where it was before; a loop that is left early leaves it at the last body, which the code behind is about.
 */
export class FollowedList extends Array<number> {
  /** What is made of it by map or filter is a plain array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** A list of these bodies. */
  static following(entities: Iterable<number>, follower: Follower): FollowedList {
    const list = new FollowedList();
    for (const entity of entities) list.push(entity);
    Object.defineProperty(list, 'follower', { value: follower, enumerable: false });
    return list;
  }

  declare private readonly follower: Follower;

  override *[Symbol.iterator](): ArrayIterator<number> {
    const { follower } = this;
    const before = follower.at;
    for (let index = 0; index < this.length; index++) {
      follower.comeTo(this[index]);
      yield this[index];
    }
    follower.at = before;
  }

  static {
    for (const name of walks) {
      const walk = Array.prototype[name] as (this: readonly number[], each: Each) => unknown;
      Object.defineProperty(FollowedList.prototype, name, {
        configurable: true,
        writable: true,
        value(this: FollowedList, each: Each, self?: unknown): unknown {
          if (typeof each !== 'function') return walk.call(this, each);
          const { follower } = this;
          const before = follower.at;
          const result = walk.call(this, (entity, index, list) => {
            follower.comeTo(entity);
            return each.call(self, entity, index, list);
          });
          follower.at = before;
          return result;
        },
      });
    }
  }
}
