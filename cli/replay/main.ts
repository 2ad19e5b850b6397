import { type Capture, CaptureError, readCapture, summarizeCapture, writeCaptureTo } from '../../index.ts';
import { isSameFile, OutputFile, readBytes, readTables, reasonOf, traceFile } from './files.ts';
import type { Io } from './io.ts';
import { type Options, readOptions } from './options.ts';
import { play } from './play.ts';
import { Progress } from './progress.ts';
import { type FileReport, reportLines, reportValue } from './report.ts';
import { TraceFile } from './trace.ts';
import { FileError, USAGE, UsageError } from './usage.ts';

function readOne(file: string, { serverPorts }: Options): Capture {
  const bytes = readBytes(file);
  try {
    return readCapture(bytes, serverPorts.length > 0 ? { serverPorts } : {});
  } catch (error) {
    if (error instanceof CaptureError) throw new FileError(`${file} cannot be read: ${error.message}`);
    throw error;
  }
}

function writeRecording(capture: Capture, file: string, { from, until }: Options): void {
  const output = new OutputFile(file);
  try {
    writeCaptureTo(capture, (piece) => output.write(piece), { from, until });
    output.end();
  } catch (error) {
    output.discard();
    throw error;
  }
}

function playOne(capture: Capture, file: string, options: Options, motionTables: unknown[], progress: Progress) {
  const { from, until, connection, trace } = options;
  const range = { motionTables, from, until, connection };
  if (trace === null) return { played: play(capture, range, progress), written: [] };
  const path = traceFile(trace, file);
  if (isSameFile(path, file)) throw new UsageError(`--trace would write over the capture itself: ${file}`);
  const writer = new TraceFile(path, file);
  try {
    const played = play(capture, { ...range, eachStep: (engine, time) => writer.step(engine, time) }, progress);
    writer.end();
    return { played, written: [path] };
  } catch (error) {
    writer.discard();
    throw error;
  }
}

function tellOne(file: string, options: Options, motionTables: unknown[], progress: Progress): FileReport {
  const { from, until, to } = options;
  const capture = readOne(file, options);
  if (to !== null && isSameFile(to, file)) throw new UsageError(`--to would write over the capture itself: ${file}`);
  const { played, written } = playOne(capture, file, options, motionTables, progress);
  if (to !== null) writeRecording(capture, to, options);
  return {
    file,
    capture,
    from,
    until,
    summary: summarizeCapture(capture, from, until),
    played,
    written: to === null ? written : [...written, to],
  };
}

function run(argv: string[], io: Io): number {
  const options = readOptions(argv);
  if (options.help) {
    io.out(USAGE.trimEnd());
    return 0;
  }
  const motionTables = readTables(options.tables);
  const progress = new Progress(io, options.quiet);
  const values: object[] = [];
  let damaged = false;
  for (const file of options.files) {
    try {
      const report = tellOne(file, options, motionTables, progress);
      damaged ||= report.capture.damage !== null;
      if (options.json) values.push(reportValue(report));
      else if (!options.quiet) for (const line of reportLines(report)) io.out(line);
      if (options.quiet && report.capture.damage !== null) {
        const { offset, text } = report.capture.damage;
        io.err(`${file}: damaged: byte ${offset}: ${text}\n`);
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      progress.clear();
      io.err(`error: ${error.message}\n`);
      damaged = true;
    }
  }
  if (options.json) io.out(JSON.stringify(options.files.length === 1 ? (values[0] ?? null) : values, null, 2));
  return damaged ? 1 : 0;
}

/** The tool without a process around it: prints through `io` and returns the exit code. Nothing makes it throw. */
export function replay(argv: string[], io: Io): number {
  try {
    return run(argv, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`error: ${error.message}\nTry --help.\n`);
      return 2;
    }
    io.err(`error: ${reasonOf(error)}\n`);
    return 1;
  }
}
