import { describe, expect, it } from 'vitest';
import { examplesOf, runExample } from './examples.ts';

/** What each example of a guide prints: one that prints something else, or is not known here, is a fault. */
const guides: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/captures.md': [/7c88c06f[\s\S]*8035bbb2[\s\S]*^12\.\d* \d [0-9a-f]{16}$/m],
  'docs/behaviours.md': [
    /^patrol 0\n[\s\S]*^patrol 1\n[\s\S]*^patrol waiting$/m,
    /^9 0$/m,
    /^20 20$/m,
    /^true$/m,
    /^netIngest sequenceGate tide moveToUseTime .* births 5$/m,
  ],
  'docs/mods.md': [
    /^town true 2$[\s\S]*^patrol 1$/m,
    /^town\/npcs\.json:4:52: npcs\[0\]\.components\.patrol: unknown 'pasue'; did you mean 'pause'\?$/m,
    /^true 3$/m,
  ],
  'docs/navigation.md': [/^true walking\ninside -12\narrived$/m, /^chase caught$/m, /^none 16 noWay$/m],
  'docs/events.md': [
    /^spawned entity guid\n[\s\S]*^1 ActionCancelled\ncancelled entity guid movementType error$/m,
    /^entity 1 opens the north door$/m,
  ],
  'docs/inspector.md': [/^true 4\nfalse 0$/m, /^runs, kept, back: true$/m],
  'docs/network.md': [/^wolf$/m],
  'docs/own-renderer.md': [/^100\n139\n139\n139\n140\n140$/m],
  'docs/player.md': [/^true$/m],
  'docs/scenes.md': [/^-7$/m, /^1\.0$/m],
  'docs/server.md': [/^joined\n2 1\nleft$/m],
  'docs/wire.md': [/^true 700 90 true\n3 0 0\n1 true true\nfalse wrong opcode 0$/m],
  'docs/testing.md': [/^[67]$/m, /^\d+ client 0$/m],
};

describe.each(Object.entries(guides))('%s', (document, outputs) => {
  it('has no example without an expectation', () => {
    expect(examplesOf(document)).toHaveLength(outputs.length);
  });

  it.each(outputs.map((output, index) => [index, output] as const))(
    'has a working example %i',
    async (index, output) => {
      expect(await runExample(document, index)).toMatch(output);
    },
  );
});
