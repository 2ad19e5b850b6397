import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Subject } from './subject.ts';
import { mean, median } from './statistics.ts';

/** Bytes in use: the heap and what hangs outside it (the arrays of typed arrays). */
function bytesInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/** Collects garbage. @throws Error when Node was not started with --expose-gc. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error('run Node with --expose-gc');
  // The second round takes what finalizers of the first have let go.
  globalThis.gc();
  globalThis.gc();
}

/** Bytes in use without garbage: the least of several rounds, for what was swept may be counted late. */
function bytesKept(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    collect();
    least = Math.min(least, bytesInUse());
  }
  return least;
}

/** Bytes that stay in use after `make` has run, garbage not counted, and what it made. */
export function measureRetained<Made>(make: () => Made): { bytes: number; made: Made } {
  const before = bytesKept();
  const made = make();
  return { bytes: bytesKept() - before, made };
}

/** What ticks allocate. */
export interface Allocation {
  /** Mean bytes of a tick; NaN when every tick was cut by the garbage collector, that is, allocated too much to tell. */
  readonly bytesPerTick: number;
  readonly medianPerTick: number;
  /** Ticks that count. */
  readonly ticks: number;
}

/** What asking for the bytes in use allocates itself. */
function costOfAsking(): number {
  const costs = new Float64Array(101);
  for (let index = 0; index < costs.length; index++) {
    const before = bytesInUse();
    costs[index] = bytesInUse() - before;
  }
  return median(costs);
}

/**
 * Measures what a subject's ticks allocate, garbage included: the growth of the bytes in use over each tick alone, without
 * what the game does between the ticks. Ticks in which the garbage collector ran are left out.
 */
export async function measureAllocation(subject: Subject, ticks: number): Promise<Allocation> {
  const collections: { start: number; end: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ start: startTime, end: startTime + duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  collect();
  const asking = costOfAsking();
  const starts = new Float64Array(ticks);
  const ends = new Float64Array(ticks);
  const bytes = new Float64Array(ticks);
  for (let tick = 0; tick < ticks; tick++) {
    subject.prepare();
    starts[tick] = performance.now();
    const before = bytesInUse();
    subject.step();
    bytes[tick] = bytesInUse() - before - asking;
    ends[tick] = performance.now();
  }
  // Entries are handed over later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  const counted = Array.from(bytes).filter(
    (_, tick) => !collections.some(({ start, end }) => start <= ends[tick] && end >= starts[tick]),
  );
  return { bytesPerTick: mean(counted), medianPerTick: median(counted), ticks: counted.length };
}
