import { type MoveReport, RandomMoves, sumOf } from './support/random-moves.ts';

const USAGE = `usage: npm run million-moves -- [MOVES] [FIRST-SEED]

Random moves in random scenes, 1000 a scene, a million of them unless said otherwise: how deep anybody got into anything.
\`npm test\` makes 50,000 of them.

Exit code: 0 all right; 1 a body has come deeper than 1 cm into something; 2 wrong usage.`;

const PER_SCENE = 1000;
const args = process.argv.slice(2);
if (args.includes('--help') || args.some((arg) => !/^[1-9]\d*$/.test(arg)) || args.length > 2) {
  console.log(USAGE);
  process.exit(args.includes('--help') ? 0 : 2);
}
const [moves = 1_000_000, first = 1] = args.map(Number);
const scenes = Math.ceil(moves / PER_SCENE);
let sum: MoveReport | undefined;
for (let index = 0; index < scenes; index++) {
  const report = new RandomMoves(first + index).run(PER_SCENE);
  sum = sum === undefined ? report : sumOf([sum, report]);
  if ((index + 1) % 100 === 0 || index + 1 === scenes) {
    const { standing, steep, slid, deepest, faults } = sum;
    console.log(
      `${sum.moves.toLocaleString('en-US')} moves: ${standing} standing, ${steep} on steep ground, ${slid} slid; ` +
        `deepest ${(deepest * 1000).toFixed(3)} mm, ${faults.length} faults`,
    );
  }
}
for (const fault of sum?.faults ?? []) console.log(fault);
process.exitCode = (sum?.faults.length ?? 1) === 0 ? 0 : 1;
