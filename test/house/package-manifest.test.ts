import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

interface Lockfile {
  packages: Record<string, Partial<Manifest> & { version?: string; resolved?: string }>;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest: Manifest = JSON.parse(read('package.json'));
const lockfile: Lockfile = JSON.parse(read('package-lock.json'));

describe('package.json', () => {
  const versions = Object.entries({
    ...manifest.peerDependencies,
    ...manifest.dependencies,
    ...manifest.devDependencies,
  });

  test.each(versions)('pins %s exactly, at the version that is locked', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(lockfile.packages[`node_modules/${name}`]?.version).toBe(version);
  });

  test('gives each peer the version that the project itself is developed with', () => {
    for (const [name, version] of Object.entries(manifest.peerDependencies)) {
      expect(manifest.devDependencies[name], name).toBe(version);
    }
  });

  test('agrees with the lockfile, so that `npm ci` accepts both', () => {
    const root = lockfile.packages[''];
    expect(root.dependencies).toEqual(manifest.dependencies);
    expect(root.devDependencies).toEqual(manifest.devDependencies);
    expect(root.peerDependencies).toEqual(manifest.peerDependencies);
  });

  test('pins all Babylon.js packages alike', () => {
    const babylon = versions.filter(([name]) => name.startsWith('@babylonjs/') || name.startsWith('babylonjs'));
    expect(new Set(babylon.map(([, version]) => version)).size).toBe(1);
  });

  test('has a lockfile that names no registry host', () => {
    expect(Object.values(lockfile.packages).filter((entry) => entry.resolved?.includes('://'))).toEqual([]);
  });
});

test('the licence that package.json names is there', () => {
  expect(JSON.parse(read('package.json')).license).toBe('MIT');
  expect(existsSync(new URL('../../LICENSE', import.meta.url))).toBe(true);
  expect(read('LICENSE')).toMatch(/^MIT License/);
});
