/** A datagram on its way. */
export interface Flight {
  arrival: number;
  /** Breaks ties of arrival: the order in which they were put in. */
  order: number;
  /** Which sending it came from. */
  number: number;
  length: number;
  /** A power of two long. */
  bytes: Uint8Array;
}

const SMALLEST = 256;
/** Bytes of buffers that are kept for later. */
const SPARE_BYTES = 1024 * 1024;

/** Datagrams in the order of their arrival: a binary heap, the next to arrive first. Buffers are used again. */
export class DatagramHeap {
  /** Bytes of the buffers in use, whether in the heap or taken from it and not released yet. */
  bytes = 0;

  private readonly limit: number;
  private readonly heap: Flight[] = [];
  /** Buffers to use again, by size. */
  private readonly spare = new Map<number, Flight[]>();
  private spareBytes = 0;
  private order = 0;

  /** @param limit Bytes of buffers that may be in use. */
  constructor(limit: number) {
    this.limit = limit;
  }

  get count(): number {
    return this.heap.length;
  }

  /** When the next one arrives; infinity: none is on its way. */
  get next(): number {
    return this.heap.length === 0 ? Number.POSITIVE_INFINITY : this.heap[0].arrival;
  }

  /** A copy of a datagram, to be put in with {@link insert}; undefined: there is no room. */
  take(arrival: number, number: number, bytes: Uint8Array): Flight | undefined {
    let size = SMALLEST;
    while (size < bytes.length) size *= 2;
    if (this.bytes + size > this.limit) return undefined;
    let flight = this.spare.get(size)?.pop();
    if (flight === undefined) flight = { arrival: 0, order: 0, number: 0, length: 0, bytes: new Uint8Array(size) };
    else this.spareBytes -= size;
    this.bytes += size;
    flight.arrival = arrival;
    flight.order = this.order++;
    flight.number = number;
    flight.length = bytes.length;
    flight.bytes.set(bytes);
    return flight;
  }

  /** Gives a flight's buffer back. */
  release(flight: Flight): void {
    const size = flight.bytes.length;
    this.bytes -= size;
    if (this.spareBytes + size > SPARE_BYTES) return;
    this.spareBytes += size;
    const spare = this.spare.get(size);
    if (spare === undefined) this.spare.set(size, [flight]);
    else spare.push(flight);
  }

  insert(flight: Flight): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(flight);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!arrivesBefore(flight, heap[parent])) break;
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = flight;
  }

  /** Takes the next to arrive out. There must be one. */
  pop(): Flight {
    const { heap } = this;
    const first = heap[0];
    const moved = heap.pop() as Flight;
    const count = heap.length;
    if (count === 0) return first;
    let index = 0;
    for (let child = 1; child < count; child = 2 * index + 1) {
      if (child + 1 < count && arrivesBefore(heap[child + 1], heap[child])) child++;
      if (!arrivesBefore(heap[child], moved)) break;
      heap[index] = heap[child];
      index = child;
    }
    heap[index] = moved;
    return first;
  }
}

function arrivesBefore(a: Flight, b: Flight): boolean {
  return a.arrival < b.arrival || (a.arrival === b.arrival && a.order < b.order);
}
