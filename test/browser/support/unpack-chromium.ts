import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A Chromium unpacked from the npm package, and what its process needs in its environment. */
export interface UnpackedChromium {
  executablePath: string;
  env: Record<string, string>;
}

/** Of what is unpacked, the files without which nothing runs. */
const PARTS = [
  'chromium',
  'libGLESv2.so',
  'libvk_swiftshader.so',
  'vk_swiftshader_icd.json',
  'fonts.conf',
  'al2023/lib',
];

/**
 * Unpacks the Chromium of `@sparticuz/chromium` (Linux x64) once for each version and user, and says how to start it.
 *
 * The work is done in a folder of its own that is renamed into place as the last step: however many processes start at
 * once, each finds either nothing or the whole. Throws when the package is not installed or cannot be unpacked.
 */
export function unpackChromium(): UnpackedChromium {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const version = packageVersion(entry);
  const user = process.getuid?.() ?? 0;
  const cache = join(tmpdir(), `gait-chromium-${version}-${user}`);
  if (!PARTS.every((part) => existsSync(join(cache, part)))) {
    // Nothing there yet, or a cleaner of temporary files has been at it.
    rmSync(cache, { recursive: true, force: true });
    unpackInto(cache, entry);
  }
  // What runs from a folder that everybody may write to must be our own.
  if (statSync(cache).uid !== user) {
    throw new Error(`${cache} belongs to another user: remove it, or name a browser in GAIT_CHROMIUM`);
  }
  const executablePath = join(cache, 'chromium');
  const env: Record<string, string> = { FONTCONFIG_FILE: join(cache, 'fonts.conf') };
  if (lacksLibraries(executablePath)) {
    // A machine without NSS: the package brings the libraries along.
    const libraries = join(cache, 'al2023', 'lib');
    env.LD_LIBRARY_PATH = process.env.LD_LIBRARY_PATH ? `${libraries}:${process.env.LD_LIBRARY_PATH}` : libraries;
  }
  return { executablePath, env };
}

function packageVersion(entry: string): string {
  const manifest: { version: string } = createRequire(entry)('../package.json');
  return manifest.version;
}

function unpackInto(cache: string, entry: string): void {
  mkdirSync(dirname(cache), { recursive: true });
  const staging = mkdtempSync(`${cache}-`);
  try {
    // The package unpacks to the temporary folder of its process, and its libraries only where it takes the machine for
    // a cloud function's: both are set for a process of its own.
    const result = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import chromium from ${JSON.stringify(pathToFileURL(entry).href)}; await chromium.executablePath();`,
      ],
      { env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'nodejs20.x' }, encoding: 'utf8' },
    );
    if (result.status !== 0) {
      throw new Error(`@sparticuz/chromium could not be unpacked: ${result.error?.message ?? result.stderr}`);
    }
    // Its fonts only, so that a page looks alike on every machine.
    writeFileSync(
      join(staging, 'fonts.conf'),
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>
`,
    );
    try {
      renameSync(staging, cache);
    } catch (error) {
      // Another process was first; its copy is as good.
      if (!existsSync(join(cache, 'chromium'))) {
        throw error;
      }
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Asks the dynamic linker, without running the program, whether a shared library is missing. */
function lacksLibraries(executablePath: string): boolean {
  const result = spawnSync(executablePath, [], {
    env: { ...process.env, LD_TRACE_LOADED_OBJECTS: '1' },
    encoding: 'utf8',
  });
  return result.status !== 0 || result.stdout.includes('not found');
}
