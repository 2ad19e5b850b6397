import type { Engine } from '../../index.ts';
import { tickRecord } from '../conformance/tick-record.ts';
import { OutputFile } from './files.ts';

/** Characters that are gathered before they are written. */
const CHUNK = 65_536;
/** Digits of the time before the first step: sums of steps are not round. */
const DIGITS = 9;

/**
 * Writes what every body does, step by step, in the form of the golden traces: `{ name, quantum, from, ticks }`, a list
 * of records a step, in ascending guid; `from` is the time before the first step, in seconds of the capture. Written as
 * it comes, so that a long one needs no memory.
 */
export class TraceFile {
  private readonly file: OutputFile;
  private readonly name: string;
  private text = '';
  private ticks = 0;

  /** @param name What the trace is called. @throws FileError when it cannot be made. */
  constructor(path: string, name: string) {
    this.file = new OutputFile(path);
    this.name = name;
  }

  /** The outermost folder that had to be made for it; undefined: none. */
  get madeFolder(): string | undefined {
    return this.file.madeFolder;
  }

  /** Adds a step. @param time Seconds of the capture after it. @throws FileError. */
  step(engine: Engine, time: number): void {
    const { quantum } = engine.world.clock;
    if (this.ticks === 0) this.begin(quantum, Number((time - quantum).toFixed(DIGITS)));
    const guids = Array.from(engine.entities(), (entity) => engine.guidOf(entity)).sort((a, b) => a - b);
    const records = guids.map((guid) => tickRecord(engine.world, engine.entityOf(guid)));
    this.text += `${this.ticks++ === 0 ? '' : ','}\n${JSON.stringify(records)}`;
    if (this.text.length < CHUNK) return;
    this.file.write(this.text);
    this.text = '';
  }

  /** @throws FileError. */
  end(): void {
    if (this.ticks === 0) this.begin(0, 0);
    this.file.write(`${this.text}\n]}\n`);
    this.file.end();
  }

  /** Removes what was written. */
  discard(): void {
    this.file.discard();
  }

  private begin(quantum: number, from: number): void {
    this.text = `{"name":${JSON.stringify(this.name)},"quantum":${quantum},"from":${from},"ticks":[`;
  }
}
