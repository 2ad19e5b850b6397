import type { Lane } from '../capture/lanes.ts';

/** What a time line is drawn from. */
export interface TrackContent {
  /** Seconds. */
  readonly duration: number;
  readonly lanes: readonly Lane[];
  /** Messages, counted for equal slices of the time. */
  readonly density: readonly number[];
}

/** Pixels of a lane, and of the messages below the lanes. */
export const LANE_HEIGHT = 17;
export const DENSITY_HEIGHT = 16;
const GAP = 3;

/** Pixels that a time line needs. */
export function trackHeight({ lanes }: TrackContent): number {
  return lanes.length * LANE_HEIGHT + DENSITY_HEIGHT + GAP;
}

/** Draws what stands still of a time line: what everybody is told to do, and how many messages there are. */
export function drawTrack(canvas: HTMLCanvasElement, width: number, content: TrackContent): void {
  const height = trackHeight(content);
  const density = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.round(height * density);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  content.lanes.forEach((lane, row) => {
    drawLane(context, lane, row * LANE_HEIGHT, width, content.duration);
  });
  drawDensity(context, content, height, width);
}

function drawLane(context: CanvasRenderingContext2D, lane: Lane, top: number, width: number, duration: number): void {
  const middle = top + LANE_HEIGHT / 2;
  context.fillStyle = 'rgba(255, 255, 255, 0.12)';
  context.fillRect(0, middle - 0.5, width, 1);
  const x = (time: number) => (time / duration) * width;
  context.font = '600 11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const { time, until, rest } of lane.marks) {
    context.fillStyle = lane.colour;
    if (rest) {
      context.globalAlpha = 0.75;
      context.fillRect(x(time) - 0.5, middle - 3, 1, 6);
    } else {
      context.globalAlpha = 0.34;
      context.fillRect(x(time), top + 1.5, Math.max(2, x(until) - x(time)), LANE_HEIGHT - 3);
      context.globalAlpha = 1;
      context.fillRect(x(time) - 1, top + 1.5, 2, LANE_HEIGHT - 3);
    }
  }
  context.globalAlpha = 1;
  const acting = lane.marks.filter(({ rest }) => !rest);
  const lengths = new Map<string, number>();
  context.fillStyle = '#fff';
  acting.forEach(({ time, text }, index) => {
    const start = x(time) + 4;
    const end = index + 1 < acting.length ? x(acting[index + 1].time) - 3 : width;
    // Many marks have no room for any text.
    if (end - start < 8) return;
    const length = lengths.get(text) ?? context.measureText(text).width;
    lengths.set(text, length);
    if (start + length <= end) context.fillText(text, start, middle + 0.5);
  });
}

function drawDensity(
  context: CanvasRenderingContext2D,
  { density }: TrackContent,
  height: number,
  width: number,
): void {
  const most = Math.max(1, ...density);
  context.fillStyle = 'rgba(180, 200, 222, 0.6)';
  const slice = width / density.length;
  density.forEach((count, index) => {
    if (count === 0) return;
    // Roots, so that single messages are still seen beside a burst.
    const tall = Math.max(1.5, Math.sqrt(count / most) * DENSITY_HEIGHT);
    context.fillRect(index * slice, height - tall, Math.max(1, slice - 0.4), tall);
  });
}
