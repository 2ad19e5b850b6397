import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));

/** What each example says, in the order of the steps: exact lines, or what a line must look like. */
const said: Record<string, readonly (string | RegExp)[]> = {
  '01-walk-to-a-point.ts': [/^1 s: .*heading 37$/, 'arrived at 5.9, 7.8 after 3.8 s', '6 s: 5.9, 7.8, heading 37'],
  '02-chase-and-flee.ts': [
    /thief arrived$/,
    /guard arrived$/,
    /thief arrived$/,
    /guard lost sight/,
    /gave up, error 0x37$/,
  ],
  '03-keys-emotes-and-jumps.ts': [
    'ran to 0.0, 4.0, 0.0, heading 0',
    /^in a bend/,
    /^took off/,
    /^came down .* 0\.0,/,
    'waved',
  ],
  '04-ground.ts': ['along the wall: 4.7, 4.5, 0.0', 'on the box: 20.0, 5.8, 0.4', /^falls/, 'below: true', /y = 4\.8$/],
  '05-behaviours.ts': [/is patrol$/, /is flee$/, /is patrol$/],
  '06-ways-around-walls.ts': ['straight on: -14, 6', 'by the door: -20, 6'],
  '07-client-and-server.ts': [
    'the client sees 0x50000001',
    /^server y = 8.0, client y = 7/,
    /19.9, client y = 19.9$/,
    /no more$/,
  ],
  '08-your-own-player.ts': [/^on the way: alice 3\.1/, /alice (\S+) \| server \1 \| bob sees \1$/, 'alice is at 3.1'],
  '09-your-own-creature.ts': ['at 3.8, 2.9 after 3.7 s, 6 clicks', /expected number, found "Ready"$/],
  '10-your-own-system.ts': [
    'burning after 5 s: 2',
    /sequenceGate → torches → moveToUseTime/,
    'home: 0, 0',
    'home: 0, 0',
    'home: 0, 0',
  ],
  '11-record-and-replay.ts': ['after 8 s: 19.867', /^back at 2 s: (\S+) \| then it was \1$/],
  '12-your-own-server.ts': ['players: 2', 'bob sees alice walk: true'],
  '13-five-thousand-npcs.ts': [/^after 5 s: 5000 bodies, 4\d\d\d on their way$/],
  '14-a-mod.ts': ['alone: patrol', 'a player is near: flee', /did you mean 'patrol'/, /^applied false/],
  '15-your-own-world-and-loop.ts': ['drawn at y = 4.8 after 2 s', 'with health: 2 | of these bodies: 1'],
  '16-your-own-ground-and-transport.ts': ['at the shore: 10.0 10.0'],
  '17-on-babylon.ts': [/^plays animation \d+; a hand at \d\.\d m, [56] m ahead$/],
  '18-on-three.ts': [
    '2 figures; the thief is drawn at 10.0, 0.0, -59.8',
    /^state [0-9a-f]{16}$/,
    'without the thief: 1',
  ],
};

describe('the examples', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

  it('are all run here, and listed in their guide in order', () => {
    expect(Object.keys(said)).toEqual(files);
    const guide = readFileSync(`${folder}README.md`, 'utf8');
    const listed = [...guide.matchAll(/\]\((\d\d-[a-z-]+\.ts)\)/g)].map((match) => match[1]);
    expect(listed).toEqual(files);
  });

  it.each(files)('%s says what it should', async (name) => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...parts) => {
      lines.push(parts.join(' '));
    });
    try {
      await import(/* @vite-ignore */ `../../examples/${name}`);
    } finally {
      log.mockRestore();
    }
    let at = 0;
    for (const expected of said[name]) {
      const found = lines.findIndex(
        (line, index) => index >= at && (typeof expected === 'string' ? line === expected : expected.test(line)),
      );
      expect(found, `${expected} in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(at);
      at = found + 1;
    }
  });
});
