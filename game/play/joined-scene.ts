import wolf from '../../content/motion-tables/wolf.json';
import human from '../../content/motion-tables/human.json';
import { createSceneGround, JoinError, joinServer } from '../../index.ts';
import { type JoinedScene, playScenes } from './scenes.ts';

/** Level ground, for a server that names no scene. */
const PLAIN = { name: 'plain', places: [{ name: 'start', x: 0, y: 0 }] };

/**
 * Joins a server of `gait server`, or of your own, and takes over its scene.
 *
 * @param url `ws://` or `wss://`; without either `ws://` is meant.
 * @throws JoinError (a rejected promise) that says why it could not be joined.
 */
export async function joinScene(url: string): Promise<JoinedScene> {
  if (url.trim() === '') throw new JoinError('the address names no server: ?server=ws://localhost:8787, say');
  const address = /^wss?:\/\//.test(url) ? url : `ws://${url}`;
  const joined = await joinServer(address, { motionTables: [human, wolf] });
  const ground = joined.ground ?? createSceneGround(PLAIN);
  const known = Object.entries(playScenes).find(([name]) => name === ground.scene.name)?.[1];
  return {
    name: null,
    title: known?.title ?? ground.scene.name,
    description: `You and others at ${new URL(address).host}`,
    ground,
    joined,
  };
}

/** Names of those in a server's world that have none of their own. */
export function nameOfGuest(guid: number): string {
  const player = guid - 0x50000000;
  return player > 0 && player <= 10_000 ? `Player ${player}` : `Walker ${(guid & 0xffff) + 1}`;
}

const COLOURS = ['#2f7de1', '#e2472f', '#f2b51d', '#12a36f', '#9a4fd0', '#3aa5b8', '#d96b9f', '#7a8a2d'] as const;

/** The colour of somebody's clothes and name, '#rrggbb'. */
export function colourOfGuest(guid: number): string {
  return COLOURS[(guid * 5 + (guid >>> 8)) % COLOURS.length];
}
