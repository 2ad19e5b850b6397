/**
 * Step 14: a mod, NPCs from JSON.
 *
 * A deer patrols, and flees from players; this is all it takes. A game reads the files from a folder or from the network, and
 * applies them again when they were edited: who is unchanged goes on as it was.
 */
import { createEngine } from 'gait';
import { createMods, problemText } from 'gait/mods';
import { createBehaviours } from 'gait/npc';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const npc = createBehaviours(gait);
const mods = createMods(gait, npc);
const manifest = '{ "name": "forest", "format": 1, "npcs": ["deer.json"] }';

/** Applies the mod with these NPCs, and tells what came of it. */
function apply(deer: string): void {
  const report = mods.apply({ name: 'forest', files: { 'mod.json': manifest, 'deer.json': deer } });
  for (const problem of report.problems) console.log(problemText(problem));
  console.log(`applied ${report.applied}: ${report.spawned.length} new, ${report.changed.length} changed`);
}

apply(`{ "npcs": [ {
  "id": "deer",
  "place": { "x": 0, "y": 0 },
  "components": {
    "patrol": { "route": [[0, 12], [12, 12], [12, 0]] },
    "flee": { "tags": "player", "radius": 10, "safe": 20 }
  }
} ] }`);
const deer = mods.entityOf('forest/deer');
gait.step(150);
console.log('alone:', npc.active(deer));

const { x, y } = gait.readFrame(deer);
const hunter = gait.spawn({ x: x + 6, y, localPlayer: true });
gait.step(60);
console.log('a player is near:', npc.active(deer));
gait.despawn(hunter);

// A slip of the pen: the mod stays as it was, and the message says where to look.
apply('{ "npcs": [ { "id": "deer", "place": { "x": 0, "y": 0 }, "components": { "partol": {} } } ] }');
