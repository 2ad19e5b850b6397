import { checks } from '../index.ts';
import type { JsonFile } from './json-file.ts';
import type { ModManifest } from './manifest.ts';
import type { NpcDefinition } from './npc-definition.ts';

/** Names that a mod uses and a world does not know by itself: where they are given, others are refused. */
export interface KnownNames {
  /**
   * What NPCs can look like, each with the motion table that it is drawn with: `{ wolf: 'wolf' }`. Default: any `look` will
   * do, for who draws.
   */
  readonly looks?: Readonly<Record<string, string>>;
  /** Scenes that a mod can be for. Default: any. */
  readonly scenes?: readonly string[];
}

/** @throws TypeError for names that are none. */
export function checkKnownNames(call: string, { looks, scenes }: KnownNames): void {
  if (looks !== undefined) {
    checks.requireObject(`${call}.looks`, looks, "an object of motion tables by look, such as { wolf: 'wolf' }");
    for (const [look, table] of Object.entries(looks)) {
      if (typeof table !== 'string')
        throw new TypeError(`${call}.looks.${look}: expected the name of a motion table, found ${typeof table}`);
    }
  }
  if (scenes !== undefined && !(Array.isArray(scenes) && scenes.every((scene) => typeof scene === 'string')))
    throw new TypeError(`${call}.scenes: expected a list of names`);
}

/** Notes the scenes of a manifest that there are not. */
export function noteScenes({ scenes }: ModManifest, file: JsonFile, known: readonly string[] | undefined): void {
  if (known === undefined) return;
  scenes.forEach((scene, index) => {
    if (known.includes(scene)) return;
    const node = file.root?.entries?.get('scenes')?.node.items?.[index];
    const near = checks.suggestion(scene, known);
    file.problem(node?.at ?? 0, `scenes[${index}]`, `there is no scene '${scene}'${near}`);
  });
}

/** Notes a look that there is not, or that does not go with how the body moves. @param usual The usual motion table. */
export function noteLook(npc: NpcDefinition, known: KnownNames['looks'], usual: string): void {
  const { look, file, node, path } = npc;
  if (known === undefined || look === '') return;
  const at = node.entries?.get('look')?.node.at ?? node.at;
  if (!Object.hasOwn(known, look)) {
    const near = checks.suggestion(look, Object.keys(known));
    file.problem(at, `${path}.look`, `there is no look '${look}'${near}`);
    return;
  }
  const { motionTable = usual } = npc.body;
  if (motionTable === known[look]) return;
  const wanted = `expected "motionTable": "${known[look]}" in its body, as '${look}' is drawn with it`;
  file.problem(at, `${path}.look`, `${wanted}, found '${motionTable}'`);
}
