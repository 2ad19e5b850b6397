import type { GaitServer } from '../../server/index.ts';
import { addCrowd } from './crowd.ts';
import { doorLine, statusLine } from './door-text.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { readScene } from './scene-file.ts';
import { lacksSockets, SOCKETS_NEEDED } from './sockets.ts';

/** What the tool needs of the process that it runs in. */
export interface ServerIo {
  /** Results: whole lines. */
  out(line: string): void;
  /** Progress and errors, written as given. */
  err(text: string): void;
  /** Whether `err` is a terminal, on which a line can be written over. */
  readonly tty: boolean;
  /** Calls once when the process is asked to end; again when it is asked again. */
  onEnd(handler: () => void): void;
}

/** Milliseconds between two looks at the server: on a terminal, and where nothing can be written over. */
const TERMINAL_INTERVAL = 1000;
const LOG_INTERVAL = 60_000;
const WIDTH = 78;

type ServerModule = typeof import('../../server/index.ts');

/**
 * The `gait server` command: runs until the process is asked to end. Help and wrong usage are told without the server, which
 * needs a package that not everybody has.
 *
 * @param load Loads the server.
 * @returns The exit code.
 */
export async function serve(
  args: string[],
  motionTables: readonly unknown[],
  io: ServerIo,
  load: () => Promise<ServerModule> = () => import('../../server/index.ts'),
): Promise<number> {
  let options: Options;
  let server: GaitServer;
  try {
    options = readOptions(args);
    if (options.help) {
      io.out(USAGE.trimEnd());
      return 0;
    }
    const scene = readScene(options.scene);
    server = makeServer(await load(), options, scene, motionTables);
  } catch (error) {
    if (lacksSockets(error)) {
      io.err(`error: ${SOCKETS_NEEDED}\n`);
      return 1;
    }
    io.err(`error: ${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
    return error instanceof UsageError ? 2 : 1;
  }
  return run(server, options, io);
}

function makeServer(
  { createServer }: ServerModule,
  options: Options,
  { content, source }: ReturnType<typeof readScene>,
  motionTables: readonly unknown[],
): GaitServer {
  const { host, port, origins, maxPlayers } = options;
  const capacity = maxPlayers + options.npcs + 64;
  const server = createServer({
    motionTables,
    scene: content,
    sceneSource: source,
    host,
    port,
    origins,
    maxPlayers,
    engine: { capacity },
  });
  addCrowd(server.engine, options.npcs, options.seed, startOf(content));
  return server;
}

/** The place of a checked scene around which life is. */
function startOf(content: unknown): { x: number; y: number } {
  const { places } = content as { places?: { name: string; x: number; y: number }[] };
  return places?.find(({ name }) => name === 'start') ?? { x: 0, y: 0 };
}

async function run(server: GaitServer, options: Options, io: ServerIo): Promise<number> {
  const erase = (): void => {
    if (io.tty) io.err(`\r${' '.repeat(WIDTH)}\r`);
  };
  const show = (): void => {
    const line = statusLine(server.status);
    if (io.tty) io.err(`\r${line.padEnd(WIDTH)}`);
    else io.err(`${line}\n`);
  };
  server.onDoor = (event) => {
    if (options.quiet && event.type !== 'failed') return;
    erase();
    io.err(`${doorLine(event)}\n`);
  };
  let url: string;
  try {
    ({ url } = await server.listen());
  } catch (error) {
    io.err(`error: ${listenText(error, options)}\n`);
    await server.close();
    return 1;
  }
  io.out(`A world of ${options.scene} with ${options.npcs} NPCs listens at ${url}`);
  io.out(`Open the page with ?server=${url}  (ends with Ctrl+C)`);
  const timer = options.quiet ? null : setInterval(show, io.tty ? TERMINAL_INTERVAL : LOG_INTERVAL);
  await new Promise<void>((resolve) => io.onEnd(resolve));
  if (timer !== null) clearInterval(timer);
  erase();
  const { length } = server.players;
  if (!options.quiet) io.out(`${length} ${length === 1 ? 'player is' : 'players are'} sent away`);
  await server.close();
  return 0;
}

function listenText(error: unknown, { host, port }: Options): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} of ${host} is taken; choose another one with --port, or 0 for any`;
  if (code === 'EACCES') return `port ${port} needs rights that this process does not have; choose one from 1024 on`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this machine has no address ${host}`;
  return String(message);
}
