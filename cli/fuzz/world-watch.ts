import { Buffer } from 'node:buffer';
import type { ColumnArray, ColumnSchema } from '../../components/columns.ts';
import { componentSchemas } from '../../components/index.ts';
import type { GaitWorld } from '../../engine/world.ts';

/** A column, and where its name is looked up. */
interface NamedColumn {
  component: string;
  cells: ColumnArray;
  /** Whether it holds only what a gate may store of a message that it drops: stamps and counters. */
  noted: boolean;
  /** Whether it has a row for each body. */
  rows: boolean;
  /** Cells of a body that lie together; 1 in a column and in a ring. */
  rowLength: number;
}

/** A stretch of a world's memory that holds columns. */
interface Stretch {
  live: Uint8Array;
  copy: Uint8Array;
  /** The same as words; the last bytes of a length that is no multiple of four are left out. */
  liveWords: Uint32Array;
  copyWords: Uint32Array;
  noted: boolean;
  /** In the order in which they lie. */
  columns: NamedColumn[];
}

const schemas: Readonly<Record<string, ColumnSchema>> = componentSchemas;

/** Components, and columns, in which a gate stores something of a message that it drops. */
const NOTED: ReadonlySet<string> = new Set(['stamps', 'drops', 'outbound', 'motionInterp.serverActionStamp']);

/** Components in which bodies are linked with each other, so that what one does shows in another's row. */
const LINKS: ReadonlySet<string> = new Set(['watchers']);

/** Bytes that columns may lie apart to be one stretch: they are padded to cache lines. */
const GAP = 192;

/** How a world has changed since it was last remembered. */
export const Change = { None: 0, NotedOnly: 1, State: 2 } as const;

/**
 * Remembers the whole state of a world and tells whether it has changed: every cell of every column, in use or not, the
 * pool of queues, who is there, who plays, and the clock.
 */
export class WorldWatch {
  private readonly world: GaitWorld;
  private stretches: Stretch[] = [];
  private buffers: ArrayBufferLike[] = [];
  private readonly numbers = new Float64Array(10);
  private readonly before = new Float64Array(10);

  constructor(world: GaitWorld) {
    this.world = world;
    this.remember();
  }

  /** Takes the state as it is now for unchanged. */
  remember(): void {
    if (this.isReplaced()) this.survey();
    for (const { live, copy } of this.stretches) copy.set(live);
    this.readNumbers(this.before);
  }

  /** A {@link Change} since {@link remember}. */
  change(): number {
    this.readNumbers(this.numbers);
    for (let index = 0; index < this.numbers.length; index++) {
      if (this.numbers[index] !== this.before[index]) return Change.State;
    }
    if (this.isReplaced()) return Change.State;
    let change: number = Change.None;
    for (const { live, copy, noted } of this.stretches) {
      if (Buffer.compare(live, copy) === 0) continue;
      if (!noted) return Change.State;
      change = Change.NotedOnly;
    }
    return change;
  }

  /**
   * Another body than `own` whose row has changed since {@link remember}, with the component; null: there is none. Valid
   * while nobody has come or gone.
   */
  changedBystander(own: number): string | null {
    for (const stretch of this.stretches) {
      for (const column of stretch.columns) {
        const row = column.rows ? this.changedRow(stretch, column, own) : own;
        if (row !== own) return `${column.component} of entity ${row}`;
      }
    }
    return null;
  }

  /** A row of a column that has changed and is not `own`; else `own`. */
  private changedRow({ live, copy, liveWords, copyWords }: Stretch, column: NamedColumn, own: number): number {
    const { cells, rowLength } = column;
    const start = cells.byteOffset - live.byteOffset;
    const end = start + cells.byteLength;
    for (let word = start >>> 2; word < liveWords.length && 4 * word < end; word++) {
      if (liveWords[word] === copyWords[word]) continue;
      for (let at = 4 * word; at < Math.min(4 * word + 4, end); at++) {
        if (live[at] === copy[at]) continue;
        const cell = Math.floor((at - start) / cells.BYTES_PER_ELEMENT);
        const row = Math.floor(cell / rowLength) % this.world.stride;
        if (row !== own) return row;
      }
    }
    return own;
  }

  private readNumbers(into: Float64Array): void {
    const { world } = this;
    into[0] = world.clock.now;
    into[1] = world.clock.tick;
    into[2] = world.viewer;
    into[3] = world.playerGuid;
    into[4] = world.nextGuid;
    into[5] = world.guids.size;
    into[6] = world.entityIndex.aliveCount;
    into[7] = world.freeInterpolationSlots.length;
    into[8] = world.capacity;
    into[9] = world.instances.size;
  }

  private isReplaced(): boolean {
    const { components, interpolationQueues } = this.world;
    return this.buffers[0] !== components.frame.f64.buffer || this.buffers[1] !== interpolationQueues.owner.buffer;
  }

  /** Finds where the columns lie. */
  private survey(): void {
    const { components, interpolationQueues } = this.world;
    this.buffers = [components.frame.f64.buffer, interpolationQueues.owner.buffer];
    const columns: NamedColumn[] = [];
    for (const [component, parts] of Object.entries(components)) {
      for (const [part, cells] of Object.entries<ColumnArray>(parts)) {
        const noted = NOTED.has(component) || NOTED.has(`${component}.${part}`);
        const rowLength = part in schemas[component] ? 1 : cells.length / this.world.stride;
        columns.push({ component, cells, noted, rows: !LINKS.has(component), rowLength });
      }
    }
    for (const cells of Object.values<ColumnArray>(interpolationQueues)) {
      columns.push({ component: 'interpolationQueues', cells, noted: false, rows: false, rowLength: 1 });
    }
    this.stretches = [];
    let members: NamedColumn[] = [];
    let end = 0;
    for (const column of columns) {
      const { buffer, byteOffset, byteLength } = column.cells;
      const first = members[0];
      const joins = first !== undefined && first.cells.buffer === buffer && first.noted === column.noted;
      if (!joins || byteOffset < end || byteOffset - end > GAP) {
        this.addStretch(members, end);
        members = [];
      }
      members.push(column);
      end = byteOffset + byteLength;
    }
    this.addStretch(members, end);
  }

  private addStretch(columns: NamedColumn[], end: number): void {
    if (columns.length === 0) return;
    const { cells, noted } = columns[0];
    const live = new Uint8Array(cells.buffer, cells.byteOffset, end - cells.byteOffset);
    const copy = live.slice();
    const words = Math.floor(live.length / 4);
    const liveWords = new Uint32Array(live.buffer, live.byteOffset, words);
    this.stretches.push({ live, copy, liveWords, copyWords: new Uint32Array(copy.buffer, 0, words), noted, columns });
  }
}
