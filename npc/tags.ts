/** Tags that need not be given: this client's own player and the players of a server's peers; every creature. */
export const ownTags = ['player', 'creature'] as const;

/** Bits of the tags that need not be given. */
export const OwnTag = { player: 1, creature: 2 } as const;

/** Most tags of a world, with the two that are its own. */
export const MOST_TAGS = 32;

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '' && name.length <= 64;

/** The tags of a world, as modders see them. */
export type TagNames = Pick<Tags, 'names' | 'bit' | 'namesOf'>;

/** Names of tags and their bits. A name gets a bit when it is first used. */
export class Tags {
  private readonly known: string[] = [...ownTags];

  /** All names, in the order of their bits. */
  get names(): readonly string[] {
    return this.known;
  }

  /** The bit of a tag. @throws TypeError for something that is no name; RangeError when there are 32 others. */
  bit(name: string): number {
    return this.bits('tags', name);
  }

  /** The bits of a name or several. @throws as {@link bit}. */
  bits(what: string, names: unknown): number {
    this.check(what, names);
    let bits = 0;
    for (const name of Array.isArray(names) ? names : [names]) {
      let index = this.known.indexOf(name);
      if (index < 0) index = this.known.push(name) - 1;
      bits |= 1 << index;
    }
    return bits >>> 0;
  }

  /** Checks names and gives no bits. */
  check(what: string, names: unknown): void {
    const list: unknown[] = Array.isArray(names) ? names : [names];
    if (!list.every(isName)) {
      throw new TypeError(`${what}: expected the name of a tag or a list of them, each of 1 to 64 characters`);
    }
    const fresh = new Set(list.filter((name) => !this.known.includes(name as string)));
    if (this.known.length + fresh.size > MOST_TAGS) {
      throw new RangeError(`${what}: expected at most ${MOST_TAGS} tags, there are ${this.known.join(', ')}`);
    }
  }

  /** The names of bits. */
  namesOf(bits: number): string[] {
    return this.known.filter((_, index) => ((bits >>> index) & 1) !== 0);
  }

  /** Takes the names of a saved state. */
  reset(names: readonly string[]): void {
    this.known.splice(0, this.known.length, ...names);
  }
}
