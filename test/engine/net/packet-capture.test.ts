import { describe, expect, test } from 'vitest';
import type { Capture } from '../../../engine/net/capture.ts';
import { CaptureError } from '../../../engine/net/capture-error.ts';
import { readCapture } from '../../../engine/net/capture-file.ts';
import {
  type Ends,
  ethernet,
  fragment,
  ipv4,
  joined,
  messageOf,
  packet,
  packetOf,
  pcap,
  smallPcap,
  smallPcapng,
  toClient,
  toServer,
  udp,
  udpFrame,
} from '../../support/packets.ts';

function messagesOf({ messages }: Capture) {
  return Array.from({ length: messages.count }, (_, index) => ({
    time: messages.timeOf(index),
    direction: messages.directionOf(index),
    connection: messages.connectionOf(index),
    opcode: messages.bytesOf(index)[0] | (messages.bytesOf(index)[1] << 8),
  }));
}

function skippedOf({ counts }: Capture) {
  return Object.fromEntries(Object.entries(counts.skipped).filter(([, count]) => count > 0));
}

const reversed = ({ from, fromPort, to, toPort }: Ends): Ends => ({
  from: to,
  fromPort: toPort,
  to: from,
  toPort: fromPort,
});

describe('a packet capture', () => {
  test('gives its messages with times and directions, and counts what was on the way', () => {
    const capture = readCapture(smallPcap());
    expect(messagesOf(capture)).toEqual([
      { time: 0, direction: 'toServer', connection: 0, opcode: 0xf7b1 },
      { time: 0.25, direction: 'toClient', connection: 0, opcode: 0xf74c },
      { time: 0.25, direction: 'toClient', connection: 0, opcode: 0xf748 },
      { time: 1, direction: 'toClient', connection: 0, opcode: 0x0201 },
    ]);
    expect([...capture.messages.bytesOf(3)]).toEqual([1, 2, 3, 4, 2, 2, 3, 4, 3, 2, 3, 4]);
    expect(capture).toMatchObject({
      format: 'pcap',
      startTime: 100,
      stepRate: 0,
      duration: 1,
      connections: [{ name: '10.0.0.2:50000 to 10.0.0.1:9000' }],
      counts: { frames: 5, packets: 5, packetsToClient: 4, packetsToServer: 1, fragments: 7 },
      damage: null,
      notes: [],
    });
    expect(skippedOf(capture)).toEqual({ 'duplicate fragment': 1 });
  });

  test('of pcapng gives the same, whatever block a packet is in', () => {
    const capture = readCapture(smallPcapng());
    expect(capture.format).toBe('pcapng');
    expect(messagesOf(capture).map(({ time, opcode }) => [time, opcode])).toEqual([
      [0, 0xf74c],
      [0, 0xf74c],
      [1, 0xf74c],
    ]);
  });

  test('a packet number that comes again with other fragments is another packet', () => {
    const again = [1, 2].map((sequence) =>
      udpFrame(packet([fragment({ sequence, data: messageOf(0xf74c) })], { sequence: 5 }), toClient),
    );
    expect(messagesOf(readCapture(pcap(again.map((bytes) => ({ bytes })))))).toHaveLength(2);
  });

  test('whatever else went over the network is counted by its reason', () => {
    const bad = packet([fragment({ data: [1, 2, 3, 4] })], { size: 3 });
    const capture = readCapture(
      pcap([
        { bytes: joined(new Uint8Array(12), [0x08, 0x06], new Uint8Array(28)) },
        { bytes: ethernet(ipv4(udp(messageOf(1)), {}, { protocol: 6 })) },
        { bytes: udpFrame(messageOf(0x1234, 60), { fromPort: 5353, toPort: 53 }) },
        { bytes: udpFrame(bad, toServer) },
        { bytes: udpFrame(packetOf([messageOf(0xf74c, 40)]), toClient).subarray(0, 60), wire: 120 },
      ]),
    );
    expect(capture.messages.count).toBe(0);
    expect(skippedOf(capture)).toEqual({ 'not IP': 1, 'not UDP': 1, 'other UDP': 1, 'bad packet': 1, 'cut frame': 1 });
    expect(capture.notes.map(({ text }) => text)).toEqual([
      'bad packet: byte 16 of UDP: expected a size of 20, found 3',
      'cut frame: expected 84 bytes of UDP, found 26',
    ]);
  });

  test('of a link type that is not read counts its frames, and says which it is', () => {
    const capture = readCapture(pcap([{ bytes: new Uint8Array(60) }], { linkType: 105 }));
    expect(skippedOf(capture)).toEqual({ 'unknown link type': 1 });
    expect(capture.notes[0].text).toBe('unknown link type: found number 105');
  });

  test('that is cut short keeps what came before, and says where it ends', () => {
    const whole = smallPcap();
    const capture = readCapture(whole.subarray(0, whole.length - 1));
    expect(messagesOf(capture)).toHaveLength(3);
    expect(capture.damage?.text).toMatch(/the file is cut short$/);
  });

  test('times that go back count as the last one, and a jump of more than an hour as an hour', () => {
    const at = (time: number, sequence: number) => ({
      time,
      bytes: udpFrame(packetOf([messageOf(0xf74c)], sequence), toClient),
    });
    const capture = readCapture(pcap([at(1000, 1), at(990, 2), at(1001, 3), at(2e9, 4), at(2e9 + 1, 5)]));
    expect(messagesOf(capture).map(({ time }) => time)).toEqual([0, 0, 1, 3601, 3602]);
    expect(capture.notes[0].text).toBe('expected a packet within 3600 s, found one after 1999998999 s');
  });
});

describe('which end is the server', () => {
  const game: Ends = { from: '1.1.1.1', fromPort: 700, to: '2.2.2.2', toPort: 800 };
  const file = (ends: Ends, opcode: number) => pcap([{ bytes: udpFrame(packetOf([messageOf(opcode, 16)]), ends) }]);
  const directionOf = (ends: Ends, opcode: number, serverPorts?: number[]) =>
    messagesOf(readCapture(file(ends, opcode), serverPorts === undefined ? {} : { serverPorts }))[0]?.direction;

  test.each<[string, Ends, number, string]>([
    ['the end with a port from 9000 on', { ...game, toPort: 9000 }, 0x1111, 'toServer'],
    ['also when it speaks first', { ...game, fromPort: 9004 }, 0x1111, 'toClient'],
    ['the end that takes client actions', game, 0xf7b1, 'toServer'],
    ['the end that sends them no more', reversed(game), 0xf7b1, 'toServer'],
    ['the end that sends motions', game, 0xf74c, 'toClient'],
    ['by the opcodes when both ports are in the range', { ...game, fromPort: 9001, toPort: 9002 }, 0xf74c, 'toClient'],
    ['the lower port when nothing else is known', game, 0x1111, 'toClient'],
    ['the end that is spoken to when even the ports are the same', { ...game, toPort: 700 }, 0x1111, 'toServer'],
  ])('is %s', (_, ends, opcode, direction) => {
    expect(directionOf(ends, opcode)).toBe(direction);
  });

  test('is the one with a port that was named, whatever the opcodes say', () => {
    expect(directionOf(game, 0xf74c, [800])).toBe('toServer');
    expect(directionOf(game, 0xf7b1, [700, 9000])).toBe('toClient');
  });

  test('packets of other ports than those that were named are other UDP', () => {
    const capture = readCapture(file(game, 0xf74c), { serverPorts: [9000] });
    expect(capture.messages.count).toBe(0);
    expect(skippedOf(capture)).toEqual({ 'other UDP': 1 });
  });

  test.each([[0], [65536], [1.5], [Number.NaN]])('refuses %d as a port', (port) => {
    expect(() => readCapture(smallPcap(), { serverPorts: [port] })).toThrow(RangeError);
  });

  test('a client that talks to two ports of a server has one connection, another client another', () => {
    const frames = [
      { ends: toServer, opcode: 0xf7b1 },
      { ends: { ...toClient, fromPort: 9001 }, opcode: 0xf74c },
      { ends: { ...toClient, toPort: 50001 }, opcode: 0xf748 },
    ].map(({ ends, opcode }, index) => ({ bytes: udpFrame(packetOf([messageOf(opcode, 16)], index + 1), ends) }));
    const capture = readCapture(pcap(frames));
    expect(messagesOf(capture).map(({ connection, direction }) => [connection, direction])).toEqual([
      [0, 'toServer'],
      [0, 'toClient'],
      [1, 'toClient'],
    ]);
    expect(capture.connections).toHaveLength(2);
    expect(capture.counts).toMatchObject({ packets: 3, packetsToClient: 2, packetsToServer: 1 });
  });
});

describe('log-in data', () => {
  const SECRET = [...'account:hunter2'].map((character) => character.charCodeAt(0));
  const holds = (capture: Capture) => {
    const text = JSON.stringify({ ...capture, messages: undefined });
    const all = Array.from({ length: capture.messages.count }, (_, index) =>
      String.fromCharCode(...capture.messages.bytesOf(index)),
    );
    return [text, ...all].some((one) => one.includes('hunter2'));
  };

  test.each([0x10000, 0x20000, 0x40000, 0x80000])('in packets with flag %i is counted and left out whole', (flag) => {
    const secret = joined([0, 0, 0, 0], SECRET);
    const capture = readCapture(
      pcap([
        { bytes: udpFrame(packet([], { flags: flag, headers: SECRET }), toServer) },
        // Also when fragments follow that could be read.
        { bytes: udpFrame(packet([fragment({ data: secret })], { flags: flag }), toServer) },
        { bytes: udpFrame(packetOf([messageOf(0xf7b1, 16)], 2), toServer) },
      ]),
    );
    expect(capture.messages.count).toBe(1);
    expect(capture.counts).toMatchObject({ packets: 1, fragments: 1, skipped: { 'log-in data': 2 } });
    expect(holds(capture)).toBe(false);
  });

  test.each([0xf655, 0xf656, 0xf657, 0xf658, 0xf7d9])(
    'in messages of opcode %i is left out, in whatever pieces',
    (opcode) => {
      const message = joined(messageOf(opcode, 4), SECRET);
      const part = (index: number, data: Uint8Array) => fragment({ sequence: 3, count: 2, index, data });
      const capture = readCapture(
        pcap([
          { bytes: udpFrame(packetOf([message]), toServer) },
          { bytes: udpFrame(packet([part(1, message.subarray(6))]), toServer) },
          { bytes: udpFrame(packet([part(0, message.subarray(0, 6))]), toServer) },
        ]),
      );
      expect(capture.messages.count).toBe(0);
      expect(skippedOf(capture)).toEqual({ 'log-in data': 2 });
      expect(holds(capture)).toBe(false);
    },
  );
});

describe('what is no capture at all', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['an empty file', new Uint8Array(0), /^capture: byte 0: expected the start of a pcap, .* found an empty file$/],
    ['something else', Uint8Array.of(0x7b, 0x22), /GAITCAP1 file, found 7b 22$/],
  ])('is refused: %s', (_, file, message) => {
    expect(() => readCapture(file)).toThrow(CaptureError);
    expect(() => readCapture(file)).toThrow(message);
  });

  test('calling it with no bytes, or with options that there are not, is a mistake of the caller', () => {
    expect(() => readCapture('file.pcap' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => readCapture(smallPcap(), { serverPort: 1 } as object)).toThrow(/did you mean 'serverPorts'/);
  });
});
