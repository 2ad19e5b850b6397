import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main as checkMods } from '../../../cli/check-mods.ts';
import { readModFolder } from '../../../cli/mods/read-folder.ts';
import { syntaxPlace } from '../../../cli/mods/script-fault.ts';
import { main as newMod } from '../../../cli/new-mod.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../../content/mods', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gait-mods-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function newIo() {
  const lines: string[] = [];
  let errors = '';
  const io = {
    out: (line: string) => void lines.push(line),
    err: (text: string) => {
      errors += text;
    },
    tty: false,
    now: () => 0,
  };
  return { io, lines, errors: () => errors };
}

describe('new-mod', () => {
  it.each([[[]], [['--script']]])('makes a mod that works as it is, with %j', async (more) => {
    const { io, lines } = newIo();
    expect(newMod(['my-town', '--folder', folder, ...more], io)).toBe(0);
    expect(lines[0]).toContain('my-town/mod.json');
    expect(lines.join('\n')).toContain('First and Second stand around x 0, y 0, the middle, of every scene');
    const checked = newIo();
    expect(await checkMods(['--folder', folder], checked.io)).toBe(0);
    expect(checked.lines[0]).toMatch(/^my-town 0\.1\.0: ok, 2 NPCs/);
  });

  it('never writes over anything', () => {
    mkdirSync(join(folder, 'town'));
    writeFileSync(join(folder, 'town', 'mine.txt'), 'mine');
    const { io, errors } = newIo();
    expect(newMod(['town', '--folder', folder], io)).toBe(1);
    expect(errors()).toContain('is there already; choose another name');
    expect(readFileSync(join(folder, 'town', 'mine.txt'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'town', 'mod.json'))).toBe(false);
  });

  it.each([
    [[], 'expected the name of one mod, found 0'],
    [['a', 'b'], 'expected the name of one mod, found 2'],
    [['../x'], "found '../x'"],
    [['Town'], 'a letter first'],
    [['town', '--scirpt'], 'there is no option --scirpt; did you mean --script?'],
    [['town', '--folder'], '--folder needs a value'],
  ])('says of %j what was expected', (args, text) => {
    const { io, errors } = newIo();
    expect(newMod(args, io)).toBe(2);
    expect(errors()).toContain(text);
    expect(errors()).toContain('Try --help.');
  });

  it('says how it is used', () => {
    const { io, lines } = newIo();
    expect(newMod(['--help'], io)).toBe(0);
    expect(lines[0]).toMatch(/^usage: new-mod NAME/);
  });
});

describe('check-mods', () => {
  it('finds the shipped mods all right, on level ground and on their scene', async () => {
    for (const more of [[], ['--scene', join(SHIPPED, '../scenes/village.json')]]) {
      const { io, lines } = newIo();
      expect(await checkMods(['village-life', 'wolf-pack', '--steps', '200', ...more], io)).toBe(0);
      expect(lines).toEqual([
        'village-life 1.0.0: ok, 3 NPCs',
        'wolf-pack 1.0.0: ok, 3 NPCs, 1 script',
        '2 mods checked, all right',
      ]);
    }
  });

  it('says what is wrong where, and checks the others', async () => {
    cpSync(join(SHIPPED, 'village-life'), join(folder, 'village-life'), { recursive: true });
    cpSync(join(SHIPPED, 'wolf-pack'), join(folder, 'wolf-pack'), { recursive: true });
    const file = join(folder, 'village-life/npcs/people.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"pause": 2,', '"puase": 2,'));
    const { io, lines } = newIo();
    expect(await checkMods(['--folder', folder], io)).toBe(1);
    expect(lines).toEqual([
      "village-life/npcs/people.json:10:68: npcs[0].components.patrol: unknown 'puase'; did you mean 'pause'?",
      'wolf-pack 1.0.0: ok, 3 NPCs, 1 script',
      '2 mods checked, 1 broken',
    ]);
    const one = newIo();
    expect(await checkMods(['wolf-pack', '--folder', folder], one.io)).toBe(0);
    const none = newIo();
    expect(await checkMods(['wolf-pakc', '--folder', folder], none.io)).toBe(1);
    expect(none.lines).toEqual([
      `wolf-pakc: there is no such folder in ${folder}; did you mean 'wolf-pack'?`,
      '1 mod checked, 1 broken',
    ]);
    const nowhere = newIo();
    expect(await checkMods(['--folder', `${folder}-mistyped`], nowhere.io)).toBe(1);
    expect(nowhere.lines).toEqual([
      `there is no folder ${folder}-mistyped: new-mod makes one, and --folder names another`,
    ]);
  });

  it('runs the world, and tells of systems that throw and of scripts that cannot be loaded', async () => {
    newMod(['bad', '--folder', folder, '--script'], newIo().io);
    const file = join(folder, 'bad/scripts/main.js');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('run(world) {', "run(world) {\n      throw new Error('mine');"));
    const { io, lines } = newIo();
    expect(await checkMods(['--folder', folder], io)).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^bad\/scripts\/main\.js:\d+:\d+: the system 'courage' is disabled: it threw: mine$/),
      '1 mod checked, 1 broken',
    ]);
    writeFileSync(file, 'export default (');
    const broken = newIo();
    expect(await checkMods(['--folder', folder], broken.io)).toBe(1);
    expect(broken.lines).toEqual([
      expect.stringMatching(/^bad\/scripts\/main\.js(:\d+:\d+)?: the script could not be loaded: /),
      '1 mod checked, 1 broken',
    ]);
  });

  it('tells of a script that is not loaded in time by its file, and of the others', { timeout: 90_000 }, () => {
    newMod(['good', '--folder', folder, '--script'], newIo().io);
    newMod(['endless', '--folder', folder, '--script'], newIo().io);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    // The timer would hold the process for ever.
    const held = 'setInterval(() => {}, 1000);\nawait new Promise(() => {});\nexport default () => {};\n';
    writeFileSync(join(folder, 'endless/scripts/main.js'), held);
    const args = ['--import', 'tsx', 'cli/check-mods.ts', '--folder', folder, '--load-seconds', '3'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
    expect(stdout.trim().split('\n')).toEqual([
      'endless/scripts/main.js: the script could not be loaded: expected it to be loaded within 3 s, found that it still waits for an await outside of its functions',
      'good 0.1.0: ok, 2 NPCs, 1 script',
      '2 mods checked, 1 broken',
    ]);
    expect(status).toBe(1);
  });

  it.each([
    ['export const life = 1;', /^bad\/scripts\/main\.js: expected a default export: a function, as in .*found none$/],
    ["\nimport { a } from './a.js';", /^bad\/scripts\/main\.js:2:1: a script of a mod cannot import/],
    [
      "export default (mod) => mod.system({ name: 'a', before: 'ncp', run() {} });",
      /^bad\/scripts\/main\.js: addSystem\.before: .*'ncp'.*did you mean 'npc'/,
    ],
  ])('says which file is wrong of a script %j', async (text, line) => {
    newMod(['bad', '--folder', folder, '--script'], newIo().io);
    writeFileSync(join(folder, 'bad/npcs/people.json'), '{ "npcs": [] }');
    writeFileSync(join(folder, 'bad/scripts/main.js'), text);
    const { io, lines } = newIo();
    expect(await checkMods(['--folder', folder], io)).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line), '1 mod checked, 1 broken']);
  });

  it('knows the looks and scenes of the page, and which motion table a look is drawn with', async () => {
    cpSync(join(SHIPPED, 'wolf-pack'), join(folder, 'wolf-pack'), { recursive: true });
    const change = (path: string, from: string, to: string) => {
      const file = join(folder, 'wolf-pack', path);
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    };
    const check = async () => {
      const { io, lines } = newIo();
      await checkMods(['--folder', folder], io);
      return lines[0];
    };
    change('mod.json', '"village"', '"vilage"');
    expect(await check()).toMatch(
      /mod\.json:6:\d+: scenes\[0\]: there is no scene 'vilage'; did you mean 'village'\?$/,
    );
    change('mod.json', '"vilage"', '"village"');
    change('npcs/animals.json', '"look": "wolf"', '"look": "wolff"');
    expect(await check()).toMatch(
      /animals\.json:7:\d+: npcs\[0\]\.look: there is no look 'wolff'; did you mean 'wolf'\?$/,
    );
    change('npcs/animals.json', '"wolff"', '"wolf"');
    change('npcs/animals.json', '"motionTable": "wolf", ', '');
    expect(await check()).toMatch(/npcs\[0\]\.look: expected "motionTable": "wolf" in its body, .*, found 'human'$/);
  });

  it('does not run scripts when told so', async () => {
    const { io, lines } = newIo();
    expect(await checkMods(['wolf-pack', '--no-scripts'], io)).toBe(1);
    expect(lines[0]).toContain('scripts are run only for trusted mods');
  });

  it('says how it is used', async () => {
    const { io, lines, errors } = newIo();
    expect(await checkMods(['--help'], io)).toBe(0);
    expect(lines[0]).toContain('Scripts are code: they can do what you can do.');
    expect(await checkMods(['--steps', 'many'], io)).toBe(2);
    expect(await checkMods(['--load-seconds', '0'], io)).toBe(2);
    expect(errors()).toContain('--load-seconds: expected a number from 0.1 to 600, found 0');
    expect(errors()).toContain('--steps: expected a whole number from 0 to 100000, found many');
    expect(await checkMods(['--folder', join(folder, 'none')], newIo().io)).toBe(1);
  });
});

describe('the place of a script’s wrong syntax', () => {
  it('is found where the text is wrong in the way that was told', () => {
    const text = 'export default (mod) => {\n  let x = ;\n};\n';
    expect(syntaxPlace(text, new SyntaxError("Unexpected token ';'"))).toBe(':2:11');
    expect(syntaxPlace(text, new SyntaxError('Something else'))).toBe('');
    expect(syntaxPlace('export default () => {};', new SyntaxError("Unexpected token ';'"))).toBe('');
  });
});

describe('reading a mod’s folder', () => {
  it('follows no links, and reads nothing hidden and nothing but JSON and scripts', () => {
    writeFileSync(join(folder, 'secret.json'), '{}');
    const mod = join(folder, 'town');
    mkdirSync(join(mod, 'npcs'), { recursive: true });
    for (const name of ['mod.json', 'npcs/a.json', '.env.json', 'notes.txt', 'main.js'])
      writeFileSync(join(mod, name), '{}');
    symlinkSync(join(folder, 'secret.json'), join(mod, 'npcs/link.json'));
    symlinkSync(folder, join(mod, 'up'));
    expect(Object.keys(readModFolder(folder, 'town').files).sort()).toEqual(['main.js', 'mod.json', 'npcs/a.json']);
  });

  it('refuses files that are too large', () => {
    mkdirSync(join(folder, 'town'));
    writeFileSync(join(folder, 'town/big.json'), ' '.repeat((1 << 20) + 1));
    expect(() => readModFolder(folder, 'town')).toThrow('big.json: expected at most 1048576 bytes');
  });
});
