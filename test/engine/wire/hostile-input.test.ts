import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../../components/motion-command.ts';
import { MotionFlag } from '../../../engine/wire/movement-data.ts';
import { PhysicsFlag } from '../../../engine/wire/physics-data.ts';
import type { UpdateMotion } from '../../../engine/wire/update-motion.ts';
import { WireReason, wireReasonName } from '../../../engine/wire/wire-reason.ts';
import { bytes, codecs } from './codecs.ts';

const NAN = '0000c07f';
const INFINITE = '0000807f';
const ONE = '0000803f';
/** 1e9, beyond every limit but those of distances. */
const HUGE = '286b6e4e';
const FLT_MAX = 'ffff7f7f';

function verdict(message: string, hexadecimal: string): [string, number] {
  const { ok, reason, errorOffset } = codecs[message](bytes(hexadecimal));
  expect(ok).toBe(reason === WireReason.None);
  return [wireReasonName(reason), errorOffset];
}

/** An UpdateMotion with this movement (type, flags, style, payload), which begins at byte 16. */
function motion(movement: string, autonomous = '00', pad = '00'): [string, number] {
  return verdict('UpdateMotion', `4cf70000 34120080 0100 0200 0300 ${autonomous}${pad} ${movement}`);
}

describe('movement data from outside', () => {
  it('an all-absent interpreted state is a full stop', () => {
    expect(motion('00003d00 00000000')).toEqual(['none', 0]);
    const { message } = codecs.UpdateMotion(bytes('4cf70000 34120080 0100 0200 0300 0000 00003d00 00000000'));
    const state = (message as UpdateMotion).movement.state;
    expect(state).toMatchObject({
      flags: 0,
      currentStyle: MotionCommand.NonCombat,
      forwardCommand: MotionCommand.Ready,
      sidestepCommand: 0,
      turnCommand: 0,
      forwardSpeed: 1,
      sidestepSpeed: 1,
      turnSpeed: 1,
    });
    expect(state.actions.count).toBe(0);
  });

  it('types above 9 are malformed, types 1 to 5 have no payload', () => {
    for (const type of ['01', '02', '03', '04', '05']) expect(motion(`${type}003d00`)).toEqual(['none', 0]);
    for (const type of ['0a', '10', 'ff']) expect(motion(`${type}003d00`)).toEqual(['bad type', 16]);
    expect(motion('03003d00 00000000')).toEqual(['trailing bytes', 20]);
  });

  it('flags that do not exist are malformed', () => {
    expect(motion('00043d00 00000000')).toEqual(['bad flags', 17]);
    expect(motion('00003d00 00100000')).toEqual(['bad flags', 20]);
    expect(motion('00003d00 00000080')).toEqual(['bad flags', 20]);
    expect(motion('00003d00 00000000', '02')).toEqual(['bad flags', 14]);
  });

  it('commands that are not in the table are malformed', () => {
    // Style 0 is "no style".
    expect(motion('00000000 00000000')).toEqual(['none', 0]);
    expect(motion('0000ffff 00000000')).toEqual(['unknown command', 18]);
    expect(motion('00003d00 02000000 f501 0000')).toEqual(['unknown command', 24]);
    expect(motion('00003d00 20000000 ffff 0000')).toEqual(['unknown command', 24]);
    expect(motion(`00003d00 80000000 ff7f 0100 ${ONE}`)).toEqual(['unknown command', 24]);
  });

  it('a count of actions without the actions is cut off before any is read', () => {
    expect(motion('00003d00 800f0000')).toEqual(['truncated', 24]);
    expect(motion(`00003d00 800f0000 8700 0100 ${ONE}`)).toEqual(['truncated', 24]);
  });

  it('thirty-one actions are the most, and all are read', () => {
    expect(motion(`00003d00 800f0000 ${`8700 0100 ${ONE}`.repeat(31)}`)).toEqual(['none', 0]);
  });

  it('speeds are finite and within 1e4', () => {
    expect(motion(`00003d00 04000000 ${NAN}`)).toEqual(['not finite', 24]);
    expect(motion(`00003d00 10000000 ${INFINITE}`)).toEqual(['not finite', 24]);
    expect(motion(`00003d00 40000000 ${HUGE}`)).toEqual(['out of range', 24]);
    expect(motion(`00003d00 80000000 8700 0100 ${NAN}`)).toEqual(['not finite', 28]);
  });

  it('padding is zero', () => {
    expect(motion('00003d00 00000000', '00', '01')).toEqual(['bad padding', 15]);
    expect(motion('00003d00 02000000 0300 0001')).toEqual(['bad padding', 27]);
  });

  it('a sticky flag asks for its guid', () => {
    expect(motion(`000${MotionFlag.StickToObject}3d00 00000000`)).toEqual(['truncated', 24]);
    expect(motion(`000${MotionFlag.StickToObject}3d00 00000000 01000050`)).toEqual(['none', 0]);
  });

  const origin = '2100b4a9 00004841 0080c842 8f028442';
  const moveTo = (parts: Record<string, string>): string => {
    const all: Record<string, string> = {
      origin,
      flags: '0fee0100',
      distance: ONE,
      least: ONE,
      fail: FLT_MAX,
      speed: ONE,
      threshold: ONE,
      heading: ONE,
      runRate: ONE,
      ...parts,
    };
    return `07003d00 ${Object.values(all).join(' ')}`;
  };

  it('the numbers of a MoveTo have limits, its fail distance that of a float', () => {
    expect(motion(moveTo({}))).toEqual(['none', 0]);
    expect(motion(moveTo({ flags: '00000400' }))).toEqual(['bad flags', 36]);
    expect(motion(moveTo({ distance: NAN }))).toEqual(['not finite', 40]);
    expect(motion(moveTo({ least: INFINITE }))).toEqual(['not finite', 44]);
    expect(motion(moveTo({ fail: INFINITE }))).toEqual(['not finite', 48]);
    expect(motion(moveTo({ fail: HUGE }))).toEqual(['none', 0]);
    expect(motion(moveTo({ speed: HUGE }))).toEqual(['out of range', 52]);
    expect(motion(moveTo({ threshold: NAN }))).toEqual(['not finite', 56]);
    expect(motion(moveTo({ heading: HUGE }))).toEqual(['out of range', 60]);
    expect(motion(moveTo({ runRate: NAN }))).toEqual(['not finite', 64]);
  });

  it('positions are held to 1e7 m in the world, the landblock counted in', () => {
    // Local x 9,999,900: with landblock 0 inside, with landblock 0xa9 (32,448 m) beyond.
    const far = '1c96184b';
    expect(motion(moveTo({ origin: `21000000 ${far} 00000000 00000000` }))).toEqual(['none', 0]);
    expect(motion(moveTo({ origin: `2100b4a9 ${far} 00000000 00000000` }))).toEqual(['out of range', 24]);
    expect(motion(moveTo({ origin: `2100b4a9 00000000 ${far} 00000000` }))).toEqual(['out of range', 28]);
    expect(motion(moveTo({ origin: `2100b4a9 00000000 00000000 ${HUGE}` }))).toEqual(['out of range', 32]);
    expect(motion(moveTo({ origin: `2100b4a9 ${NAN} 00000000 00000000` }))).toEqual(['not finite', 24]);
  });

  it('the headings of a turn are finite and within 1e6 degrees', () => {
    expect(motion(`08003d00 01000050 ${ONE} 0fee0100 ${ONE} ${ONE}`)).toEqual(['none', 0]);
    expect(motion(`08003d00 01000050 ${NAN} 0fee0100 ${ONE} ${ONE}`)).toEqual(['not finite', 24]);
    expect(motion(`09003d00 0fee0100 ${ONE} ${HUGE}`)).toEqual(['out of range', 28]);
    expect(motion(`09003d00 0fee0100 ${NAN} ${ONE}`)).toEqual(['not finite', 24]);
  });
});

describe('positions from outside', () => {
  const position = (flags: string, rest: string): [string, number] =>
    verdict('UpdatePosition', `48f70000 34120080 ${flags} 2100b4a9 00004841 0080c842 8f028442 ${rest}`);
  const stamps = '0100 0200 0300 0400';

  it('a quaternion shorter than 0.01 is refused, one that is only not normalised is not', () => {
    expect(position('78000000', stamps)).toEqual(['bad quaternion', 28]);
    expect(position('70000000', `bd378635 ${stamps}`)).toEqual(['bad quaternion', 28]);
    expect(position('70000000', `00008040 ${stamps}`)).toEqual(['none', 0]);
    expect(position('70000000', `${NAN} ${stamps}`)).toEqual(['not finite', 28]);
  });

  it('flags that do not exist, and velocities beyond 1e4 m/s, are malformed', () => {
    expect(position('f0000000', `${ONE} ${stamps}`)).toEqual(['bad flags', 8]);
    expect(position('71000000', `${ONE} ${ONE} ${HUGE} ${ONE} ${stamps}`)).toEqual(['out of range', 36]);
  });

  it('another message is not taken for it', () => {
    expect(verdict('UpdatePosition', '4cf70000 34120080')).toEqual(['wrong opcode', 0]);
  });
});

describe('client actions from outside', () => {
  const rest = `2100b4a9 00004841 0080c842 8f028442 ${ONE} 00000000 00000000 00000000 0100 0200 0300 0400`;

  it('raw states are checked as interpreted ones are', () => {
    expect(verdict('MoveToState', `00000000 ${rest} 01000000`)).toEqual(['none', 0]);
    expect(verdict('MoveToState', `00000100 ${rest} 01000000`)).toEqual(['bad flags', 0]);
    expect(verdict('MoveToState', `01000000 03000000 ${rest} 01000000`)).toEqual(['out of range', 4]);
    expect(verdict('MoveToState', `04000000 05000044 ${rest} 01000000`)).toEqual(['unknown command', 4]);
    expect(verdict('MoveToState', `04000000 00000000 ${rest} 01000000`)).toEqual(['unknown command', 4]);
    expect(verdict('MoveToState', `20000000 00000000 ${rest} 01000000`)).toEqual(['none', 0]);
    expect(verdict('MoveToState', `10000000 ${NAN} ${rest} 01000000`)).toEqual(['not finite', 4]);
    expect(verdict('MoveToState', `00f80000 ${rest} 01000000`)[0]).not.toBe('none');
  });

  it('the contact byte has its bits and no others', () => {
    expect(verdict('MoveToState', `00000000 ${rest} 03000000`)).toEqual(['none', 0]);
    expect(verdict('MoveToState', `00000000 ${rest} 04000000`)).toEqual(['bad flags', 44]);
    expect(verdict('AutonomousPosition', `${rest} 02000000`)).toEqual(['bad flags', 40]);
    expect(verdict('AutonomousPosition', `${rest} 01000100`)).toEqual(['bad padding', 42]);
  });

  it('a jump has finite numbers', () => {
    const tail = '0100 0200 0300 0400 01000050 00000000';
    expect(verdict('Jump', `${ONE} ${ONE} ${ONE} ${ONE} ${tail}`)).toEqual(['none', 0]);
    expect(verdict('Jump', `${NAN} ${ONE} ${ONE} ${ONE} ${tail}`)).toEqual(['not finite', 0]);
    expect(verdict('Jump', `${ONE} ${ONE} ${ONE} ${HUGE} ${tail}`)).toEqual(['out of range', 12]);
  });
});

describe('creations from outside', () => {
  const stamps = '0100 0200 0300 0400 0500 0600 0700 0800 0900';
  const word = (value: number): string =>
    [0, 8, 16, 24].map((shift) => ((value >>> shift) & 0xff).toString(16).padStart(2, '0')).join('');
  /** Guid, empty model data, physics data (flags at byte 12), and a weenie without a name. */
  const create = (flags: number, payload: string, model = '11000000'): [string, number] =>
    verdict(
      'ObjectCreate',
      `45f70000 01000050 ${model} ${word(flags)} 00000000 ${payload} ${stamps} 0000 00000000 0000 0000`,
    );

  it('the least creation is taken', () => {
    expect(create(0, '')).toEqual(['none', 0]);
  });

  it('physics flags that do not exist are malformed', () => {
    expect(create(0x80000, '')).toEqual(['bad flags', 12]);
    expect(create(0x400, '')).toEqual(['bad flags', 12]);
    expect(create(0x80000000, '')).toEqual(['bad flags', 12]);
  });

  it('a movement may be empty, but must be as long as it says', () => {
    expect(create(PhysicsFlag.Movement, '00000000')).toEqual(['none', 0]);
    expect(create(PhysicsFlag.Movement, '08000000 00003d00 00000000 01000000')).toEqual(['none', 0]);
    expect(create(PhysicsFlag.Movement, '08000000 00003d00 00000000 02000000')).toEqual(['bad flags', 32]);
    expect(create(PhysicsFlag.Movement, '0c000000 00003d00 00000000 01000000')).toEqual(['bad count', 20]);
    expect(create(PhysicsFlag.Movement, '06000000 00003d00 00000000 01000000')).toEqual(['truncated', 28]);
    expect(create(PhysicsFlag.Movement, 'ffffffff 00003d00 00000000 01000000')).toEqual(['bad count', 20]);
  });

  it('a placement frame is there only without movement', () => {
    expect(create(PhysicsFlag.PlacementFrame, '65000000')).toEqual(['none', 0]);
    expect(create(PhysicsFlag.PlacementFrame | PhysicsFlag.Movement, '00000000')).toEqual(['none', 0]);
  });

  it('at most 255 children', () => {
    expect(create(PhysicsFlag.Children, `01000000 02000050 01000000`)).toEqual(['none', 0]);
    expect(create(PhysicsFlag.Children, '00010000')).toEqual(['bad count', 20]);
    expect(create(PhysicsFlag.Children, 'ff000000')[0]).toBe('truncated');
  });

  it('scales are in (0, 1e3]', () => {
    expect(create(PhysicsFlag.Scale, ONE)).toEqual(['none', 0]);
    for (const scale of ['00000000', '000080bf', HUGE]) {
      expect(create(PhysicsFlag.Scale, scale)).toEqual(['out of range', 20]);
    }
    expect(create(PhysicsFlag.Scale, NAN)).toEqual(['not finite', 20]);
  });

  it('model data begin with 0x11, and their counts ask for their parts', () => {
    expect(create(0, '', '12000000')).toEqual(['bad type', 8]);
    expect(create(0, '', '11ffffff')[0]).not.toBe('none');
  });

  it('a name may not be longer than the message', () => {
    const message = `45f70000 01000050 11000000 00000000 00000000 ${stamps} 0000 00000000`;
    expect(verdict('ObjectCreate', `${message} ffff 4142`)).toEqual(['truncated', 46]);
    expect(verdict('ObjectCreate', `${message} 0200 4142`)).toEqual(['none', 0]);
  });
});
