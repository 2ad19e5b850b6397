/** Corners of a way that are kept at most; a longer one is found anew from its last kept corner. */
export const CORNER_CAPACITY = 32;

/** What the engine is told to do for a walk: the values of the column `leg`. */
export const Leg = { None: 0, ToPlace: 1, ToTarget: 2 } as const;

const constructors = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

/**
 * The component of a walk: a plain object of columns, indexed by entity id, of one world. The arrays are replaced when it
 * grows. Read it as you like; walks are begun by `walkTo` or bitECS's `set`, not by writing.
 */
export class PathColumns {
  /** A WalkStatus. */
  status = new Uint8Array(0);
  /** Place of the reason in `walkReasons`. */
  reason = new Uint8Array(0);
  /** The MovementError with which the last move ended; 0: none. */
  error = new Uint32Array(0);
  /** The goal, metres to the east; of a target, where it was when the way was found. */
  goalX = new Float64Array(0);
  /** The goal, metres to the north. */
  goalY = new Float64Array(0);
  /** The goal, metres upwards. */
  goalZ = new Float64Array(0);
  /** Guid of the target; 0: the goal is a place. */
  target = new Uint32Array(0);
  /** Corners of the way that are kept, the goal with them. */
  count = new Uint8Array(0);
  /** Which of the corners comes after the one that it goes to. */
  next = new Uint8Array(0);
  /** Whether the way goes on behind the last corner that is kept. */
  more = new Uint8Array(0);
  /** Where its corners lie: see {@link PathCorners}; 0: nowhere. */
  slot = new Uint32Array(0);
  /** Metres of the way when it was found. */
  length = new Float64Array(0);
  /** Simulated seconds at which the walk ended. */
  time = new Float64Array(0);
  /** Rises with each walk that ends. */
  results = new Uint32Array(0);
}

/** What is remembered of a walk beside its component. */
class WalkColumns {
  /** Guid of the body that this memory is about. */
  guid = new Uint32Array(0);
  /** Whether it is in the list of walkers. */
  listed = new Uint8Array(0);
  /** A Leg, and where it leads (after a body: where the walker last got on), metres. */
  leg = new Uint8Array(0);
  legX = new Float64Array(0);
  legY = new Float64Array(0);
  /** Guid of the body that it goes after; 0: it goes to a place. */
  legTarget = new Uint32Array(0);
  /** Metres at which the leg ends. */
  within = new Float64Array(0);
  /** Whether it runs: Runs in legs.ts. */
  runs = new Uint8Array(0);
  /** Whether a new way is wanted. */
  wants = new Uint8Array(0);
  /** Whether its move was found to be over at the start of a step. */
  ended = new Uint8Array(0);
  /** Times that it got stuck, and metres of the shortest way since then. */
  tries = new Uint8Array(0);
  shortest = new Float64Array(0);
  /** The least distance to the leg's end so far, metres; when it last got on and last found a way, simulated seconds. */
  best = new Float64Array(0);
  progressAt = new Float64Array(0);
  plannedAt = new Float64Array(0);
}

type Columns = Record<string, Uint8Array | Uint32Array | Float64Array>;

function grow(columns: object, size: number): void {
  const arrays = columns as Columns;
  for (const name of Object.keys(arrays)) {
    const old = arrays[name];
    const type = old instanceof Uint8Array ? 'u8' : old instanceof Uint32Array ? 'u32' : 'f64';
    const larger = new constructors[type](size);
    larger.set(old);
    arrays[name] = larger;
  }
}

/** The corners of the ways that are being walked: corner `i` of slot `s` lies at `s * CORNER_CAPACITY + i`. */
export class PathCorners {
  x = new Float64Array(0);
  y = new Float64Array(0);
  z = new Float64Array(0);
  private slots = 0;
  private readonly free: number[] = [];

  /** Takes a slot, from 1 on. */
  take(): number {
    const slot = this.free.pop() ?? ++this.slots;
    const cells = (slot + 1) * CORNER_CAPACITY;
    if (cells > this.x.length) this.growTo(Math.max(cells, this.x.length * 2));
    return slot;
  }

  /** Gives a slot back. */
  release(slot: number): void {
    if (slot !== 0) this.free.push(slot);
  }

  private growTo(cells: number): void {
    for (const axis of ['x', 'y', 'z'] as const) {
      const larger = new Float64Array(cells);
      larger.set(this[axis]);
      this[axis] = larger;
    }
  }
}

/** The walks of one world. */
export class WalkStore {
  readonly path = new PathColumns();
  readonly walk = new WalkColumns();
  readonly corners = new PathCorners();
  private capacity = -1;

  /** Makes room for the ids up to `capacity`. */
  growTo(capacity: number): void {
    if (capacity <= this.capacity) return;
    this.capacity = capacity;
    grow(this.path, capacity + 1);
    grow(this.walk, capacity + 1);
  }

  /** Forgets everything about an entity. */
  clear(entity: number): void {
    this.corners.release(this.path.slot[entity]);
    for (const columns of [this.path, this.walk] as object[] as Columns[]) {
      for (const name of Object.keys(columns)) columns[name][entity] = 0;
    }
  }
}
