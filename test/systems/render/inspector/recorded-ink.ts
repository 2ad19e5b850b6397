import type { Ink, InkColour, InkPlace } from '../../../../systems/render/inspector/ink.ts';

/** A mark of a sketch. */
export interface Mark {
  kind: keyof Ink;
  at: InkPlace;
  to?: InkPlace;
  heading?: number;
  size?: number;
  colour: InkColour;
}

/** Ink that is read instead of seen. */
export class RecordedInk implements Ink {
  readonly marks: Mark[] = [];

  of(kind: keyof Ink): Mark[] {
    return this.marks.filter((mark) => mark.kind === kind);
  }

  line(from: Readonly<InkPlace>, to: Readonly<InkPlace>, colour: InkColour): void {
    this.marks.push({ kind: 'line', at: { ...from }, to: { ...to }, colour });
  }

  ring(centre: Readonly<InkPlace>, size: number, colour: InkColour): void {
    this.marks.push({ kind: 'ring', at: { ...centre }, size, colour });
  }

  arrow(from: Readonly<InkPlace>, heading: number, size: number, colour: InkColour): void {
    this.marks.push({ kind: 'arrow', at: { ...from }, heading, size, colour });
  }

  dot(centre: Readonly<InkPlace>, size: number, colour: InkColour): void {
    this.marks.push({ kind: 'dot', at: { ...centre }, size, colour });
  }

  ball(centre: Readonly<InkPlace>, size: number, colour: InkColour): void {
    this.marks.push({ kind: 'ball', at: { ...centre }, size, colour });
  }

  wedge(centre: Readonly<InkPlace>, heading: number, size: number, colour: InkColour): void {
    this.marks.push({ kind: 'wedge', at: { ...centre }, heading, size, colour });
  }
}
