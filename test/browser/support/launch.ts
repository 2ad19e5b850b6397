import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

/** WebGL2 drawn in software, the same on every machine, and no traffic of the browser's own. */
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Browsers that a person may have installed, by the names playwright-core knows them by. */
const CHANNELS = ['chrome', 'msedge'];

/**
 * Starts a headless Chromium; the caller closes it. Taken is, in this order: the program named by the environment
 * variable GAIT_CHROMIUM; on Linux x64 the one in the npm package `@sparticuz/chromium`; an installed Chrome or Edge.
 * Throws, naming what was tried, when none of them starts.
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env.GAIT_CHROMIUM;
  if (named) {
    if (!existsSync(named)) {
      throw new Error(`GAIT_CHROMIUM names ${named}, and there is no such file`);
    }
    return launch({ executablePath: named });
  }

  const tried: string[] = [];
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      const { executablePath, env } = unpackChromium();
      return await launch({ executablePath, env: { ...definedEnvironment(), ...env } });
    } catch (error) {
      tried.push(`@sparticuz/chromium: ${messageOf(error)}`);
    }
  }
  for (const channel of CHANNELS) {
    try {
      return await launch({ channel });
    } catch (error) {
      tried.push(`${channel}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `No browser for the browser tests. Install Chrome or Edge, or name a Chromium in the environment variable ` +
      `GAIT_CHROMIUM. Tried:\n- ${tried.join('\n- ')}`,
  );
}

function launch(options: LaunchOptions): Promise<Browser> {
  return chromium.launch({ headless: true, args: FLAGS, ...options });
}

function definedEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) {
      environment[name] = value;
    }
  }
  return environment;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
