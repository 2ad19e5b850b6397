import { checks, checkSpawnOptions, type SpawnOptions } from '../index.ts';
import type { JsonFile } from './json-file.ts';
import { type JsonNode, plainValue } from './json-tree.ts';
import { MOST_COMPONENTS, MOST_NPCS, NAME, NAME_TEXT } from './names.ts';

/** A component of an NPC as its file gives it. */
export interface ComponentDefinition {
  readonly name: string;
  readonly values: unknown;
  /** Where it stands. */
  readonly node: JsonNode;
  readonly path: string;
}

/** An NPC as a file gives it. */
export interface NpcDefinition {
  /** Its name in the mod. */
  readonly id: string;
  readonly file: JsonFile;
  readonly node: JsonNode;
  readonly path: string;
  /** For people, and for who draws it; the simulation does not read them. */
  readonly name: string;
  readonly about: string;
  readonly look: string;
  readonly colour: string;
  /** Where it appears. */
  readonly place: { readonly x: number; readonly y: number; readonly z?: number; readonly heading?: number };
  /** What its body is like: options of `engine.spawn`. */
  readonly body: SpawnOptions;
  readonly tags: readonly string[];
  readonly components: readonly ComponentDefinition[];
}

const npcKeys = ['id', 'name', 'about', 'look', 'colour', 'place', 'body', 'tags', 'components'] as const;
const placeKeys = ['x', 'y', 'z', 'heading'] as const;
const bodyKeys = [
  'motionTable',
  'radius',
  'height',
  'scale',
  'creature',
  'runRate',
  'jumpHeight',
  'stepUp',
  'stepDown',
  'gravity',
  'ethereal',
] as const satisfies readonly (keyof SpawnOptions)[];

const LINE = /^[^\p{Cc}]{0,200}$/u;
const TAG = /^[^\p{Cc}]{1,64}$/u;
const COLOUR = /^#[0-9a-fA-F]{6}$/;
const MOST_TAGS = 32;
const FARTHEST = 1e7;
const MOST_DEGREES = 1e6;

/** Reads the NPCs of a file; what is wrong is noted. */
export function readNpcs(file: JsonFile, root: JsonNode): NpcDefinition[] {
  const fields = file.fields(root, '', ['npcs'], ['npcs']);
  const definitions: NpcDefinition[] = [];
  file.list(fields?.get('npcs'), 'npcs', 'a list of NPCs', MOST_NPCS).forEach((node, index) => {
    const definition = readNpc(file, node, `npcs[${index}]`);
    if (definition !== undefined) definitions.push(definition);
  });
  return definitions;
}

function readNpc(file: JsonFile, node: JsonNode, path: string): NpcDefinition | undefined {
  const fields = file.fields(node, path, npcKeys, ['id', 'place']);
  if (fields === undefined) return undefined;
  const id = file.string(fields.get('id'), `${path}.id`, NAME_TEXT, NAME);
  const line = (key: 'name' | 'about' | 'look') =>
    file.string(fields.get(key), `${path}.${key}`, 'a line of text, at most 200 characters', LINE) ?? '';
  const place = readPlace(file, fields.get('place'), `${path}.place`);
  const definition = {
    file,
    node,
    path,
    name: line('name'),
    about: line('about'),
    look: line('look'),
    colour: file.string(fields.get('colour'), `${path}.colour`, 'a colour such as #2f7de1', COLOUR) ?? '',
    body: readBody(file, fields.get('body'), `${path}.body`),
    tags: readTags(file, fields.get('tags'), `${path}.tags`),
    components: readComponents(file, fields.get('components'), `${path}.components`),
  };
  return id === undefined || place === undefined ? undefined : { ...definition, id, place };
}

function readPlace(file: JsonFile, node: JsonNode | undefined, path: string): NpcDefinition['place'] | undefined {
  if (node === undefined) return undefined;
  const fields = file.fields(node, path, placeKeys, ['x', 'y']);
  if (fields === undefined) return undefined;
  const place: { x: number; y: number; z?: number; heading?: number } = { x: 0, y: 0 };
  for (const [key, value] of fields) {
    const most = key === 'heading' ? MOST_DEGREES : FARTHEST;
    try {
      place[key as keyof typeof place] = checks.requireNumber(`${path}.${key}`, plainValue(value), -most, most);
    } catch (error) {
      file.checked(value, `${path}.${key}`, error);
    }
  }
  return fields.has('x') && fields.has('y') ? place : undefined;
}

function readBody(file: JsonFile, node: JsonNode | undefined, path: string): SpawnOptions {
  if (node === undefined || file.fields(node, path, bodyKeys, []) === undefined) return {};
  const body = plainValue(node) as SpawnOptions;
  const known = Object.fromEntries(
    Object.entries(body).filter(([key]) => (bodyKeys as readonly string[]).includes(key)),
  );
  try {
    checkSpawnOptions(path, known);
  } catch (error) {
    file.checked(node, path, error);
  }
  return known;
}

function readTags(file: JsonFile, node: JsonNode | undefined, path: string): string[] {
  if (node === undefined) return [];
  const items = node.items === null ? [node] : file.list(node, path, 'tags', MOST_TAGS);
  return items.flatMap((item, index) => {
    const where = node.items === null ? path : `${path}[${index}]`;
    return file.string(item, where, 'the name of a tag, 1 to 64 characters', TAG) ?? [];
  });
}

function readComponents(file: JsonFile, node: JsonNode | undefined, path: string): ComponentDefinition[] {
  if (node === undefined) return [];
  if (node.entries === null) {
    file.expected(node, path, 'an object of components by name');
    return [];
  }
  if (node.entries.size > MOST_COMPONENTS) {
    file.problem(node.at, path, `expected at most ${MOST_COMPONENTS} components, found ${node.entries.size}`);
    return [];
  }
  return [...node.entries].map(([name, entry]) => ({
    name,
    values: plainValue(entry.node),
    node: entry.node,
    path: `${path}.${name}`,
  }));
}
