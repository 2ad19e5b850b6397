import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ServerIo, serve } from '../../../cli/server/main.ts';
import { lacksSockets } from '../../../cli/server/sockets.ts';
import { statusLine } from '../../../cli/server/door-text.ts';
import { joinServer } from '../../../index.ts';
import { createServer } from '../../../server/index.ts';
import { until } from '../../support/web-socket-pair.ts';
import { motionTables, scene } from '../../server/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'gait-server-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Loads the server where there is no package `ws`. */
const withoutSockets = (): Promise<never> =>
  Promise.reject(
    Object.assign(new Error("Cannot find package 'ws' imported from /app/server.js"), { code: 'ERR_MODULE_NOT_FOUND' }),
  );

/** The tool in a process that is asked to end by `end`. */
function start(args: string[], tty = false, load?: () => Promise<never>) {
  const out: string[] = [];
  const err: string[] = [];
  let end = (): void => {};
  const io: ServerIo = {
    out: (line) => out.push(line),
    err: (text) => err.push(text),
    tty,
    onEnd: (handler) => {
      end = handler;
    },
  };
  return { out, err, done: serve(args, motionTables, io, load), end: () => end() };
}

describe('gait server', () => {
  it('knows a module that is missing as the package ws', () => {
    const missing = (name: string) =>
      Object.assign(new Error(`Cannot find package '${name}' imported from /app/server.js`), {
        code: 'ERR_MODULE_NOT_FOUND',
      });
    expect(lacksSockets(missing('ws'))).toBe(true);
    expect(lacksSockets(missing('mitt'))).toBe(false);
    expect(lacksSockets(new Error("'ws'"))).toBe(false);
  });

  it('helps, and tells wrong usage, where ws is not installed', async () => {
    const help = start(['--help'], false, withoutSockets);
    expect([await help.done, help.err]).toEqual([0, []]);
    expect(help.out.join()).toMatch(/usage: npx gait server/);
    const wrong = start(['--scene', 'vilage'], false, withoutSockets);
    expect([await wrong.done, wrong.err.join('')]).toEqual([2, expect.stringContaining("did you mean 'village'?")]);
  });

  it('says what to install when it is needed', async () => {
    const tool = start([], false, withoutSockets);
    expect([await tool.done, tool.out]).toEqual([1, []]);
    const { peerDependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(tool.err.join('')).toBe(
      `error: gait server needs the package ws, which is not installed here. Install it with: npm install ws@${peerDependencies.ws}\n`,
    );
  });

  it('runs a world with NPCs that is joined where it says, tells who comes and goes, and ends in order', async () => {
    const tool = start(['--port', '0', '--scene', 'village', '--npcs', '6'], true);
    await until('it listens', () => tool.out.length >= 2);
    expect(tool.out[0]).toMatch(/^A world of village with 6 NPCs listens at ws:\/\/127\.0\.0\.1:\d+\/$/);
    const url = tool.out[0].split(' ').at(-1) as string;
    const joined = await joinServer(url, { motionTables, socket: (to) => new WebSocket(to) });
    await until('the NPCs are there', () => {
      joined.engine.step();
      return joined.engine.entities().length === 7;
    });
    await until('the status is shown', () => tool.err.some((text) => /^\r1\/64 players, 7 bodies, step /.test(text)));
    tool.end();
    expect(await tool.done).toBe(0);
    expect(tool.out.at(-1)).toBe('1 player is sent away');
    expect(tool.err.join('')).toMatch(
      /player 0x50000001 has joined from 127\.0\.0\.1\n[\s\S]*has left: the server is closing/,
    );
  });

  it('says what is wrong with a port, a scene and its options', async () => {
    const taken = createServer({ motionTables, port: 0 });
    const { port } = await taken.listen();
    const tool = start(['--port', `${port}`]);
    expect(await tool.done).toBe(1);
    expect(tool.err.join('')).toBe(
      `error: port ${port} of 127.0.0.1 is taken; choose another one with --port, or 0 for any\n`,
    );
    await taken.close();
    writeFileSync(join(folder, 'bad.json'), '{ "name": "bad", "obstacle": [] }');
    writeFileSync(join(folder, 'torn.json'), '{ "name": ');
    const wrong: [string[], number, RegExp][] = [
      [['--scene', 'vilage'], 2, /there is no scene 'vilage'; did you mean 'village'\?/],
      [['--scene', join(folder, 'no.json')], 2, /--scene: the file cannot be read: ENOENT/],
      [['--scene', join(folder, 'torn.json')], 2, /torn\.json is no JSON/],
      [['--scene', join(folder, 'bad.json')], 1, /bad\.json.*obstacle/],
      [['--port', '80a'], 2, /--port: expected a whole number from 0 to 65535, found '80a'/],
      [['--max-players', '0'], 2, /--max-players: expected a whole number from 1/],
      [['--origin', 'example.org', '--port', '0'], 1, /expected origins such as 'https:\/\/example\.org'/],
      [['--hots', 'x'], 2, /there is no option --hots; did you mean --host\?/],
      [['--npcs', '-1'], 2, /--npcs: expected a whole number from 0 to 5000, found '-1'/],
      [['-p', '-1'], 2, /--port: expected a whole number from 0 to 65535, found '-1'/],
      [['--scene', '--quiet'], 2, /error: --scene needs a value\n/],
      [['--npcs'], 2, /error: --npcs needs a value\n/],
      [['--scene', 'qqq'], 2, /there is no scene 'qqq'; there are crowd, hills, /],
    ];
    for (const [args, code, text] of wrong) {
      const { done, err } = start(args);
      expect([await done, err.join('')]).toEqual([code, expect.stringMatching(text)]);
    }
    const help = start(['--help']);
    expect(await help.done).toBe(0);
    expect(help.out.join()).toMatch(
      /--scene[\s\S]*--npcs[\s\S]*--host[\s\S]*--port[\s\S]*--origin[\s\S]*--max-players/,
    );
  });

  it('runs from a scene file, quietly', async () => {
    const file = join(folder, 'own.json');
    writeFileSync(file, JSON.stringify({ ...(scene('plain') as object), name: 'own' }));
    const tool = start(['--port', '0', '--scene', file, '--npcs', '0', '--quiet']);
    await until('it listens', () => tool.out.length >= 2);
    tool.end();
    expect(await tool.done).toBe(0);
    expect(tool.err).toEqual([]);
    expect(tool.out).toHaveLength(2);
  });

  it('has a status line that fits a terminal', () => {
    const { status } = createServer({ motionTables });
    const busy = { ...status, players: 10_000, maxPlayers: 10_000, bodies: 99_999, uptime: 360_000 };
    expect(statusLine(busy).length).toBeLessThanOrEqual(78);
    expect(statusLine(status)).toBe('0/64 players, 0 bodies, step 0.00 ms, at most 0.0, 0 a second, 00:00:00');
  });
});
