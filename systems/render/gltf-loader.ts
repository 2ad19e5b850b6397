// The loader works by side effect: these imports register it. Its extensions are loaded when a file asks for them.
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import { registerBuiltInGLTFExtensions } from '@babylonjs/loaders/glTF/2.0/Extensions/dynamic.js';

let registered = false;

/** Sees to it that Babylon.js can load glTF files. */
export function registerLoader(): void {
  if (registered) return;
  registered = true;
  registerBuiltInGLTFExtensions();
}
