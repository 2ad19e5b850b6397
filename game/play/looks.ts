import type { FigureColours } from '../../systems/render/index.ts';
import type { Role } from './cast.ts';

/** What stands above the player's head. */
export const PLAYER_NAME = 'You';

type Rgb = readonly [red: number, green: number, blue: number];

const SKINS = ['#f2c9a5', '#c98e62', '#8a5a3c', '#e5b48c', '#6b432c'] as const;

/** What somebody wears: the top in the colour of the role; the player in white and blue. */
export function coloursOfRole(role: Pick<Role, 'colour'> | undefined, guid: number): FigureColours {
  const top = rgb(role?.colour ?? '#f4efe4');
  return {
    top,
    legs: role === undefined ? rgb('#3c5a78') : mixed(top, rgb('#262c38'), 0.78),
    skin: rgb(SKINS[(guid * 3) % SKINS.length]),
    shoes: rgb('#2a2622'),
  };
}

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map((at) => from[at] * (1 - share) + to[at] * share) as unknown as Rgb;
}
