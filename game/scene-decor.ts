import type { BlockShape, SceneContent } from '../index.ts';
import type { SurfaceKind } from './scene-textures.ts';

type House = Extract<SceneContent['obstacles'][number], { kind: 'house' }>;

/** Something that is drawn beside what is collided with; it stands out by no more than some centimetres. */
export interface Decor {
  readonly kind: SurfaceKind;
  readonly block: BlockShape;
}

/** Metres of a window, and of its lower edge above the floor. */
const WINDOW = 0.95;
const SILL = 1;
/** Metres from one window to the next, and from the last to the corner, at least. */
const SPACING = 2.4;
const MARGIN = 1.1;
/** Metres by which frames and panes stand out of a wall. */
const FRAME_OUT = 0.05;
const PANE_OUT = 0.02;
const BEAM = 0.09;

/** Windows on three sides of a house, a frame around its door, and beams at its corners. */
export function houseDecor(house: House, source: number): Decor[] {
  const angle = (house.heading * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const parts: Decor[] = [];
  /** A block of the house: its middle across and along the heading, its size, and heights above the floor. */
  const add = (
    kind: Decor['kind'],
    [across, along]: readonly [number, number],
    [width, depth]: readonly [number, number],
    from: number,
    to: number,
  ) => {
    const [bottom, top] = [house.z + from, house.z + to];
    parts.push({
      kind,
      block: {
        kind: 'block',
        x: house.x + across * cosine + along * sine,
        y: house.y - across * sine + along * cosine,
        heading: house.heading,
        width,
        depth,
        bottomNear: bottom,
        bottomFar: bottom,
        topNear: top,
        topFar: top,
        source,
      },
    });
  };
  const [right, front] = [house.width / 2, house.depth / 2];
  const top = Math.min(SILL + WINDOW, house.height - 0.2);

  for (const side of [-1, 1]) {
    for (const along of windowsOn(house.depth)) {
      add('glass', [side * right, along], [2 * PANE_OUT, WINDOW], SILL, top);
      add('wood', [side * right, along], [2 * FRAME_OUT, BEAM], SILL, top);
      for (const edge of [-1, 1]) {
        add(
          'wood',
          [side * right, along + (edge * (WINDOW + BEAM)) / 2],
          [2 * FRAME_OUT, BEAM],
          SILL - BEAM,
          top + BEAM,
        );
      }
      for (const height of [SILL - BEAM, top]) {
        add('wood', [side * right, along], [2 * FRAME_OUT, WINDOW + 2 * BEAM], height, height + BEAM);
      }
    }
    for (const end of [-1, 1]) {
      add('wood', [side * (right - 0.05), end * (front - 0.05)], [0.16, 0.16], 0, house.height);
    }
  }
  for (const across of windowsOn(house.width)) {
    add('glass', [across, -front], [WINDOW, 2 * PANE_OUT], SILL, top);
    for (const edge of [-1, 1]) {
      add('wood', [across + (edge * (WINDOW + BEAM)) / 2, -front], [BEAM, 2 * FRAME_OUT], SILL - BEAM, top + BEAM);
    }
    for (const height of [SILL - BEAM, top]) {
      add('wood', [across, -front], [WINDOW + 2 * BEAM, 2 * FRAME_OUT], height, height + BEAM);
    }
  }
  const { door } = house;
  for (const edge of [-1, 1]) {
    add('wood', [door.offset + (edge * (door.width + BEAM)) / 2, front], [BEAM, 2 * FRAME_OUT], 0, door.height + BEAM);
  }
  add('wood', [door.offset, front], [door.width, 2 * FRAME_OUT], door.height, door.height + BEAM);
  return parts;
}

/** The middles of the windows of a wall. */
function windowsOn(length: number): number[] {
  const count = Math.floor((length - 2 * MARGIN) / SPACING) + 1;
  return count < 1 ? [] : Array.from({ length: count }, (_, index) => (index - (count - 1) / 2) * SPACING);
}
