import { type Engine, EntityKind, FrameF64 } from '../index.ts';
import { OwnTag } from './tags.ts';

/** Metres: side of a cell of the grid. */
const CELL = 8;
/** Most bodies that one look examines; in a denser crowd it takes the nearest of those. */
export const MOST_CANDIDATES = 256;
/** Up to so many bodies of a tag are looked at one by one, without the grid. */
const FEW = 24;
/** Fills of the grid after which a tag that nobody looks for any more is left out. */
const FORGET_AFTER = 64;
const NO_ENTRY = -1;
const TAG_BITS = 32;

/** What looks have cost. */
export interface PerceptionWork {
  /** Times the grid was filled. */
  fills: number;
  /** Bodies that were put into it. */
  entries: number;
  looks: number;
  /** Bodies that looks have examined. */
  candidates: number;
}

/**
 * Who is near: a grid of the bodies with the tags that are looked for, filled at most once a step and only when somebody
 * looks, from where bodies are at that moment. So what a look finds depends on nothing but the state of the world.
 */
export class Perception {
  readonly work: PerceptionWork = { fills: 0, entries: 0, looks: 0, candidates: 0 };

  private readonly engine: Engine;
  private readonly tags: { readonly bits: Uint32Array };
  private readonly tagged: readonly number[];
  /** Bits of the tags that are in the grid, and of those that were looked for since it was last told to forget some. */
  private sought = 0;
  private asked = 0;
  private filledAt = -1;

  private heads = new Int32Array(64);
  private next = new Int32Array(64);
  private entity = new Uint32Array(64);
  private tag = new Uint8Array(64);
  private cellX = new Int32Array(64);
  private cellY = new Int32Array(64);
  private count = 0;
  /** Where a tag's entries start and end; a tag's entries lie together. */
  private readonly starts = new Int32Array(TAG_BITS);
  private readonly ends = new Int32Array(TAG_BITS);

  private found = 0;
  private foundSquared = 0;
  private foundGuid = 0;
  private examined = 0;

  /**
   * @param tags The column of tags (the component whose `bits` it is).
   * @param tagged The entities with tags of their own.
   */
  constructor(engine: Engine, tags: { readonly bits: Uint32Array }, tagged: readonly number[]) {
    this.engine = engine;
    this.tags = tags;
    this.tagged = tagged;
  }

  /** Forgets the grid: what is in it may be of another state of the world. */
  reset(): void {
    this.filledAt = -1;
  }

  /** Whether a body has one of some tags. */
  hasTag(entity: number, tags: number): boolean {
    if ((this.bitsOf(entity) & tags) !== 0) return true;
    const { identity } = this.engine.world.components;
    if ((tags & OwnTag.creature) !== 0 && (identity.kind[entity] & EntityKind.Creature) !== 0) return true;
    return (tags & OwnTag.player) !== 0 && this.isPlayer(identity.guid[entity]);
  }

  /**
   * The nearest body with one of some tags, other than `self`, or 0. Of several that are equally near: the one with the
   * lowest guid.
   *
   * @param radius Metres, at most 100.
   */
  nearest(self: number, tags: number, x: number, y: number, radius: number): number {
    if (tags === 0 || !(radius > 0)) return 0;
    this.fill(tags);
    this.work.looks++;
    this.found = 0;
    this.foundSquared = radius * radius;
    this.examined = 0;
    for (let index = 0; index < TAG_BITS && this.examined < MOST_CANDIDATES; index++) {
      if (((tags >>> index) & 1) === 0 || this.ends[index] === this.starts[index]) continue;
      if (this.ends[index] - this.starts[index] <= FEW) this.searchAll(self, index, x, y);
      else this.searchRings(self, index, x, y, radius);
    }
    this.work.candidates += this.examined;
    return this.found;
  }

  /** The bits of the tags that a body was given. */
  private bitsOf(entity: number): number {
    return this.tags.bits[entity] ?? 0;
  }

  private searchAll(self: number, tag: number, x: number, y: number): void {
    for (let entry = this.starts[tag]; entry < this.ends[tag]; entry++) this.examine(self, entry, x, y);
  }

  /** Searches the cells around a place from the inside to the outside, until no nearer one can come. */
  private searchRings(self: number, tag: number, x: number, y: number, radius: number): void {
    const centreX = Math.floor(x / CELL);
    const centreY = Math.floor(y / CELL);
    const rings = Math.ceil(radius / CELL);
    for (let ring = 0; ring <= rings; ring++) {
      const least = (ring - 1) * CELL;
      if (ring > 0 && least * least > this.foundSquared) return;
      for (let dy = -ring; dy <= ring; dy++) {
        const step = dy === -ring || dy === ring || ring === 0 ? 1 : 2 * ring;
        for (let dx = -ring; dx <= ring; dx += step) {
          if (!this.mayHoldNearer(centreX + dx, centreY + dy, x, y)) continue;
          this.searchCell(self, tag, centreX + dx, centreY + dy, x, y);
          if (this.examined >= MOST_CANDIDATES) return;
        }
      }
    }
  }

  /** Whether a cell comes as near to a place as the nearest that was found. */
  private mayHoldNearer(cellX: number, cellY: number, x: number, y: number): boolean {
    const dx = Math.max(0, cellX * CELL - x, x - (cellX + 1) * CELL);
    const dy = Math.max(0, cellY * CELL - y, y - (cellY + 1) * CELL);
    return dx * dx + dy * dy <= this.foundSquared;
  }

  private searchCell(self: number, tag: number, cellX: number, cellY: number, x: number, y: number): void {
    let entry = this.heads[bucketOf(tag, cellX, cellY) & (this.heads.length - 1)];
    while (entry !== NO_ENTRY && this.examined < MOST_CANDIDATES) {
      if (this.cellX[entry] === cellX && this.cellY[entry] === cellY && this.tag[entry] === tag) {
        this.examine(self, entry, x, y);
      }
      entry = this.next[entry];
    }
  }

  private examine(self: number, entry: number, x: number, y: number): void {
    this.examined++;
    const entity = this.entity[entry];
    const frameRow = entity * FrameF64.row;
    if (entity === self) return;
    const { frame, identity } = this.engine.world.components;
    if (identity.alive[entity] === 0) return;
    const dx = frame.f64[frameRow + FrameF64.x] - x;
    const dy = frame.f64[frameRow + FrameF64.y] - y;
    const squared = dx * dx + dy * dy;
    if (squared > this.foundSquared) return;
    const guid = identity.guid[entity];
    if (squared === this.foundSquared && this.found !== 0 && guid > this.foundGuid) return;
    this.found = entity;
    this.foundSquared = squared;
    this.foundGuid = guid;
  }

  /** Fills the grid, unless it has been in this step with these tags. */
  private fill(tags: number): void {
    const { tick } = this.engine.world.clock;
    this.asked |= tags;
    if (this.filledAt === tick && (this.sought & tags) >>> 0 === tags) return;
    if (this.work.fills % FORGET_AFTER === 0) {
      this.sought = this.asked;
      this.asked = 0;
    }
    this.sought |= tags;
    this.filledAt = tick;
    this.count = 0;
    this.work.fills++;
    for (let index = 0; index < TAG_BITS; index++) {
      this.starts[index] = this.count;
      if (((this.sought >>> index) & 1) !== 0) this.enterTag(index);
      this.ends[index] = this.count;
    }
    this.work.entries += this.count;
    this.chain();
  }

  private enterTag(index: number): void {
    const bit = 1 << index;
    const { identity } = this.engine.world.components;
    const { tagged } = this;
    const { bits } = this.tags;
    const { alive } = identity;
    for (let at = 0; at < tagged.length; at++) {
      const entity = tagged[at];
      if ((bits[entity] & bit) !== 0 && alive[entity] === 1) this.enter(entity, index);
    }
    if (bit === OwnTag.player) {
      this.enterGuid(this.engine.world.playerGuid, index);
      for (const { player } of this.engine.connections) this.enterGuid(player, index);
    } else if (bit === OwnTag.creature) {
      for (const entity of this.engine.entities()) {
        if ((identity.kind[entity] & EntityKind.Creature) !== 0) this.enter(entity, index);
      }
    }
  }

  private enterGuid(guid: number, index: number): void {
    const entity = guid === 0 ? 0 : this.engine.entityOf(guid);
    if (entity !== 0) this.enter(entity, index);
  }

  private enter(entity: number, tag: number): void {
    const frameRow = entity * FrameF64.row;
    if (this.count === this.entity.length) this.grow();
    const entry = this.count++;
    const { frame } = this.engine.world.components;
    this.entity[entry] = entity;
    this.tag[entry] = tag;
    this.cellX[entry] = Math.floor(frame.f64[frameRow + FrameF64.x] / CELL);
    this.cellY[entry] = Math.floor(frame.f64[frameRow + FrameF64.y] / CELL);
  }

  /** Links the entries of each bucket. */
  private chain(): void {
    if (this.heads.length < this.count) this.heads = new Int32Array(this.entity.length);
    this.heads.fill(NO_ENTRY);
    const mask = this.heads.length - 1;
    for (let entry = 0; entry < this.count; entry++) {
      const bucket = bucketOf(this.tag[entry], this.cellX[entry], this.cellY[entry]) & mask;
      this.next[entry] = this.heads[bucket];
      this.heads[bucket] = entry;
    }
  }

  private grow(): void {
    const grown = <Cells extends Int32Array | Uint32Array | Uint8Array>(cells: Cells, larger: Cells): Cells => {
      larger.set(cells);
      return larger;
    };
    const size = this.entity.length * 2;
    this.next = new Int32Array(size);
    this.entity = grown(this.entity, new Uint32Array(size));
    this.tag = grown(this.tag, new Uint8Array(size));
    this.cellX = grown(this.cellX, new Int32Array(size));
    this.cellY = grown(this.cellY, new Int32Array(size));
  }

  private isPlayer(guid: number): boolean {
    if (guid === this.engine.world.playerGuid) return true;
    return this.engine.connections.some(({ player }) => player === guid);
  }
}

function bucketOf(tag: number, cellX: number, cellY: number): number {
  const mixed = Math.imul(cellX, 0x9e3779b1) ^ Math.imul(cellY, 0x85ebca6b) ^ Math.imul(tag + 1, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}
