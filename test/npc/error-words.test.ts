import { describe, expect, it } from 'vitest';
import { createMods } from '../../mods/index.ts';
import { listenNpc, newNpcs } from './support.ts';

/** A world in which whoever wants to walk makes an error. */
function brokenWorld() {
  const { engine, npc } = newNpcs();
  engine.moveTo = () => {
    throw new Error('no legs');
  };
  return { engine, npc, told: listenNpc(engine, npc, 'problem') };
}

describe('an error of a behaviour', () => {
  it('names the behaviour, the NPC and what went wrong', () => {
    const { engine, npc, told } = brokenWorld();
    const body = engine.spawn({ guid: 0x50000001 });
    npc.add(body, 'idle', { emotes: ['Wave'] });
    npc.add(body, 'patrol', { route: [[0, 9]] });
    engine.step(3);
    expect(told).toMatchObject([
      {
        entity: body,
        guid: 0x50000001,
        behaviour: 'patrol',
        message: `patrol of entity ${body} (0x50000001) threw no legs`,
      },
    ]);
  });

  it('of a mod names the NPC as its author does', () => {
    const { engine, npc, told } = brokenWorld();
    const mods = createMods(engine, npc);
    const npcs = [{ id: 'baker', place: { x: 0, y: 0 }, components: { wander: { pause: 0, pauseMost: 0 } } }];
    const manifest = { name: 'town', format: 1, npcs: ['npcs.json'] };
    mods.apply({
      name: 'town',
      files: { 'mod.json': JSON.stringify(manifest), 'npcs.json': JSON.stringify({ npcs }) },
    });
    engine.step(60);
    const body = mods.entityOf('town/baker');
    const guid = engine.guidOf(body).toString(16);
    expect(told[0].message).toBe(`wander of entity ${body} (0x${guid}, town/baker) threw no legs`);
  });

  it('in navigate names them, too', () => {
    const { engine, npc } = newNpcs({
      navigate: () => {
        throw new Error('no map');
      },
    });
    const told = listenNpc(engine, npc, 'problem');
    const body = engine.spawn({ guid: 9 });
    npc.add(body, 'patrol', { route: [[0, 5]] });
    engine.step(3);
    expect(told).toMatchObject([
      { behaviour: 'patrol', message: `navigate: no map, for patrol of entity ${body} (0x9)` },
    ]);
  });
});
