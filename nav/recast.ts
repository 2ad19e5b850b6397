/** What recast-navigation exports. */
export type Recast = typeof import('recast-navigation');

let loading: Promise<Recast> | null = null;

/**
 * Loads recast-navigation and starts its WebAssembly, once for all meshes: nobody who needs no navigation loads it.
 *
 * @throws Error when the package is not installed or does not start; the next call tries again.
 */
export function loadRecast(): Promise<Recast> {
  loading ??= start().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function start(): Promise<Recast> {
  let recast: Recast;
  try {
    recast = await import('recast-navigation');
  } catch (cause) {
    throw new Error("gait/nav: expected the package 'recast-navigation' to be installed; it could not be loaded", {
      cause,
    });
  }
  await recast.init();
  return recast;
}
