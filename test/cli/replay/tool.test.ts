import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORD_KEYS } from '../../../cli/conformance/record-path.ts';
import { gait } from '../../../cli/gait/main.ts';
import type { Io } from '../../../cli/replay/io.ts';
import { replay } from '../../../cli/replay/main.ts';
import { createRecorder, MotionCommand, readCapture } from '../../../index.ts';
import { createMessage, motionMessage, positionMessage } from '../../support/messages.ts';
import {
  joined,
  messageOf,
  packet,
  packetOf,
  pcap,
  smallPcap,
  toClient,
  toServer,
  udpFrame,
} from '../../support/packets.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const retail = fileURLToPath(new URL('../../captures/retail-protocol-session.pcap', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gait-replay-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Runs the tool in this process. */
function run(argv: string[], io: Partial<Io> = {}) {
  const out: string[] = [];
  let err = '';
  const all: Io = {
    out: (line) => out.push(line),
    err: (text) => {
      err += text;
    },
    tty: false,
    now: () => 0,
    ...io,
  };
  return { code: replay(argv, all), out, err };
}

/** A recording of ours: a body with a name and places, one without, a stale message and an unknown motion. */
function recording(): Uint8Array {
  const recorder = createRecorder({ startTime: 1700000000, stepRate: 30 });
  const connection = recorder.connection('a client');
  const say = (time: number, ...messages: Uint8Array[]) => {
    recorder.at(time);
    for (const message of messages) recorder.record('toClient', connection, message);
  };
  const run = { forwardCommand: MotionCommand.RunForward };
  say(
    0,
    createMessage(0x50000001, (message) => {
      message.name = 'Dr\u001b[31mudge\u009b';
      message.physics.flags = 0x8000;
      Object.assign(message.physics.position, { x: 1, y: 2 });
    }),
  );
  say(1, motionMessage(0x50000001, { movementStamp: 2, state: run }));
  say(
    1.5,
    motionMessage(0x50000001, { movementStamp: 1, state: run }),
    motionMessage(0x50000002, { movementStamp: 1 }),
  );
  say(2, motionMessage(0x50000002, { movementStamp: 2, state: { forwardCommand: MotionCommand.YMCA } }));
  say(3, positionMessage(0x50000001, { x: 1, y: 20, positionStamp: 1 }));
  return recorder.bytes();
}

describe('what a capture holds', () => {
  test('is told of the recorded session', () => {
    expect(run([retail])).toEqual({
      code: 0,
      err: '',
      out: [
        retail,
        '  pcap, 49.8 s from 2025-11-18 18:24:01 UTC, 1 connection',
        '  632 packets (495 to the client, 137 to the server), 2111 fragments, 2088 messages',
        'messages to the client',
        '     738  GameEvent (0xf7b0)',
        '     515  PlayEffect (0xf755)',
        '     313  ServerMessage (0xf7e0)',
        '      90  PublicUpdateInstanceId (0x2da)',
        '      76  PrivateUpdateAttribute2ndLevel (0x2e9)',
        '      60  PublicUpdatePropertyInt (0x2ce)',
        '      60  ObjDescEvent (0xf625)',
        '      60  Sound (0xf750)',
        '      31  PrivateUpdatePropertyInt (0x2cd)',
        '      30  PickupEvent (0xf74a)',
        '      12  UpdateMotion',
        'messages to the server',
        '      42  action 0xc8',
        '      30  action 0x19',
        '      30  action 0x1a',
        '       1  action 0x1a1',
        'played to the client’s world',
        '  12 applied, 1973 of other kinds, 0 malformed, 0 held',
        '  dropped: none',
        'entities',
        '  0x7c88c06f: 8 motions: Cry, Ready ×4, Cringe ×3; no place told, on a marked spot at (0.0, 0.0, 0.0); ends at Ready',
        '  0x8035bbb2: 4 motions: Nod, Ready ×2, ScratchHead; no place told, on a marked spot at (3.0, 0.0, 0.0); ends at Ready',
      ],
    });
  });

  test('is told of a recording of ours: names that cannot steer a terminal, places, drops, motions that no table has', () => {
    const { code, out } = run([put('ours.gaitcap', recording())]);
    expect(code).toBe(0);
    expect(out.slice(1, 3)).toEqual(['  gait, 3.0 s from 2023-11-14 22:13:20 UTC, 1 connection', '  6 messages']);
    expect(out).toContain('  dropped: 1 stale movement stamp');
    expect(out).toContain('  no motion table data: YMCA');
    expect(out.at(-2)).toMatch(
      /^ {2}0x50000001 "Dr\ufffd\[31mudge\ufffd": 2 motions: RunForward ×2; from \(1\.0, 2\.0, 0\.0\) to \(1\.0, 20\.0, 0\.0\); ends at RunForward$/,
    );
    expect(out.at(-1)).toMatch(/^ {2}0x50000002: 2 motions: Ready, YMCA; no place told, on a marked spot/);
  });

  test('left-out things, malformed messages and damage are told with their place, and the exit code is 1', () => {
    const bad = motionMessage(7, { movementStamp: 1 });
    bad[16] = 77;
    const file = pcap([
      { time: 100, bytes: udpFrame(packetOf([bad, motionMessage(7, { movementStamp: 1 })]), toClient) },
      { time: 101, bytes: udpFrame(packet([], { flags: 0x10000, headers: [1, 2, 3] }), toServer) },
      { time: 102, bytes: udpFrame(packet([], { size: 9 }), toServer) },
    ]);
    const { code, out } = run([put('odd.pcap', joined(file, [1, 2, 3]))]);
    expect(code).toBe(1);
    expect(out).toContain('  left out: 1 bad packet, 1 log-in data');
    expect(out).toContain(`  byte ${file.length - 62}: bad packet: byte 16 of UDP: expected a size of 0, found 9`);
    expect(out).toContain('       2  UpdateMotion, 1 malformed');
    expect(out).toContain('  malformed: UpdateMotion at 0.0 s: byte 16: bad type');
    expect(out.at(-1)).toBe(
      `damaged: byte ${file.length}: expected a frame's header of 16 bytes, found 3; what comes before it was read`,
    );
  });

  test('is told of several files one after the other; one that cannot be read does not stop the others', () => {
    const nothing = put('nothing.txt', 'hello');
    const { code, out, err } = run([join(folder, 'missing.pcap'), nothing, folder, retail]);
    expect(code).toBe(1);
    expect(out[0]).toBe(retail);
    expect(err.split('\n').filter((line) => line !== '')).toEqual([
      `error: ${join(folder, 'missing.pcap')} cannot be read: no such file or directory`,
      `error: ${nothing} cannot be read: capture: byte 0: expected the start of a pcap, pcapng or GAITCAP1 file, found 68 65 6c 6c 6f`,
      `error: ${folder} cannot be read: illegal operation on a directory`,
    ]);
  });

  test('of a part of it, when --from and --until name one; the world is as it was by then', () => {
    const { out } = run([retail, '--from', '20', '--until', '30']);
    expect(out).toContain('  below: 705 messages from 20.0 s to 30.0 s');
    expect(out).toContain('       2  UpdateMotion');
    expect(out.find((line) => line.includes('applied'))).toMatch(/^ {2}2 applied, /);
    expect(out.filter((line) => line.startsWith('  0x'))).toEqual([
      '  0x8035bbb2: 2 motions: Nod, Ready; no place told, on a marked spot at (3.0, 0.0, 0.0); ends at Ready',
    ]);
  });

  test('as JSON, one object a file', () => {
    const one = JSON.parse(run([retail, '--json']).out.join('\n'));
    expect(one).toMatchObject({
      format: 'pcap',
      startTime: '2025-11-18 18:24:01 UTC',
      packets: 632,
      fragments: 2111,
      messages: 2088,
      damage: null,
      world: { applied: 12, dropped: {} },
    });
    expect(one.entities[0]).toMatchObject({
      guid: '0x7c88c06f',
      motions: { Cry: 1, Ready: 4, Cringe: 3 },
      end: { substate: 'Ready', x: 0 },
    });
    expect(JSON.parse(run([retail, retail, '--json']).out.join('\n'))).toHaveLength(2);
    const failed = run([join(folder, 'missing.pcap'), '--json']);
    expect([failed.code, JSON.parse(failed.out.join(''))]).toEqual([
      1,
      { file: join(folder, 'missing.pcap'), error: expect.stringMatching(/missing.pcap cannot be read: no such file/) },
    ]);
    const both = JSON.parse(run([join(folder, 'missing.pcap'), retail, '--json', '--quiet']).out.join('\n'));
    expect(both).toMatchObject([{ error: expect.stringContaining('missing.pcap') }, { file: retail, format: 'pcap' }]);
  });

  test('--quiet prints nothing but what is wrong', () => {
    expect(run([retail, '--quiet'])).toEqual({ code: 0, out: [], err: '' });
    const cut = put('cut.pcap', readFileSync(retail).subarray(0, -1));
    expect(run([cut, '--quiet'])).toMatchObject({
      code: 1,
      out: [],
      err: expect.stringMatching(/damaged: byte 2000\d\d:/),
    });
  });

  test('which end is the server can be said', () => {
    const file = put('small.pcap', smallPcap());
    expect(run([file]).out.find((line) => line.includes('packets'))).toContain(
      '5 packets (4 to the client, 1 to the server)',
    );
    const turned = run([file, '--server-port', '50000', '--server-port', '1']);
    expect(turned.out.find((line) => line.includes('packets'))).toContain(
      '5 packets (1 to the client, 4 to the server)',
    );
  });
});

describe('log-in data', () => {
  test('is in no output of any kind', () => {
    const secret = [...'hunter2-hunter2'].map((character) => character.charCodeAt(0));
    const file = put(
      'login.pcap',
      pcap([
        { time: 1, bytes: udpFrame(packet([], { flags: 0x10000, headers: secret }), toServer) },
        { time: 2, bytes: udpFrame(packetOf([joined(messageOf(0xf657, 4), secret)]), toServer) },
        { time: 3, bytes: udpFrame(packetOf([motionMessage(1, { movementStamp: 1 })], 9), toClient) },
      ]),
    );
    const [to, trace] = [join(folder, 'login.gaitcap'), join(folder, 'login.json')];
    const text = run([file, '--to', to, '--trace', trace]);
    const json = run([file, '--json']);
    expect(text.out).toContain('  left out: 2 log-in data');
    const written = [readFileSync(to), readFileSync(trace), Buffer.from([...text.out, ...json.out].join('\n'))];
    for (const bytes of written) {
      expect(bytes.includes('hunter2')).toBe(false);
      expect(bytes.length).toBeGreaterThan(50);
    }
  });
});

describe('--to', () => {
  test('writes a recording of ours, which reads the same', () => {
    const to = join(folder, 'new', 'session.gaitcap');
    const { code, out } = run([retail, '--to', to]);
    expect([code, out.at(-1)]).toEqual([0, `written: ${to}`]);
    expect(readCapture(readFileSync(to)).messages.count).toBe(2088);
    const again = run([to]);
    expect(again.code).toBe(0);
    expect(again.out[2]).toBe('  2088 messages');
    expect(again.out.slice(3)).toEqual(run([retail]).out.slice(3));
  });

  test('writes a part of one', () => {
    const to = join(folder, 'part.gaitcap');
    run([retail, '--to', to, '--from', '20', '--until', '30']);
    const part = readCapture(readFileSync(to));
    expect(part.messages.count).toBe(705);
    expect(part.duration).toBeCloseTo(10, 6);
    expect(part.startTime).toBeCloseTo(readCapture(readFileSync(retail)).startTime + 20, 3);
  });

  test('refuses a name that is none of a recording', () => {
    const file = put('named.pcap', smallPcap());
    expect(run([file, '--to', join(folder, 'out.xyz')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /--to is ".*out\.xyz"; the name of a file ends in \.gaitcap, that of a new folder in \//,
      ),
    });
    expect(existsSync(join(folder, 'out.xyz'))).toBe(false);
  });

  test('does not write over the capture itself, under whatever name, nor where it cannot', () => {
    const file = put('itself.pcap', smallPcap());
    symlinkSync(file, join(folder, 'link.pcap'));
    for (const name of ['itself.pcap', 'link.pcap']) {
      expect(run([file, '--to', join(folder, name)])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/over the capture itself/),
      });
      expect(readFileSync(file).length).toBe(smallPcap().length);
    }
    const nowhere = join(file, 'below.gaitcap');
    expect(run([file, '--to', nowhere])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: .* cannot be written: /),
    });
  });
});

describe('--trace', () => {
  test('writes every step of every body in the form of the golden traces', () => {
    const trace = join(folder, 'trace.json');
    expect(run([retail, '--trace', trace]).out.at(-1)).toBe(`written: ${trace}`);
    const { name, quantum, from, ticks } = JSON.parse(readFileSync(trace, 'utf8'));
    expect({ name, quantum, from }).toEqual({ name: 'retail-protocol-session.pcap', quantum: 1 / 30, from: 0 });
    expect(ticks).toHaveLength(1496);
    expect(ticks[0]).toEqual([]);
    expect(ticks.at(-1).map(({ id }: { id: number }) => id)).toEqual([0x7c88c06f, 0x8035bbb2]);
    expect(Object.keys(ticks.at(-1)[0])).toEqual(RECORD_KEYS);
    expect(ticks[100][0]).toMatchObject({ id: 0x7c88c06f, anim: 72, pos: [0, 0, 0], substate: MotionCommand.Ready });
    expect(ticks.at(-1)[0]).toMatchObject({ anim: 1, substate: MotionCommand.Ready, pendingMotions: [] });
  });

  test('of a part of the capture has the steps of that part', () => {
    const trace = join(folder, 'part.json');
    run([retail, '--trace', trace, '--from', '2', '--until', '4']);
    const { from, ticks } = JSON.parse(readFileSync(trace, 'utf8'));
    expect([from, ticks.length, ticks[0][0].anim]).toEqual([2, 60, 72]);
    expect(run([retail, '--trace', trace, '--from', '4000'])).toMatchObject({
      code: 1,
      err: `error: --from 4000 is beyond the end of ${retail}, 49.8 s\n`,
    });
  });

  test('goes into a folder that is there, or a new one, which is told', () => {
    const [there, fresh] = [join(folder, 'there.d'), join(folder, 'fresh.d', 'deep')];
    mkdirSync(there);
    const name = 'retail-protocol-session.pcap.json';
    expect(run([retail, '--trace', there]).out.at(-1)).toBe(`written: ${join(there, name)}`);
    const { out } = run([retail, '--trace', `${fresh}/`, '--to', `${there}/`]);
    expect(out.slice(-3)).toEqual([
      `new folder: ${join(folder, 'fresh.d')}`,
      `written: ${join(fresh, name)}`,
      `written: ${join(there, 'retail-protocol-session.gaitcap')}`,
    ]);
    expect(readCapture(readFileSync(join(there, 'retail-protocol-session.gaitcap'))).messages.count).toBe(2088);
  });

  test('is not put into a folder that is named as a file', () => {
    const { code, err } = run([retail, '--trace', join(folder, 't.txt')]);
    expect([code, err]).toEqual([2, expect.stringMatching(/--trace is ".*t\.txt"; the name of a file ends in \.json/)]);
    expect(existsSync(join(folder, 't.txt'))).toBe(false);
  });

  test('of several captures goes into a folder', () => {
    const traces = join(folder, 'traces');
    const small = put('two.pcap', smallPcap());
    expect(run([retail, small, '--trace', traces, '--quiet']).code).toBe(0);
    expect(readdirSync(traces).sort()).toEqual(['retail-protocol-session.pcap.json', 'two.pcap.json']);
  });

  test('leaves no half of a file behind', () => {
    const trace = join(folder, 'half.json');
    const broken = (text: string) => {
      if (text.includes('played')) throw new Error('the terminal is gone');
    };
    let clock = 0;
    const now = () => {
      clock += 1000;
      return clock;
    };
    expect(() => run([retail, '--trace', trace], { err: broken, now })).not.toThrow();
    expect(existsSync(trace)).toBe(false);
  });
});

describe('motion tables', () => {
  test('of a folder are played with, the first by name being everyone’s', () => {
    const tables = join(folder, 'tables');
    mkdirSync(tables);
    const humanoid = readFileSync(join(root, 'test/golden/tables/humanoid.json'));
    writeFileSync(join(tables, 'a.json'), humanoid);
    const { out } = run([retail, '--tables', tables]);
    expect(out.find((line) => line.includes('no motion table data'))).toContain('Cringe ×3');
    writeFileSync(join(tables, 'b.json'), '{ no JSON');
    expect(run([retail, '--tables', tables])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/b\.json is no JSON: /),
    });
    writeFileSync(join(tables, 'b.json'), '{}');
    expect(run([retail, '--tables', tables])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/b\.json: at \(top\): name is missing/),
    });
  });
});

describe('progress', () => {
  test('goes to standard error: lines where nothing can be written over, else one line that is removed', () => {
    let time = 0;
    const slow = () => {
      time += 400;
      return time;
    };
    const lines = run([retail], { now: slow });
    expect(lines.err).toMatch(/^(played \d+\.\d of 49\.9 s\n)+$/);
    const line = run([retail], { now: slow, tty: true });
    expect(line.err).toMatch(/^(\rplayed \d+\.\d of 49\.9 s *)+\r +\r$/);
    expect(line.out).toEqual(lines.out);
    expect(run([retail, '--quiet'], { now: slow }).err).toBe('');
  });
});

describe('usage', () => {
  test('--help says what there is', () => {
    const { code, out } = run(['--help', 'x', '--from', 'no']);
    expect(code).toBe(0);
    for (const option of ['--trace', '--to', '--from', '--until', '--server-port', '--tables', '--json', '--quiet']) {
      expect(out.join('\n')).toContain(option);
    }
  });

  test.each<[string[], RegExp]>([
    [[], /no file is named/],
    [['x', '--what'], /--what/],
    [['x', '--from', 'soon'], /--from is "soon", not a number of seconds from 0 to 1000000000/],
    [['x', '--until', '-1'], /--until/],
    [['x', '--from', '3', '--until', '3'], /--from 3 is not before --until 3/],
    [['x', '--server-port', '70000'], /--server-port is "70000", not a whole number from 1 to 65535/],
    [['x', '--connection', '1.5'], /--connection/],
    [['x', 'y', '--to', 'z'], /--to takes one capture at a time/],
    [['x', 'y', '--trace', 'z.json'], /several captures: name a folder/],
    [['x', '--to='], /--to names no file/],
    [['a/x', 'b/x', '--trace', 'z'], /two captures have the same name/],
    [['x', '--tables', '/nowhere/at/all'], /the folder of tables does not exist/],
    [['x', '--tables', retail], /this is no folder of tables/],
    [[retail, '--connection', '1'], /error: --connection 1 is not there: .*\.pcap has connection 0 alone/],
  ])('%j is wrong usage, and says how', (argv, message) => {
    const { code, out, err } = run(argv);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err).toMatch(message);
    expect(err).toMatch(/Try --help\.\n$/);
    expect(err).not.toMatch(/ {4}at /);
  });
});

describe('the gait command', () => {
  const call = async (...argv: string[]) => {
    const out: string[] = [];
    let err = '';
    const io: Io = { out: (line) => out.push(line), err: (text) => (err += text), tty: false, now: () => 0 };
    return { code: await gait(argv, io), out, err };
  };

  test('hands its arguments to the command that is named', async () => {
    expect((await call('replay', retail)).out).toContain('      12  UpdateMotion');
    expect((await call('replay')).code).toBe(2);
  });

  test('says which commands there are', async () => {
    expect((await call('--help')).out.join('\n')).toContain('gait replay FILE...');
    expect((await call('--help')).out.join('\n')).toMatch(/^usage: npx gait COMMAND/);
    expect(await call('--version')).toEqual({ code: 0, out: [expect.stringMatching(/^\d+\.\d+\.\d+$/)], err: '' });
    expect(await call('toString')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no command "toString"; .* replay/),
    });
    expect(await call()).toMatchObject({ code: 2, err: expect.stringMatching(/no command is named/) });
  });

  test('runs as a program, with the exit code of its command', () => {
    const program = (...argv: string[]) =>
      execFileSync(process.execPath, ['--import', 'tsx', 'cli/gait.ts', ...argv], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(program('replay', retail)).toContain('632 packets');
    expect(() => program('replay', 'missing.pcap')).toThrow(/cannot be read: no such file/);
  });
});
