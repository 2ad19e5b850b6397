import '../mods/sources.ts';
import type { Truth } from '../control.ts';
import { takeModPeople } from '../mods/mod-people.ts';
import { watchMods } from '../mods/watch.ts';
import { takeWorker } from './early-worker.ts';
import type { FromPlayServer, PlayStart, ToPlayServer } from './play-control.ts';
import type { LoadedScene } from './scenes.ts';

/** The worker with a scene's world, seen from the page. */
export interface PlayLink {
  /** The end of the channel that carries messages. */
  readonly data: MessagePort;
  tell(message: ToPlayServer): void;
  /** The server's world as it is now. Never answered by one that has ended. */
  truth(): Promise<Truth>;
  /** Ends the worker. */
  end(): void;
}

/** What the worker says by itself. */
export type PlayNews =
  | Exclude<FromPlayServer, { kind: 'truth' | 'mods' }>
  /** All that is wrong with the mods now, a line each. */
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** What stands in a link's place when the server is somewhere else: it is told nothing but messages. */
export function linkElsewhere(leave: () => void): PlayLink {
  return {
    data: new MessageChannel().port1,
    tell: () => {},
    truth: () => new Promise(() => {}),
    end: leave,
  };
}

/** Starts a worker with the world of a scene. @param onNews Called with what it says, failures included. */
export function startPlayServer({ name, content, crowd = 0 }: LoadedScene, onNews: (news: PlayNews) => void): PlayLink {
  const worker = takeWorker((message) => onNews({ kind: 'failed', message }));
  const data = new MessageChannel();
  const control = new MessageChannel();
  const start: PlayStart = { data: data.port2, control: control.port2, name, scene: content, crowd };
  worker.postMessage(start, [start.data, start.control]);

  const waiting = new Map<number, (truth: Truth) => void>();
  let questions = 0;
  const tell = (message: ToPlayServer) => control.port1.postMessage(message);
  control.port1.onmessage = ({ data: message }: MessageEvent<FromPlayServer>) => {
    if (message.kind === 'mods') {
      takeModPeople(message.news.npcs);
      for (const problem of message.news.problems) console.warn(`mods: ${problem}`);
      onNews({ kind: 'problems', problems: message.news.problems });
      return;
    }
    if (message.kind !== 'truth') {
      onNews(message);
      return;
    }
    waiting.get(message.question)?.(message.truth);
    waiting.delete(message.question);
  };
  const unwatch = watchMods((changed) => tell({ kind: 'mods', changed }));
  return {
    data: data.port1,
    tell,
    truth: () =>
      new Promise((resolve) => {
        const question = ++questions;
        waiting.set(question, resolve);
        tell({ kind: 'truth', question });
      }),
    end() {
      unwatch();
      control.port1.close();
      worker.terminate();
    },
  };
}
