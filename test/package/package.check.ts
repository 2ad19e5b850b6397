import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../index.ts';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { deadLinks } from '../support/links.ts';
import { install, type Packed, pack, type Project, ROOT, run } from './installed.ts';

const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
/** The entries that are code, as users name them. */
const entries: string[] = Object.keys(manifest.exports)
  .filter((name) => !name.includes('*') && !name.endsWith('.json'))
  .map((name) => name.replace(/^\./, 'gait'));

let folder: string;
let packed: Packed;
beforeAll(async () => {
  if (process.env.GAIT_LIBRARY_BUILT !== '1')
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', 'build:lib'], ROOT);
  folder = mkdtempSync(join(tmpdir(), 'gait-packed-'));
  packed = pack(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A walk whose end says whether the same happens everywhere. */
const WALK = `
const engine = createEngine({ motionTables: [human] });
const body = engine.spawn({ guid: 5, heading: 30 });
engine.moveTo(body, { x: 4, y: 9 });
engine.step(200);
`;

function hashHere(): string {
  const engine = createEngine({ motionTables: [human] });
  const body = engine.spawn({ guid: 5, heading: 30 });
  engine.moveTo(body, { x: 4, y: 9 });
  engine.step(200);
  return engine.hash();
}

describe('the tarball', () => {
  it('holds what is named in package.json, and nothing that only this project needs', () => {
    const named: string[] = [];
    for (const target of Object.values<unknown>(manifest.exports)) {
      const paths = typeof target === 'string' ? [target] : Object.values(target as Record<string, string>);
      named.push(...paths.filter((path) => !path.includes('*')));
    }
    named.push(...Object.values<string>(manifest.bin));
    for (const path of named) expect(packed.files).toContain(path.replace(/^\.\//, ''));
    expect(packed.files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'content/motion-tables/human.json']));
    const strange = packed.files.filter(
      (path) => !/^(dist\/lib|content|docs|examples)\/|^(LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(path),
    );
    expect(strange).toEqual([]);
    const sources = packed.files.filter((path) => /\.ts$/.test(path) && !/\.d\.ts$|^examples\//.test(path));
    expect(sources).toEqual([]);
  });

  it('has docs whose links lead to what it holds', () => {
    const docs = packed.files.filter((path) => path.endsWith('.md'));
    expect(docs).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/mods.md', 'examples/README.md']));
    expect(deadLinks(packed.files, (path) => readFileSync(`${ROOT}${path}`, 'utf8'))).toEqual([]);
  });

  it('is not larger than it says', () => {
    expect(packed.size).toBeLessThan(2_000_000);
    expect(packed.unpackedSize).toBeLessThan(6_500_000);
  });

  it('is as publint wants it', async () => {
    const { messages } = await publint({ pkgDir: ROOT, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('has types that are found by all who can import it', () => {
    const answer = run(
      process.execPath,
      [
        `${ROOT}node_modules/@arethetypeswrong/cli/dist/index.js`,
        packed.tarball,
        '--profile',
        'esm-only',
        '--no-color',
        '--no-emoji',
      ],
      ROOT,
    );
    // It ends with an error unless all is found; that it has looked at every entry is seen here.
    const rows = answer.split('\n');
    for (const entry of entries) {
      const row = rows.find((line) => line.includes(`"${entry}"`)) ?? '';
      expect(
        row
          .replaceAll('\\"', '"')
          .split(/[│|]/)
          .slice(2, 4)
          .map((cell) => cell.trim()),
      ).toEqual(['OK (ESM)', 'OK']);
    }
  });
});

describe('an empty project', () => {
  let project: Project;
  beforeAll(() => {
    project = install(packed.tarball, ['bitecs']);
  });
  afterAll(() => project.remove());

  it('imports the core, the behaviours and the testing kit with no Babylon.js, no ws and no page, and walks to the same hash', () => {
    expect(existsSync(join(project.folder, 'node_modules/@babylonjs'))).toBe(false);
    const output = project.node(`
      import { createEngine } from 'gait';
      import { createBehaviours } from 'gait/npc';
      import { createStepper } from 'gait/testing';
      import { ByteReader } from 'gait/wire';
      import human from 'gait/motion-tables/human.json' with { type: 'json' };
      ${WALK}
      console.log(engine.hash(), typeof document, typeof createBehaviours, typeof createStepper, typeof ByteReader);
    `);
    expect(output.trim()).toBe(`${hashHere()} undefined function function function`);
  });

  it('imports the core by `node -e`', () => {
    const code = "import('gait').then(({ createEngine }) => console.log(typeof createEngine))";
    expect(run(process.execPath, ['-e', code], project.folder).trim()).toBe('function');
  });

  it.each([
    ['gait/server', 'ws'],
    ['gait/babylon', '@babylonjs/core'],
  ])('is told what %s needs: %s', (entry, missing) => {
    const code = `import('${entry}').catch(({ code, message }) => console.log(code, message))`;
    const answer = run(process.execPath, ['-e', code], project.folder);
    expect(answer).toMatch(/^ERR_MODULE_NOT_FOUND /);
    expect(answer).toContain(missing);
  });

  it('has the command, which says what it can do and reads a capture', () => {
    const bin = join(project.folder, 'node_modules/.bin/gait');
    expect(run(bin, ['--help'], project.folder)).toMatch(/usage: npx gait COMMAND/);
    const capture = `${ROOT}test/captures/retail-protocol-session.pcap`;
    expect(run(bin, ['replay', capture], project.folder)).toMatch(/7c88c06f/);
  });

  it('has the commands for mods: a new one is made and checked, and what is wrong is told with its place', () => {
    const bin = join(project.folder, 'node_modules/.bin/gait');
    expect(run(bin, ['new-mod', 'town', '--script'], project.folder)).toMatch(
      /made mods\/town\/mod\.json[\s\S]*check it: npx gait check-mods town\n/,
    );
    expect(run(bin, ['check-mods'], project.folder)).toBe(
      'town 0.1.0: ok, 2 NPCs, 1 script\n1 mod checked, all right\n',
    );
    // Looks and scenes are the game's own.
    const manifest = '{ "name": "sea", "format": 1, "scenes": ["reef"], "npcs": ["a.json"] }';
    project.write('mods/sea/mod.json', manifest);
    project.write('mods/sea/a.json', '{ "npcs": [{ "id": "a", "look": "fish", "place": { "x": 0, "y": 0 } }] }');
    expect(run(bin, ['check-mods', 'sea'], project.folder)).toMatch(/^sea 0\.0\.0: ok, 1 NPC\n/);
    const held = 'setInterval(() => {}, 1000);\nawait new Promise(() => {});\nexport default () => {};\n';
    project.write('mods/town/scripts/main.js', held);
    expect(() => run(bin, ['check-mods', '--load-seconds', '0.5'], project.folder)).toThrow(
      /town\/scripts\/main\.js: the script could not be loaded: .* within 0\.5 s[\s\S]*sea 0\.0\.0: ok[\s\S]*1 broken/,
    );
    expect(run(bin, ['check-mods', '--help'], project.folder)).toMatch(/^usage: npx gait check-mods \[NAME/);
  });

  it('has help for the server without ws, and is told to install it when it starts one', () => {
    const bin = join(project.folder, 'node_modules/.bin/gait');
    expect(run(bin, ['server', '--help'], project.folder)).toMatch(/usage: npx gait server/);
    expect(() => run(bin, ['server', '--port', 'x'], project.folder)).toThrow(/--port: expected a whole number/);
    expect(() => run(bin, ['server'], project.folder)).toThrow(
      /error: gait server needs the package ws.*npm install ws/,
    );
  });
});

describe('a project with everything', () => {
  let project: Project;
  const peers = Object.keys(manifest.peerDependencies);
  beforeAll(() => {
    project = install(packed.tarball, [...peers, '@types/ws', '@types/node', 'typescript']);
  });
  afterAll(() => project.remove());

  it('imports every entry in plain Node, with one copy of bitECS', () => {
    const output = project.node(`
      import { addComponent, query } from 'bitecs';
      ${entries.map((entry, index) => `import * as entry${index} from '${entry}';`).join('\n')}
      import human from 'gait/motion-tables/human.json' with { type: 'json' };
      const { createEngine } = entry${entries.indexOf('gait')};
      ${WALK}
      const Marked = {};
      addComponent(engine.world, body, Marked);
      console.log(query(engine.world, [Marked]).length, ${entries.map((_, index) => `Object.keys(entry${index}).length > 0`).join(', ')});
    `);
    expect(output.trim()).toBe(`1 ${entries.map(() => 'true').join(' ')}`);
  });

  it('runs a server by the command', async () => {
    const code = `
      import { spawn } from 'node:child_process';
      import { WebSocket } from 'ws';
      import { joinServer } from 'gait';
      import human from 'gait/motion-tables/human.json' with { type: 'json' };
      const server = spawn('node_modules/.bin/gait', ['server', '--port', '0', '--npcs', '2', '--scene', 'stairs']);
      let said = '';
      const url = await new Promise((resolve, reject) => {
        server.stdout.on('data', (text) => {
          said += text;
          const found = /ws:\\S+/.exec(said);
          if (found) resolve(found[0]);
        });
        server.stderr.on('data', (text) => { said += text; });
        server.on('exit', () => reject(new Error(said)));
      });
      const joined = await joinServer(url, { motionTables: [human], socket: (to) => new WebSocket(to) });
      while (joined.engine.entities().length < 3) {
        joined.engine.step();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      joined.leave();
      const ended = new Promise((resolve) => { server.removeAllListeners('exit'); server.on('exit', resolve); });
      server.kill('SIGTERM');
      console.log(joined.ground.scene.name, await ended);
    `;
    expect(project.node(code).trim()).toBe('stairs 0');
  });

  it('is built by Vite with nothing but our entries, for a page, with one copy of everything', async () => {
    project.write('index.html', '<!doctype html><script type="module" src="/main.ts"></script>');
    project.write(
      'main.ts',
      `import { createEngine } from 'gait';
      import { createBehaviours } from 'gait/npc';
      import * as babylon from 'gait/babylon';
      import human from 'gait/motion-tables/human.json';
      ${WALK}
      createBehaviours(engine).add(body, 'wander');
      Object.assign(window, { hash: engine.hash(), shown: Object.keys(babylon).length });`,
    );
    const modules = new Set<string>();
    await build({
      root: project.folder,
      logLevel: 'error',
      configFile: false,
      plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }],
      build: { outDir: 'out', chunkSizeWarningLimit: 10_000 },
    });
    const places = (name: string): Set<string> =>
      new Set([...modules].filter((id) => id.includes(`/${name}/`)).map((id) => id.slice(0, id.indexOf(`/${name}/`))));
    for (const name of ['bitecs', '@babylonjs/core', 'mitt', 'valibot'])
      expect([name, places(name).size]).toEqual([name, 1]);
    expect([...modules].filter((id) => /node:|\/ws\/|recast|rapier/.test(id))).toEqual([]);
    expect(readdirSync(join(project.folder, 'out/assets')).length).toBeGreaterThan(0);
  });

  it('is so small in a page that only simulates', async () => {
    project.write('index.html', '<!doctype html><script type="module" src="/core.ts"></script>');
    project.write('core.ts', `import { createEngine } from 'gait'; Object.assign(window, { createEngine });`);
    await build({ root: project.folder, logLevel: 'error', configFile: false, build: { outDir: 'core' } });
    const assets = join(project.folder, 'core/assets');
    const [script] = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const text = readFileSync(join(assets, script));
    expect(text.includes('babylonjs')).toBe(false);
    // A tenth more than measured: what grows is to be noticed.
    expect(gzipSync(text).length).toBeLessThan(CORE_GZIP);
  });

  it('is typed for who asks strictly', () => {
    project.write(
      'typed.ts',
      `import { createEngine, joinServer, type Engine, type JoinedServer } from 'gait';
      ${entries.map((entry, index) => `import * as entry${index} from '${entry}';`).join('\n')}
      export const engine: Engine = createEngine({ motionTables: [] });
      export const joined: Promise<JoinedServer> = joinServer('ws://x', { motionTables: [] });
      export const all: object[] = [${entries.map((_, index) => `entry${index}`).join(', ')}];
      // @ts-expect-error: not a number
      engine.step('1');`,
    );
    const args = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--types',
      'node',
      '--skipLibCheck',
    ];
    const resolution = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
    const tsc = `${ROOT}node_modules/typescript/bin/tsc`;
    run(process.execPath, [tsc, ...args, ...resolution, 'typed.ts'], project.folder);
  });
});

/** Bytes of the core in a page, as Vite builds it, packed by gzip: 74,548 were measured. */
const CORE_GZIP = 82_000;
