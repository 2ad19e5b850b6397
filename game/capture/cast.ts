import { type CapturedEntity, type CapturedMoment, type CaptureSummary, printable } from '../../index.ts';
import type { FigureColours } from '../../systems/render/index.ts';

/** Somebody of a capture. */
export interface CastMember {
  readonly guid: number;
  /** From the file, fit to be shown as text; its number when none was told. */
  readonly name: string;
  /** '#rrggbb': of the clothes, and of the marks on the time line. */
  readonly colour: string;
  /** What the messages say about it; undefined: there were too many bodies to keep them all. */
  readonly told: CapturedEntity | undefined;
  /** When it is told what it does, in the order of the times. */
  readonly moments: readonly CapturedMoment[];
}

const COLOURS = ['#f2b51d', '#2f9de1', '#e2573f', '#12a36f', '#a95fe0', '#e06aa8', '#7fb800', '#35b8b0'] as const;
const SKINS = ['#f2c9a5', '#c98e62', '#8a5a3c', '#e5b48c', '#6b432c'] as const;
const NAME_LENGTH = 28;

/** Everybody whom a capture is about, those first of whom most is told. */
export class Cast {
  readonly members: readonly CastMember[];
  private readonly byGuid = new Map<number, CastMember>();

  constructor(summary: CaptureSummary, moments: readonly CapturedMoment[]) {
    const momentsOf = new Map<number, CapturedMoment[]>();
    for (const moment of moments) {
      const own = momentsOf.get(moment.guid);
      if (own === undefined) momentsOf.set(moment.guid, [moment]);
      else own.push(moment);
    }
    const bodies = summary.entities.filter(({ guid }) => guid !== 0);
    bodies.forEach((told, index) => {
      this.byGuid.set(told.guid, {
        guid: told.guid,
        name: nameOf(told),
        colour: COLOURS[index % COLOURS.length],
        told,
        moments: momentsOf.get(told.guid) ?? [],
      });
    });
    this.members = [...this.byGuid.values()].sort((a, b) => importance(b) - importance(a));
  }

  /** Who has this guid: a stranger when the summary left it out. */
  of(guid: number): CastMember {
    return this.byGuid.get(guid) ?? { guid, name: hexName(guid), colour: '#9aa3ab', told: undefined, moments: [] };
  }
}

/** What somebody wears. */
export function castColours({ guid, colour }: CastMember): FigureColours {
  const top = rgb(colour);
  return {
    top,
    legs: [top[0] * 0.22 + 0.12, top[1] * 0.22 + 0.13, top[2] * 0.22 + 0.17],
    skin: rgb(SKINS[guid % SKINS.length]),
    shoes: rgb('#2a2622'),
  };
}

function importance({ told, moments }: CastMember): number {
  return moments.length * 1e6 + (told?.messages ?? 0);
}

function nameOf({ guid, name }: CapturedEntity): string {
  const letters = Array.from(printable(name).trim());
  if (letters.length === 0) return hexName(guid);
  return letters.length <= NAME_LENGTH ? letters.join('') : `${letters.slice(0, NAME_LENGTH - 1).join('')}…`;
}

function hexName(guid: number): string {
  return `0x${guid.toString(16).padStart(8, '0')}`;
}

function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}
