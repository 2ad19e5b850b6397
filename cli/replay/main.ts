import { basename } from 'node:path';
import { type Capture, CaptureError, readCapture, summarizeCapture, writeCaptureTo } from '../../index.ts';
import { isSameFile, OutputFile, readBytes, readTables, reasonOf, recordingFile, traceFile } from './files.ts';
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

/** What was made on the way: files, and the outermost folder for each if it was not there. */
interface Made {
  readonly written: string[];
  readonly folders: string[];
}

function note(made: Made, file: string, folder: string | undefined): void {
  made.written.push(file);
  if (folder !== undefined) made.folders.push(folder);
}

/** Throws for options that do not fit the capture. */
function checkRange(file: string, capture: Capture, { from, connection }: Options): void {
  const { duration, connections } = capture;
  if (from > duration) throw new FileError(`--from ${from} is beyond the end of ${file}, ${duration.toFixed(1)} s`);
  if (connection === null || connection < connections.length) return;
  const last = connections.length - 1;
  const found = last < 0 ? 'no connections' : last === 0 ? 'connection 0 alone' : `the connections 0 to ${last}`;
  throw new UsageError(`--connection ${connection} is not there: ${file} has ${found}`);
}

function writeRecording(capture: Capture, file: string, { from, until }: Options, made: Made): void {
  const output = new OutputFile(file);
  try {
    writeCaptureTo(capture, (piece) => output.write(piece), { from, until });
    output.end();
    note(made, file, output.madeFolder);
  } catch (error) {
    output.discard();
    throw error;
  }
}

function playOne(
  capture: Capture,
  file: string,
  options: Options,
  motionTables: unknown[],
  progress: Progress,
  made: Made,
) {
  const { from, until, connection, trace } = options;
  const range = { motionTables, from, until, connection };
  if (trace === null) return play(capture, range, progress);
  const path = traceFile(trace, file);
  if (isSameFile(path, file)) throw new UsageError(`--trace would write over the capture itself: ${file}`);
  const writer = new TraceFile(path, basename(file));
  try {
    const played = play(capture, { ...range, eachStep: (engine, time) => writer.step(engine, time) }, progress);
    writer.end();
    note(made, path, writer.madeFolder);
    return played;
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** Where the recording of a capture goes. @throws UsageError for the capture itself, and for what is no recording's name. */
function recordingPath(named: string, file: string): string {
  const refuseItself = (path: string): void => {
    if (isSameFile(path, file)) throw new UsageError(`--to would write over the capture itself: ${file}`);
  };
  refuseItself(named);
  const path = recordingFile(named, file);
  refuseItself(path);
  return path;
}

function tellOne(file: string, options: Options, motionTables: unknown[], progress: Progress): FileReport {
  const { from, until } = options;
  const made: Made = { written: [], folders: [] };
  const capture = readOne(file, options);
  checkRange(file, capture, options);
  const to = options.to === null ? null : recordingPath(options.to, file);
  const played = playOne(capture, file, options, motionTables, progress, made);
  if (to !== null) writeRecording(capture, to, options, made);
  return {
    file,
    capture,
    from,
    until,
    summary: summarizeCapture(capture, from, until),
    played,
    written: made.written,
    folders: made.folders,
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
      values.push({ file, error: error.message });
      damaged = true;
    }
  }
  if (options.json) io.out(JSON.stringify(options.files.length === 1 ? values[0] : values, null, 2));
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
