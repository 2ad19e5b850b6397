import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../index.ts';
import type { BehaviourName, BehaviourValues, Behaviours } from '../../npc/index.ts';
import { listenNpc, newNpcs } from './support.ts';

const OWN = 77;

/** What is told of a body that has been given something. */
function problemsOf(give: (npc: Behaviours, body: number, engine: Engine) => void) {
  const { engine, npc } = newNpcs();
  const body = engine.spawn({ guid: OWN });
  const told = listenNpc(engine, npc, 'problem');
  give(npc, body, engine);
  engine.step(200);
  return { engine, npc, body, told };
}

describe('a behaviour that can never act', () => {
  it.each<[BehaviourName, object, string]>([
    ['idle', {}, 'it has no emotes'],
    ['idle', { emotes: [] }, 'it has no emotes'],
    ['flee', {}, 'there is nobody to flee from: it has neither a target nor tags'],
    ['flee', { target: OWN }, 'its target is itself'],
    ['chase', {}, 'there is nobody to chase'],
    ['chase', { target: OWN }, 'its target is itself'],
    ['face', {}, 'there is nobody to face'],
    ['follow', { leader: OWN }, 'its leader is itself'],
    ['patrol', {}, 'it has no route'],
  ])('%s with %o: is told of once', (name, values, why) => {
    const { told, body } = problemsOf((npc, entity) => npc.add(entity, name, values as BehaviourValues[typeof name]));
    expect(told).toMatchObject([{ entity: body, guid: OWN, behaviour: name }]);
    expect(told[0].message).toMatch(`${name} of entity ${body} (0x4d) can never act: ${why}`);
  });

  it('is told of, too, when it was given as a component', () => {
    const { told } = problemsOf((npc, body, engine) => {
      addComponent(engine.world, body, npc.components.idle);
    });
    expect(told).toMatchObject([{ behaviour: 'idle' }]);
  });

  it('is told of again when it is given anew', () => {
    const { engine, npc, body, told } = problemsOf((npc, entity) => npc.add(entity, 'idle'));
    npc.add(body, 'idle');
    engine.step(60);
    expect(told).toHaveLength(2);
  });
});

describe('nothing is told of', () => {
  it.each<[BehaviourName, object]>([
    ['idle', { emotes: ['Wave'] }],
    ['flee', { tags: 'wolf' }],
    ['chase', { target: 99 }],
    ['chase', { target: OWN, tags: 'wolf' }],
    ['face', { heading: 90 }],
    ['follow', {}],
    ['follow', { leader: 99 }],
    ['guard', {}],
    ['wander', {}],
  ])('%s with %o, which may act sooner or later', (name, values) => {
    const { told } = problemsOf((npc, body) => npc.add(body, name, values as BehaviourValues[typeof name]));
    expect(told).toEqual([]);
  });
});
