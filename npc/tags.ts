/** Tags that need not be given: this client's own player and the players of a server's peers; every creature. */
export const ownTags = ['player', 'creature'] as const;

/** Bits of the tags that need not be given. */
export const OwnTag = { player: 1, creature: 2 } as const;

/** Most tags of a world, with the two that are its own. */
export const MOST_TAGS = 32;

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '' && name.length <= 64;

/** The tags of a world, as modders see them. */
export type TagNames = Pick<Tags, 'names' | 'bit' | 'namesOf' | 'check'>;

/**
 * Names of tags and their bits. A name gets a bit when it is first used. When all bits are given, one whose name nobody has or
 * looks for any more goes to the next new name.
 */
export class Tags {
  private readonly known: string[] = [...ownTags];
  private readonly bitsInUse: () => number;
  /** Bits that stay their names': the world's own, and those that somebody has asked for and may have kept. */
  private kept: number = OwnTag.player | OwnTag.creature;

  /** @param bitsInUse The bits that bodies have and behaviours look for. */
  constructor(bitsInUse: () => number) {
    this.bitsInUse = bitsInUse;
  }

  /** All names, in the order of their bits. */
  get names(): readonly string[] {
    return this.known;
  }

  /** The bit of a tag; it stays the tag's. @throws TypeError for something that is no name; RangeError when there are 32 others. */
  bit(name: string): number {
    const bit = this.bits('tags', name);
    this.kept |= bit;
    return bit;
  }

  /** The bits of a name or several, which get them if they have none. @throws as {@link bit}. */
  bits(what: string, names: unknown): number {
    this.check(what, names);
    const list = listed(names);
    let idle = this.known.length + list.length > MOST_TAGS ? this.idleBits(list) : 0;
    let bits = 0;
    for (const name of list) {
      let index = this.known.indexOf(name);
      if (index < 0 && this.known.length < MOST_TAGS) index = this.known.push(name) - 1;
      if (index < 0) {
        index = 31 - Math.clz32(idle & -idle);
        idle &= idle - 1;
        this.known[index] = name;
      }
      bits |= 1 << index;
    }
    return bits >>> 0;
  }

  /** The bits of those names that have one. @throws TypeError for something that is no name. */
  knownBits(what: string, names: unknown): number {
    requireNames(what, names);
    return listed(names).reduce((bits, name) => bits | this.bitOfKnown(name), 0) >>> 0;
  }

  /**
   * Whether there is room for a name or several at once; none gets a bit.
   *
   * @throws TypeError for something that is no name; RangeError when there would be more than 32.
   */
  check(what: string, names: unknown): void {
    requireNames(what, names);
    const list = listed(names);
    const fresh = new Set(list.filter((name) => !this.known.includes(name))).size;
    if (this.known.length + fresh <= MOST_TAGS) return;
    if (fresh <= MOST_TAGS - this.known.length + countBits(this.idleBits(list))) return;
    throw new RangeError(
      `${what}: expected at most ${MOST_TAGS} tags in a world, found ${fresh} more beside ${this.known.join(', ')}`,
    );
  }

  /** The names of bits. */
  namesOf(bits: number): string[] {
    return this.known.filter((_, index) => ((bits >>> index) & 1) !== 0);
  }

  /** Takes the names of a saved state. */
  reset(names: readonly string[]): void {
    this.known.splice(0, this.known.length, ...names);
  }

  /** The bits of names that nobody has or looks for, and that are none of these. */
  private idleBits(names: readonly string[]): number {
    const given = this.known.length === MOST_TAGS ? -1 : (1 << this.known.length) - 1;
    const wanted = names.reduce((bits, name) => bits | this.bitOfKnown(name), 0);
    return given & ~(this.kept | this.bitsInUse() | wanted);
  }

  private bitOfKnown(name: string): number {
    const index = this.known.indexOf(name);
    return index < 0 ? 0 : 1 << index;
  }
}

function listed(names: unknown): string[] {
  return (Array.isArray(names) ? names : [names]) as string[];
}

function requireNames(what: string, names: unknown): void {
  if (listed(names).every(isName)) return;
  throw new TypeError(`${what}: expected the name of a tag or a list of them, each of 1 to 64 characters`);
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
