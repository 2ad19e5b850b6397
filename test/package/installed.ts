import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program that npm knows, whatever the system calls it. */
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a program and answers what it printed; what went wrong is thrown with all that it said. */
export function run(program: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: cleanEnvironment(),
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} has failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

/** Without what npm and vitest tell their children of this project. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|VITEST|NODE_ENV$)/.test(name));
  return Object.fromEntries(kept);
}

/** What `npm pack` says of a package. */
export interface Packed {
  readonly tarball: string;
  /** Paths in it. */
  readonly files: readonly string[];
  /** Bytes, packed and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** Packs the package, which has been built, into a folder. */
export function pack(folder: string): Packed {
  const [packed] = JSON.parse(run(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT));
  const files = packed.files.map(({ path }: { path: string }) => path);
  return { tarball: join(folder, packed.filename), files, size: packed.size, unpackedSize: packed.unpackedSize };
}

/** A project in a folder of its own. */
export interface Project {
  readonly folder: string;
  /** Runs JavaScript as a module of the project, and answers what it printed. */
  node(code: string): string;
  write(path: string, text: string): void;
  remove(): void;
}

/**
 * Installs the package, with npm and nothing but this machine, in an empty project.
 *
 * @param peers Packages that the project has besides, taken from this project's own.
 */
export function install(tarball: string, peers: readonly string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'gait-project-'));
  const own = (name: string): string => `file:${ROOT}node_modules/${name}`;
  const project: Project = {
    folder,
    node(code) {
      project.write('main.mjs', code);
      return run(process.execPath, ['main.mjs'], folder);
    },
    write(path, text) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const needed = Object.keys(manifest.dependencies);
  project.write(
    'package.json',
    JSON.stringify({
      name: 'empty',
      private: true,
      type: 'module',
      dependencies: Object.fromEntries([
        ['gait', `file:${tarball}`],
        ...[...needed, ...peers].map((name) => [name, own(name)]),
      ]),
      // What the package itself depends on comes from this machine, too.
      overrides: Object.fromEntries(needed.map((name) => [name, `$${name}`])),
    }),
  );
  run(npm, ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--install-links=false'], folder);
  return project;
}
