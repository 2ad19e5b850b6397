/**
 * Hunger: rises by itself; at 1 the body hunts, and a catch makes it 0. Components hold the numbers, the behaviours of
 * `gait/npc` do the walking.
 */
export default (mod) => {
  const hunger = mod.component('hunger', {
    /** 0: full, 1: it hunts. */
    level: { type: 'number', default: 0, least: 0, most: 1 },
    perSecond: { type: 'number', default: 0.05, least: 0, most: 10 },
    /** The tag of what it hunts; others can be added to the list. */
    prey: { type: 'choice', choices: ['sheep', 'player'] },
  });
  const tags = ['sheep', 'player'];

  mod.system({
    name: 'hunger',
    before: 'npc',
    run(world) {
      const { level, perSecond, prey } = hunger.columns;
      for (const entity of hunger.entities()) {
        level[entity] = Math.min(1, level[entity] + perSecond[entity] * world.clock.quantum);
        const hunts = mod.npc.has(entity, 'chase');
        if (level[entity] === 1 && !hunts) mod.npc.add(entity, 'chase', { tags: tags[prey[entity]], radius: 60 });
        else if (level[entity] < 1 && hunts) mod.npc.remove(entity, 'chase');
      }
    },
  });

  mod.onNpc('arrived', ({ entity, behaviour }) => {
    if (behaviour === 'chase' && hunger.has(entity)) hunger.columns.level[entity] = 0;
  });
};
