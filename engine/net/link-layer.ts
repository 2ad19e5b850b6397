import type { SkipReason } from './capture.ts';

/** LINKTYPE numbers of what is read. */
export const LinkType = {
  Null: 0,
  Ethernet: 1,
  /** Raw IP, as three systems number it. */
  RawBsd: 12,
  RawOpenBsd: 14,
  Raw: 101,
  Loop: 108,
  LinuxCooked: 113,
  IPv4: 228,
  IPv6: 229,
  LinuxCooked2: 276,
} as const;

const ETHER_IPV4 = 0x0800;
const ETHER_IPV6 = 0x86dd;
/** Tags before the real type: 802.1Q, 802.1ad, and what was used before that. */
const vlanTypes = new Set([0x8100, 0x88a8, 0x9100]);
const MOST_TAGS = 8;

/** Address families of loopback frames: IPv4, and what BSDs and macOS call IPv6. */
const AF_INET = 2;
const familiesOfIpv6 = new Set([10, 23, 24, 28, 30]);

/**
 * Where the IP packet of a frame begins.
 *
 * @returns Bytes from the frame's start, or why there is none.
 */
export function findIp(frame: Uint8Array, linkType: number): number | SkipReason {
  switch (linkType) {
    case LinkType.Ethernet:
      return behindEtherType(frame, 12);
    case LinkType.LinuxCooked:
      return behindEtherType(frame, 14);
    case LinkType.LinuxCooked2:
      if (frame.length < 20) return 'cut frame';
      return isIp(frame[0] * 256 + frame[1]) ? 20 : 'not IP';
    case LinkType.Null:
    case LinkType.Loop: {
      if (frame.length < 4) return 'cut frame';
      // In the byte order of whoever captured it.
      const family = frame[0] === 0 && frame[1] === 0 ? frame[2] * 256 + frame[3] : frame[1] * 256 + frame[0];
      return family === AF_INET || familiesOfIpv6.has(family) ? 4 : 'not IP';
    }
    case LinkType.RawBsd:
    case LinkType.RawOpenBsd:
    case LinkType.Raw:
    case LinkType.IPv4:
    case LinkType.IPv6:
      return 0;
    default:
      return 'unknown link type';
  }
}

function behindEtherType(frame: Uint8Array, first: number): number | SkipReason {
  let at = first;
  for (let tags = 0; tags <= MOST_TAGS; tags++) {
    if (frame.length < at + 2) return 'cut frame';
    const type = frame[at] * 256 + frame[at + 1];
    if (isIp(type)) return at + 2;
    if (!vlanTypes.has(type)) return 'not IP';
    at += 4;
  }
  return 'not IP';
}

function isIp(etherType: number): boolean {
  return etherType === ETHER_IPV4 || etherType === ETHER_IPV6;
}
