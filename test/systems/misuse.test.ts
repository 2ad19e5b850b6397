import { describe, expect, it } from 'vitest';
import { createEngine, type Engine, type EngineOptions, HoldKey, MotionCommand } from '../../index.ts';
import { motionTable, newEngine } from '../support/engines.ts';

/** A world with a chaser (guid 5), its target (guid 6) and an id that is free again. */
function newWorld(): { engine: Engine; body: number; target: number; dead: number } {
  const { engine } = newEngine();
  const body = engine.spawn({ guid: 5 });
  const target = engine.spawn({ guid: 6, x: 12 });
  const dead = engine.spawn();
  engine.despawn(dead);
  engine.step(3);
  engine.moveTo(body, { target });
  return { engine, body, target, dead };
}

type Misuse = [what: string, call: (engine: Engine, body: number, dead: number) => unknown, message: RegExp];

/** What is wrong is passed on as a plain JavaScript caller would. */
const wrong = (value: unknown) => value as never;

const misuses: Misuse[] = [
  ['spawn: an option that is not there', (e) => e.spawn(wrong({ radios: 1 })), /spawn: unknown 'radios'.*'radius'/],
  ['spawn: no object', (e) => e.spawn(wrong(5)), /spawn: expected an object/],
  ['spawn: null', (e) => e.spawn(wrong(null)), /spawn: expected an object/],
  ['spawn: x is NaN', (e) => e.spawn({ x: Number.NaN }), /spawn\.x: expected a number from -10000000 .*NaN/],
  ['spawn: y is infinite', (e) => e.spawn({ y: Number.POSITIVE_INFINITY }), /spawn\.y: expected a number/],
  ['spawn: z is out of the world', (e) => e.spawn({ z: 1e8 }), /spawn\.z: expected a number/],
  ['spawn: x is text', (e) => e.spawn({ x: wrong('1') }), /spawn\.x: expected a number, found string/],
  ['spawn: x is null', (e) => e.spawn({ x: wrong(null) }), /spawn\.x: expected a number, found null/],
  ['spawn: a guid that is taken', (e) => e.spawn({ guid: 6 }), /spawn\.guid: 0x6 is taken/],
  ['spawn: guid 0', (e) => e.spawn({ guid: 0 }), /spawn\.guid: expected a number from 1/],
  ['spawn: half a guid', (e) => e.spawn({ guid: 1.5 }), /spawn\.guid: expected a whole number/],
  ['spawn: a guid of 33 bits', (e) => e.spawn({ guid: 2 ** 32 }), /spawn\.guid: expected a number/],
  ['spawn: no such table', (e) => e.spawn({ motionTable: 'humanoit' }), /'humanoit'.*did you mean 'humanoid'/],
  ['spawn: a table that is no name', (e) => e.spawn({ motionTable: wrong(7) }), /motionTable/],
  ['spawn: scale 0', (e) => e.spawn({ scale: 0 }), /spawn\.scale: expected a number/],
  ['spawn: a negative radius', (e) => e.spawn({ radius: -1 }), /spawn\.radius: expected a number/],
  ['spawn: a negative run rate', (e) => e.spawn({ runRate: -1 }), /spawn\.runRate: expected a number/],
  ['spawn: creature is 1', (e) => e.spawn({ creature: wrong(1) }), /spawn\.creature: expected true or false/],
  ['spawn: gravity is null', (e) => e.spawn({ gravity: wrong(null) }), /spawn\.gravity: expected true or false/],
  [
    'stop: 0',
    (e) => e.stop(0),
    /stop: there is no body with entity id 0; 0 is nobody: a joined player's body comes with/,
  ],
  [
    'stop: a guid',
    (e, body) => e.stop(e.guidOf(body)),
    /stop: there is no body with entity id \d+; that is the guid of one: give entityOf\(\d+\)/,
  ],
  [
    'setMotion: the name of a motion',
    (e, body) => e.setMotion(body, 'WalkForward' as never),
    /setMotion.*: expected a MotionCommand, found 'WalkForward'; did you mean MotionCommand\.WalkForward\?/,
  ],
  ['despawn: a dead id', (e, _body, dead) => e.despawn(dead), /despawn: there is no body with entity id/],
  ['despawn: id 0', (e) => e.despawn(0), /despawn: there is no body/],
  ['despawn: NaN', (e) => e.despawn(Number.NaN), /despawn: there is no body/],
  ['despawn: a guid that is no id', (e) => e.despawn(0x70000000), /despawn: there is no body/],
  ['moveTo: a dead id', (e, _body, dead) => e.moveTo(dead, { x: 0, y: 0 }), /moveTo: there is no body/],
  ['moveTo: an id that is text', (e) => e.moveTo(wrong('1'), { x: 0, y: 0 }), /moveTo: there is no body/],
  [
    'moveTo: nowhere',
    (e, body) => e.moveTo(body, wrong(undefined)),
    /moveTo: expected a place .* or a body { target }/,
  ],
  [
    'moveTo: a place and a target',
    (e, body) => e.moveTo(body, wrong({ x: 1, y: 2, target: body })),
    /moveTo: expected a place .* or a body { target }, found both x and target/,
  ],
  [
    'moveTo: a heading at the place',
    (e, body) => e.moveTo(body, wrong({ x: 1, y: 2, heading: 3 })),
    /'heading'; known/,
  ],
  ['moveTo: a target and more', (e, body) => e.moveTo(body, wrong({ target: body, radius: 3 })), /unknown 'radius'/],
  ['constrain: to a target', (e, body) => e.constrain(body, wrong({ x: 1, y: 2, target: 1 }), 1, 2), /found a target/],
  [
    'setMotion: an option of moves',
    (e, body) => e.setMotion(body, 0x41000003, wrong({ canRun: true })),
    /unknown 'canRun'/,
  ],
  ['moveTo: null', (e, body) => e.moveTo(body, wrong(null)), /moveTo: expected a place/],
  ['moveTo: a number', (e, body) => e.moveTo(body, wrong(3)), /moveTo: expected a place/],
  ['moveTo: no y', (e, body) => e.moveTo(body, wrong({ x: 1 })), /moveTo: y: expected a number, found undefined/],
  ['moveTo: NaN', (e, body) => e.moveTo(body, { x: 1, y: Number.NaN }), /moveTo: y: expected a number/],
  ['moveTo: z is NaN', (e, body) => e.moveTo(body, { x: 1, y: 1, z: Number.NaN }), /moveTo: z: expected a number/],
  ['moveTo: a dead target', (e, body, dead) => e.moveTo(body, { target: dead }), /moveTo: target: there is no body/],
  ['moveTo: itself', (e, body) => e.moveTo(body, { target: body }), /moveTo: target: a body cannot be its own target/],
  ['turnTo: itself', (e, body) => e.turnTo(body, { target: body }), /turnTo: target: a body cannot be its own target/],
  ['moveTo: a target undefined', (e, body) => e.moveTo(body, wrong({ target: undefined })), /target: there is no body/],
  [
    'moveTo: an option that is not there',
    (e, body) => e.moveTo(body, { x: 9, y: 9 }, wrong({ canRum: true })),
    /moveTo: unknown 'canRum'.*'canRun'/,
  ],
  ['moveTo: options are null', (e, body) => e.moveTo(body, { x: 9, y: 9 }, wrong(null)), /moveTo: expected an object/],
  ['moveTo: a flag that is 1', (e, body) => e.moveTo(body, { x: 9, y: 9 }, { sticky: wrong(1) }), /true or false/],
  ['moveTo: 19 flags', (e, body) => e.moveTo(body, { x: 9, y: 9 }, { flags: 0x40000 }), /moveTo\.flags/],
  ['moveTo: speed is NaN', (e, body) => e.moveTo(body, { x: 9, y: 9 }, { speed: Number.NaN }), /moveTo\.speed/],
  ['moveTo: speed over 1e4', (e, body) => e.moveTo(body, { x: 9, y: 9 }, { speed: 1e5 }), /moveTo\.speed/],
  [
    'moveTo: a negative distance',
    (e, body) => e.moveTo(body, { target: e.entityOf(6) }, { distanceToObject: -1 }),
    /distanceToObject/,
  ],
  ['moveTo: an unknown hold key', (e, body) => e.moveTo(body, { x: 9, y: 9 }, { holdKey: 3 }), /moveTo\.holdKey/],
  [
    'turnTo: a place',
    (e, body) => e.turnTo(body, wrong({ x: 1, y: 1 })),
    /turnTo: expected a heading in degrees or a body .*; heading\(x, y, toX, toY\) of 'gait' is that to a place/,
  ],
  ['turnTo: NaN', (e, body) => e.turnTo(body, Number.NaN), /turnTo: heading: expected a number/],
  [
    'turnTo: text',
    (e, body) => e.turnTo(body, wrong('north')),
    /turnTo: expected a heading in degrees or a body .*found string/,
  ],
  ['turnTo: nothing', (e, body) => e.turnTo(body, wrong(undefined)), /turnTo: expected a heading .*found undefined/],
  ['turnTo: an angle over 1e6', (e, body) => e.turnTo(body, 2e6), /turnTo: heading: expected a number/],
  ['turnTo: a dead target', (e, body, dead) => e.turnTo(body, { target: dead }), /turnTo: target: there is no body/],
  ['turnTo: an option that is not there', (e, body) => e.turnTo(body, 90, wrong({ sped: 1 })), /'sped'.*'speed'/],
  ['stop: a dead id', (e, _body, dead) => e.stop(dead), /stop: there is no body/],
  ['setMotion: a dead id', (e, _body, dead) => e.setMotion(dead, MotionCommand.Ready), /setMotion: there is no body/],
  ['setMotion: no command', (e, body) => e.setMotion(body, wrong(undefined)), /setMotion: command: expected a number/],
  [
    'setMotion: a name',
    (e, body) => e.setMotion(body, wrong('Walk')),
    /setMotion: command: expected a MotionCommand, found 'Walk'/,
  ],
  ['setMotion: an unknown command', (e, body) => e.setMotion(body, 0x12345678), /expected a MotionCommand.*0x12345678/],
  [
    'setMotion: speed is infinite',
    (e, body) => e.setMotion(body, MotionCommand.WalkForward, { speed: Number.NEGATIVE_INFINITY }),
    /setMotion\.speed/,
  ],
  [
    'setMotion: an option that is not there',
    (e, body) => e.setMotion(body, MotionCommand.WalkForward, wrong({ holdkey: HoldKey.Run })),
    /'holdkey'.*'holdKey'/,
  ],
  ['clearMotion: an unknown command', (e, body) => e.clearMotion(body, 7), /clearMotion: command/],
  ['clearMotion: a dead id', (e, _body, dead) => e.clearMotion(dead, MotionCommand.Ready), /clearMotion: there is no/],
  ['jump: too far', (e, body) => e.jump(body, 1.5), /jump: extent: expected a number from 0 to 1/],
  ['jump: NaN', (e, body) => e.jump(body, Number.NaN), /jump: extent/],
  ['jump: a dead id', (e, _body, dead) => e.jump(dead), /jump: there is no body/],
  ['chargeJump: a dead id', (e, _body, dead) => e.chargeJump(dead), /chargeJump: there is no body/],
  ['setHoldRun: 1', (e, body) => e.setHoldRun(body, wrong(1)), /setHoldRun: held: expected true or false/],
  ['setHoldRun: a dead id', (e, _body, dead) => e.setHoldRun(dead, true), /setHoldRun: there is no body/],
  ['reportExhaustion: a dead id', (e, _body, dead) => e.reportExhaustion(dead), /reportExhaustion: there is no body/],
  ['constrain: nowhere', (e, body) => e.constrain(body, wrong(null), 1, 2), /constrain: expected a place/],
  ['constrain: max below start', (e, body) => e.constrain(body, { x: 0, y: 0 }, 2, 1), /constrain: max: .*from 2/],
  ['constrain: start is NaN', (e, body) => e.constrain(body, { x: 0, y: 0 }, Number.NaN, 1), /constrain: start/],
  ['unconstrain: a dead id', (e, _body, dead) => e.unconstrain(dead), /unconstrain: there is no body/],
  ['stickTo: itself', (e, body) => e.stickTo(body, body), /stickTo: a body cannot stick to itself/],
  ['stickTo: an object', (e, body) => e.stickTo(body, wrong({ target: 1 })), /stickTo: target: .* entity id object$/],
  ['stickTo: a dead target', (e, body, dead) => e.stickTo(body, dead), /stickTo: target: there is no body/],
  ['unstick: a dead id', (e, _body, dead) => e.unstick(dead), /unstick: there is no body/],
  ['place: nowhere', (e, body) => e.place(body, wrong(undefined)), /place: expected a place/],
  ['place: NaN', (e, body) => e.place(body, { x: Number.NaN, y: 0 }), /place: x: expected a number/],
  ['place: heading is NaN', (e, body) => e.place(body, { x: 3, y: 0, heading: Number.NaN }), /place: heading/],
  ['teleport: NaN', (e, body) => e.teleport(body, { x: 0, y: Number.NaN }), /teleport: y: expected a number/],
  ['teleport: heading is NaN', (e, body) => e.teleport(body, { x: 3, y: 0, heading: Number.NaN }), /teleport: heading/],
  ['teleport: heading is text', (e, body) => e.teleport(body, { x: 3, y: 0, heading: wrong('90') }), /heading/],
  ['setRunRate: NaN', (e, body) => e.setRunRate(body, Number.NaN), /setRunRate: rate: expected a number/],
  ['setRunRate: negative', (e, body) => e.setRunRate(body, -1), /setRunRate: rate/],
  ['setRunRate: nothing', (e, body) => e.setRunRate(body, wrong(undefined)), /setRunRate: rate/],
  ['step: half a step', (e) => e.step(0.5), /step: count: expected a whole number/],
  ['step: backwards', (e) => e.step(-1), /step: count: expected a number from 0/],
  ['step: NaN', (e) => e.step(Number.NaN), /step: count/],
  ['update: NaN', (e) => e.update(Number.NaN), /^update: now: expected a finite number/],
  ['update: nothing', (e) => e.update(wrong(undefined)), /^update: now: expected a number, found undefined/],
  [
    'timeScale: negative',
    (e) => {
      e.timeScale = -1;
    },
    /timeScale: expected a number from 0 to 10/,
  ],
  [
    'timeScale: NaN',
    (e) => {
      e.timeScale = Number.NaN;
    },
    /timeScale/,
  ],
  ['on: an unknown event', (e) => e.on(wrong('arived'), () => {}), /on: unknown event 'arived'.*'arrived'/],
  ['on: a name of Object', (e) => e.on(wrong('toString'), () => {}), /on: unknown event 'toString'/],
  ['on: no handler', (e) => e.on('arrived', wrong(undefined)), /on: expected a function/],
  ['off: an unknown event', (e) => e.off(wrong('hitground'), () => {}), /off: unknown event.*'hitGround'/],
  ['readFrame: a dead id', (e, _body, dead) => e.readFrame(dead), /readFrame: there is no body/],
  ['readMotion: a dead id', (e, _body, dead) => e.readMotion(dead), /readMotion: there is no body/],
  ['readMoveTo: a dead id', (e, _body, dead) => e.readMoveTo(dead), /readMoveTo: there is no body/],
  ['guidOf: a dead id', (e, _body, dead) => e.guidOf(dead), /guidOf: there is no body/],
  ['connect: nothing', (e) => e.connect(wrong(undefined)), /connect: expected a Transport/],
  ['connect: half a transport', (e) => e.connect(wrong({ send: () => {} })), /connect: expected a Transport/],
  [
    'connect: a transport that cannot be closed',
    (e) => e.connect(wrong({ send: () => {}, poll: () => {} })),
    /connect: expected a Transport/,
  ],
  ['disconnect: nothing', (e) => e.disconnect(wrong(undefined)), /disconnect: expected a Transport/],
  ['restore: nothing', (e) => e.restore(wrong(undefined)), /restore: expected the Uint8Array/],
];

describe('a misuse of the API throws at the call, says what was expected and changes nothing', () => {
  it.each(misuses)('%s', (_what, call, message) => {
    const [used, twin] = [newWorld(), newWorld()];
    const before = used.engine.hash();
    expect(before).toBe(twin.engine.hash());
    expect(() => call(used.engine, used.body, used.dead)).toThrow(message);
    expect(used.engine.hash()).toBe(before);
    for (const { engine } of [used, twin]) {
      engine.spawn();
      engine.step(2);
    }
    expect(used.engine.hash()).toBe(twin.engine.hash());
  });

  it('of createEngine', () => {
    const motionTables = [motionTable('humanoid')];
    const cases: [unknown, RegExp][] = [
      [undefined, /createEngine: expected options such as { motionTables: \[human\] }/],
      [{}, /motionTables: expected a list of at least one/],
      [{ motionTables: [] }, /motionTables: expected a list of at least one/],
      [{ motionTables: [{}] }, /motionTables\[0\]: at \(top\): name is missing/],
      [{ motionTables: [{ ...motionTables[0], defaultStyle: 'x' }] }, /motionTables\[0\]: at defaultStyle/],
      [{ motionTables, stepRate: 9 }, /stepRate: expected a number from 10 to 30/],
      [{ motionTables, stepRate: 60 }, /stepRate: expected a number from 10 to 30/],
      [{ motionTables, stepRate: Number.NaN }, /stepRate/],
      [{ motionTables, capacity: 0 }, /capacity: expected a number from 1/],
      [{ motionTables, capacity: 1.5 }, /capacity: expected a whole number/],
      [{ motionTables, role: 'servr' }, /role: expected 'client' or 'server', found 'servr'/],
      [{ motionTables, unknown: 'keep' }, /unknown: expected 'hold' or 'spawn', found 'keep'/],
      [{ motionTables, defaults: { radios: 1 } }, /defaults: unknown 'radios'.*'radius'/],
      [{ motionTables, defaults: { x: Number.NaN } }, /defaults\.x/],
      [{ motionTables, stepRat: 20 }, /unknown 'stepRat'.*'stepRate'/],
      [{ motionTables, ground: 5 }, /ground: expected/],
    ];
    for (const [options, message] of cases) {
      expect(() => createEngine(options as EngineOptions), JSON.stringify(options)?.slice(-60)).toThrow(message);
    }
  });

  it('two motion tables of one name', () => {
    const table = motionTable('humanoid');
    expect(() => createEngine({ motionTables: [table, structuredClone(table)] })).toThrow(/humanoid/);
  });

  it('a transport that is connected already', () => {
    const { engine, inbox } = newEngine();
    expect(() => engine.connect(inbox)).toThrow(/connected already/);
  });
});
