import type { DoorEvent, ServerStatus } from '../../server/index.ts';

/** What happened at the door, as a line. */
export function doorLine(event: DoorEvent): string {
  switch (event.type) {
    case 'joined':
      return `player ${guidText(event.guid)} has joined from ${event.address}`;
    case 'left':
      return `player ${guidText(event.guid)} has left: ${event.reason}`;
    case 'refused':
      return `refused ${event.address}: ${event.reason}`;
    case 'failed':
      return `error in ${event.where}: ${event.error instanceof Error ? (event.error.stack ?? event.error.message) : String(event.error)}`;
  }
}

/** How a server is, as a line of at most 78 characters. */
export function statusLine({ players, maxPlayers, bodies, steps, uptime }: ServerStatus): string {
  const times = `step ${steps.average.toFixed(2)} ms, at most ${steps.most.toFixed(1)}`;
  const text = `${players}/${maxPlayers} players, ${bodies} bodies, ${times}, ${steps.rate.toFixed(0)} a second, ${timeText(uptime)}`;
  return text.slice(0, 78);
}

function guidText(guid: number): string {
  return `0x${guid.toString(16)}`;
}

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
