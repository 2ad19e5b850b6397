import { describe, expect, it } from 'vitest';
import { captureHelp } from '../../../game/capture/capture-help.ts';
import { fieldHelp } from '../../../game/hud/field-help.ts';
import { sectionsOf } from '../../../game/hud/help.ts';
import { playHelp } from '../../../game/play/play-help.ts';

describe('the help', () => {
  it.each([
    ['of a scene', playHelp, 'Touch'],
    ['of the field', fieldHelp, 'Touch, mouse'],
    ['of a capture', captureHelp, 'Touch, mouse'],
  ])('%s begins with gestures where there are fingers, and with keys elsewhere; all else stays', (_of, help, touch) => {
    const [desk, phone] = [false, true].map((touched) => sectionsOf(help, touched));
    expect([desk[0].title, phone[0].title]).toEqual(['Keyboard', touch]);
    const rows = (sections: typeof desk) => sections.flatMap(({ keys }) => keys.map(([key]) => key)).sort();
    expect(rows(phone)).toEqual(rows(desk));
    expect(rows(desk).some((key) => /tap/i.test(key))).toBe(true);
  });
});
