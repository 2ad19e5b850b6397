import type { SceneContent } from './scene-content.ts';

/** A digest of everything in a scene that moves bodies. */
export function fingerprintOf({ terrain, obstacles }: SceneContent, bodiesBlock: boolean): string {
  return digestOf(JSON.stringify([terrain ?? null, obstacles.map(({ look, ...solid }) => solid), bodiesBlock]));
}

/** A digest of a text, 16 hexadecimal digits. */
export function digestOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(((b << 13) | (b >>> 19)) ^ code, 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
