/** How the picture's context is made; `fine` smooths edges. */
export function contextOptions(fine: boolean) {
  return { antialias: fine, stencil: false, powerPreference: 'high-performance' } as const;
}

/**
 * Makes the canvas's context, which the engine then takes over: to start the graphics takes long, and needs none of the code
 * that is loaded meanwhile.
 *
 * @returns Whether there is WebGL.
 */
export function hasWebGl(canvas: HTMLCanvasElement, fine: boolean): boolean {
  try {
    const options = contextOptions(fine);
    return (canvas.getContext('webgl2', options) ?? canvas.getContext('webgl', options)) !== null;
  } catch {
    return false;
  }
}
