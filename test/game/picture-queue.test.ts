import { describe, expect, it } from 'vitest';
import { PictureQueue } from '../../game/picture-queue.ts';

/** A canvas whose graphics finish pictures when they are told to. */
function slowCanvas() {
  const fences: { drawn: boolean }[] = [];
  const deleted: unknown[] = [];
  let lost = false;
  const context = {
    SYNC_GPU_COMMANDS_COMPLETE: 1,
    SYNC_STATUS: 2,
    SIGNALED: 3,
    fenceSync: () => {
      if (lost) return null;
      fences.push({ drawn: false });
      return fences.at(-1);
    },
    getSyncParameter: (fence: { drawn: boolean }) => (fence.drawn ? 3 : 0),
    deleteSync: (fence: unknown) => deleted.push(fence),
    isContextLost: () => lost,
    flush: () => {},
  };
  const canvas = { getContext: (kind: string) => (kind === 'webgl2' ? context : null) };
  return {
    queue: new PictureQueue(canvas as unknown as HTMLCanvasElement),
    fences,
    deleted,
    lose: () => {
      lost = true;
    },
  };
}

describe('pictures that are ordered and not drawn yet', () => {
  it('are two at most: the next one waits until the first of them is drawn', () => {
    const { queue, fences, deleted } = slowCanvas();
    expect(queue.isFull).toBe(false);
    queue.note();
    expect(queue.isFull).toBe(false);
    queue.note();
    expect(queue.isFull).toBe(true);
    fences[0].drawn = true;
    expect(queue.isFull).toBe(false);
    queue.note();
    expect(queue.isFull).toBe(true);
    fences[1].drawn = fences[2].drawn = true;
    expect(queue.isFull).toBe(false);
    expect(deleted).toEqual(fences);
  });

  it('are forgotten when the context is lost, which draws nothing any more', () => {
    const { queue, lose } = slowCanvas();
    queue.note();
    queue.note();
    lose();
    expect(queue.isFull).toBe(false);
    queue.note();
    queue.note();
    expect(queue.isFull).toBe(false);
  });

  it('are none where nobody can tell: WebGL 1', () => {
    const canvas = { getContext: () => null };
    const queue = new PictureQueue(canvas as unknown as HTMLCanvasElement);
    queue.note();
    queue.note();
    expect(queue.isFull).toBe(false);
  });
});
