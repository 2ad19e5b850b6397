import { addComponent } from 'bitecs';
import type { Engine } from '../index.ts';
import type { Brain } from './brain.ts';
import type { Context } from './context.ts';
import { behaviourNames } from './names.ts';
import { putNextRight } from './put-right.ts';
import type { Roster } from './roster.ts';
import { checkSaved, type SavedBehaviours, type SavedNpc } from './saved.ts';

/** All that the behaviours of a world know, as plain data. */
export function saveBehaviours(engine: Engine, c: Context, brain: Brain): SavedBehaviours {
  const { mind, tagged, stores, tagStore, routes, tags } = c;
  const npcs: SavedNpc[] = [];
  let cursor = 0;
  brain.list.forEach((entity, index) => {
    if (index === brain.cursor) cursor = npcs.length;
    if (!engine.isAlive(entity) || c.guidOf(entity) !== mind.guid[entity]) return;
    const names = behaviourNames.filter((_, kind) => (mind.mask[entity] & (1 << kind)) !== 0);
    for (const name of names) stores[name].putRight(entity);
    if (names.includes('patrol')) putNextRight(c, entity);
    npcs.push({
      guid: mind.guid[entity],
      behaviours: Object.fromEntries(names.map((name) => [name, stores[name].read(entity)])),
      mind: c.mindStore.read(entity),
      outcome: c.outcomeStore.read(entity),
    });
  });
  return {
    version: 1,
    tags: [...tags.names],
    tagged: tagged
      .filter((entity) => engine.isAlive(entity))
      .map((entity) => [c.guidOf(entity), tagStore.columns.bits[entity]] as const),
    routes: routes.ids().map((id) => [id, routes.points(id) ?? []] as const),
    nextRoute: routes.nextId,
    cursor,
    npcs,
  };
}

/** Goes back to a saved state. Answers how many NPCs were left out because no body has their guid. */
export function loadBehaviours(engine: Engine, c: Context, brain: Brain, roster: Roster, saved: unknown): number {
  const stores = { behaviours: c.stores, mind: c.mindStore, outcome: c.outcomeStore };
  const { tags, tagged, routes, nextRoute, cursor, npcs } = checkSaved(saved, stores);
  roster.forgetAll();
  c.tags.reset(tags);
  for (const [id, points] of routes) c.routes.keep(c.routes.checked(points), id);
  c.routes.nextId = nextRoute;
  const { columns } = c.tagStore;
  for (const [guid, bits] of tagged) {
    const entity = engine.entityOf(guid);
    if (entity === 0) continue;
    addComponent(engine.world, entity, columns);
    columns.bits[entity] = bits;
  }
  let leftOut = 0;
  for (const npc of npcs) {
    const entity = engine.entityOf(npc.guid);
    if (entity === 0) leftOut++;
    else loadNpc(engine, c, brain, roster, entity, npc);
  }
  brain.cursor = cursor;
  return leftOut;
}

function loadNpc(engine: Engine, c: Context, brain: Brain, roster: Roster, entity: number, npc: SavedNpc): void {
  const { behaviours } = npc;
  roster.enlist(entity);
  for (const name of behaviourNames) {
    const cells = behaviours[name];
    if (cells === undefined) continue;
    addComponent(engine.world, entity, c.columns[name]);
    for (const [key, value] of Object.entries(cells)) c.stores[name].write(entity, key, value);
  }
  const mask = c.mind.mask[entity];
  for (const [key, value] of Object.entries(npc.mind)) c.mindStore.write(entity, key, value);
  for (const [key, value] of Object.entries(npc.outcome)) c.outcomeStore.write(entity, key, value);
  c.mind.mask[entity] = mask;
  c.mind.guid[entity] = npc.guid;
  c.mind.listed[entity] = 1;
  // Its move was to end in the next step.
  if (mask === 0) brain.noteLeaving();
}
