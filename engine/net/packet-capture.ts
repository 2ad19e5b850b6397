import { describe, requireInteger, requireKeys, requireObject } from '../checks.ts';
import { type Capture, type CapturedConnection, SkipLog } from './capture.ts';
import { FragmentAssembly } from './fragment-assembly.ts';
import { CapturedFrame, type FrameSource } from './frame-source.ts';
import { IpReader, UdpDatagram } from './ip-datagram.ts';
import { findIp } from './link-layer.ts';
import { isLoginMessage } from './login-data.ts';
import { MessageLog } from './message-log.ts';
import { PcapReader } from './pcap.ts';
import { isPcapng, PcapngReader } from './pcap-ng.ts';
import { directionFrom, type Flow, SERVER_PORTS, servingEnd, weighMessages } from './server-side.ts';
import { isBadPacket, readTransportPacket } from './transport-packet.ts';

/** How a packet capture is read. */
export interface PacketCaptureOptions {
  /** The server's UDP ports; only packets from or to one of them count. Left out: see the docs of directions. */
  serverPorts?: readonly number[];
}

/** More pairs of endpoints than that are not followed: what others say counts as other UDP. */
const MOST_FLOWS = 4096;
/** Seconds: a longer silence in a capture is a clock that was set, and counts as this one. */
export const LONGEST_SILENCE = 3600;

/**
 * Reads a pcap or pcapng file down to the messages of the game: frames, IP (fragments are put together), UDP, transport
 * packets, fragments. What is not one is counted by reason; log-in data is left out.
 *
 * @throws CaptureError when the file's own header cannot be read. Damage behind it ends the reading and is told of.
 */
export function readPacketCapture(bytes: Uint8Array, options: PacketCaptureOptions = {}): Capture {
  requirePacketOptions('readCapture', options);
  return new PacketCaptureReader(bytes, options.serverPorts ?? null).read();
}

/** Throws for anything that is not as {@link PacketCaptureOptions} says. */
export function requirePacketOptions(what: string, options: PacketCaptureOptions): void {
  requireObject(what, options, 'options such as { serverPorts: [9000] }');
  requireKeys(what, options, ['serverPorts']);
  const { serverPorts = [] } = options;
  if (!Array.isArray(serverPorts)) {
    throw new TypeError(`${what}.serverPorts: expected a list of ports, found ${describe(serverPorts)}`);
  }
  for (const port of serverPorts) requireInteger(`${what}.serverPorts`, port, 1, 65_535);
}

class PacketCaptureReader {
  private readonly log = new SkipLog();
  private readonly source: FrameSource;
  private readonly ports: readonly number[] | null;
  private readonly ip = new IpReader(this.log);
  private readonly assembly = new FragmentAssembly(this.log);
  private readonly messages = new MessageLog();
  private readonly flows: Flow[] = [];
  private readonly flowOf = new Map<string, number>();
  /** Packets of each flow from its first end, and from its second. */
  private readonly packets: [number, number][] = [];
  /** Microseconds since 1970 of the first packet, and of the last. */
  private firstMicros = Number.NaN;
  private lastMicros = 0;
  /** Microseconds from the first to the last, without what a clock that was set adds. */
  private elapsed = 0;

  constructor(bytes: Uint8Array, ports: readonly number[] | null) {
    this.source = isPcapng(bytes) ? new PcapngReader(bytes, this.log) : new PcapReader(bytes);
    this.ports = ports;
  }

  read(): Capture {
    const frame = new CapturedFrame();
    const datagram = new UdpDatagram();
    const { log } = this;
    while (this.source.next(frame)) {
      log.counts.frames++;
      const whole = frame.bytes.length >= frame.wireLength;
      const at = findIp(frame.bytes, frame.linkType);
      if (typeof at !== 'number') {
        log.skip(at, frame.offset, at === 'unknown link type' ? `found number ${frame.linkType}` : undefined);
      } else if (this.ip.read(frame.bytes.subarray(at), frame.offset + at, whole, datagram)) {
        this.takeDatagram(datagram, frame);
      }
    }
    this.ip.end();
    this.assembly.end();
    return this.finish();
  }

  private takeDatagram(datagram: UdpDatagram, frame: CapturedFrame): void {
    const { log } = this;
    if (this.ports !== null && !this.isServerPort(datagram)) {
      log.skip('other UDP', frame.offset);
      return;
    }
    const packet = readTransportPacket(datagram.payload);
    if (isBadPacket(packet)) {
      // Of what goes on the game's ports it is worth telling why it was not taken.
      if (this.isServerPort(datagram)) log.skip('bad packet', frame.offset, `byte ${packet.at} of UDP: ${packet.text}`);
      else log.skip('other UDP', frame.offset);
      return;
    }
    const flow = this.flowFor(datagram);
    if (flow < 0) {
      log.skip('other UDP', frame.offset);
      return;
    }
    this.passTime(frame);
    if (packet.login) {
      log.skip('log-in data', frame.offset);
      return;
    }
    const { first } = this.flows[flow];
    const fromFirst = first.address === datagram.source && first.port === datagram.sourcePort;
    log.counts.packets++;
    this.packets[flow][fromFirst ? 0 : 1]++;
    for (const fragment of packet.fragments) {
      log.counts.fragments++;
      const message = this.assembly.add(flow * 2 + (fromFirst ? 0 : 1), fragment, frame.offset);
      if (message === null) continue;
      if (isLoginMessage(message)) log.skip('log-in data', frame.offset);
      else this.messages.append(Math.round(this.elapsed), fromFirst ? 'toServer' : 'toClient', flow, message);
    }
  }

  private isServerPort({ sourcePort, destinationPort }: UdpDatagram): boolean {
    if (this.ports !== null) return this.ports.includes(sourcePort) || this.ports.includes(destinationPort);
    const { first, last } = SERVER_PORTS;
    return (sourcePort >= first && sourcePort <= last) || (destinationPort >= first && destinationPort <= last);
  }

  /** The number of a datagram's flow; -1: there are too many. */
  private flowFor(datagram: UdpDatagram): number {
    const from = `${datagram.source}:${datagram.sourcePort}`;
    const to = `${datagram.destination}:${datagram.destinationPort}`;
    const known = this.flowOf.get(`${from} ${to}`);
    if (known !== undefined) return known;
    if (this.flows.length >= MOST_FLOWS) return -1;
    const flow = this.flows.length;
    this.flows.push({
      first: { address: datagram.source, port: datagram.sourcePort },
      second: { address: datagram.destination, port: datagram.destinationPort },
      secondServes: 0,
      firstServes: 0,
    });
    this.packets.push([0, 0]);
    this.flowOf.set(`${from} ${to}`, flow);
    this.flowOf.set(`${to} ${from}`, flow);
    return flow;
  }

  private passTime({ micros, offset }: CapturedFrame): void {
    if (Number.isNaN(this.firstMicros)) {
      this.firstMicros = micros;
      this.lastMicros = micros;
    }
    const passed = micros - this.lastMicros;
    if (passed > LONGEST_SILENCE * 1e6) {
      const seconds = Math.round(passed / 1e6);
      this.log.note(offset, `expected a packet within ${LONGEST_SILENCE} s, found one after ${seconds} s`);
    }
    this.elapsed += Math.min(LONGEST_SILENCE * 1e6, Math.max(0, passed));
    this.lastMicros = Math.max(micros, this.lastMicros);
  }

  /** Decides who serves, and names the connections: a client's endpoint and a server's address make one. */
  private finish(): Capture {
    const { flows, messages, log } = this;
    weighMessages(messages, flows);
    const connections: CapturedConnection[] = [];
    const connectionOf = new Map<string, number>();
    const servers = flows.map((flow) => servingEnd(flow, this.ports));
    const numbers = flows.map((flow, index) => {
      const server = flow[servers[index]];
      const client = servers[index] === 'first' ? flow.second : flow.first;
      const key = `${client.address}:${client.port} ${server.address}`;
      const known = connectionOf.get(key);
      if (known !== undefined) return known;
      connectionOf.set(key, connections.length);
      connections.push({ name: `${client.address}:${client.port} to ${server.address}:${server.port}` });
      return connections.length - 1;
    });
    this.packets.forEach(([fromFirst, fromSecond], flow) => {
      const firstServes = servers[flow] === 'first';
      log.counts.packetsToClient += firstServes ? fromFirst : fromSecond;
      log.counts.packetsToServer += firstServes ? fromSecond : fromFirst;
    });
    messages.relabel((direction, flow) => [directionFrom(direction === 'toServer', servers[flow]), numbers[flow]]);
    return {
      format: this.source.format,
      startTime: Number.isNaN(this.firstMicros) ? 0 : this.firstMicros / 1e6,
      stepRate: 0,
      duration: Math.round(this.elapsed) / 1e6,
      connections,
      messages,
      counts: log.counts,
      damage: this.source.damage,
      notes: log.notes,
    };
  }
}
