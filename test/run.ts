import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/**
 * `npm test`: every check of the project, one stage after the other. All stages run even when an earlier one fails, so
 * that one run tells everything. Ends with what failed, a table of the stages and, alone on the last line, the sum of the
 * tests.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const LINES_OF_A_FAILURE = 20;

interface Stage {
  name: string;
  /** The script of package.json that does it. */
  script: string;
  /** Whether the script runs vitest, whose tests are counted. */
  tests?: boolean;
}

const STAGES: Stage[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint and format', script: 'lint' },
  { name: 'import rows', script: 'imports' },
  { name: 'unit, property and golden tests', script: 'test:unit', tests: true },
  { name: 'page build', script: 'build:page' },
  { name: 'library build', script: 'build:lib' },
  { name: 'package', script: 'test:package', tests: true },
  { name: 'browser tests', script: 'test:browser', tests: true },
];

interface Outcome {
  stage: Stage;
  ok: boolean;
  seconds: number;
  passed: number;
  /** Each test that failed, and the file itself where it failed as a whole. */
  failures: Failure[];
}

interface Failure {
  file: string;
  test: string;
  message: string;
}

/** What this program reads of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

function runStage(stage: Stage, reports: string): Outcome {
  console.log(`\n=== ${stage.name} (npm run ${stage.script})`);
  const report = join(reports, `${stage.script.replace(':', '-')}.json`);
  const extra = stage.tests ? ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const started = performance.now();
  const { status, error } = spawnSync('npm', ['run', '--silent', stage.script, ...extra], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    // The builds are stages of their own.
    env: { ...process.env, GAIT_PAGE_BUILT: '1', GAIT_LIBRARY_BUILT: '1' },
    shell: process.platform === 'win32',
  });
  if (error) {
    console.error(error.message);
  }
  const seconds = (performance.now() - started) / 1000;
  const counts = stage.tests ? readReport(report) : { passed: 0, failures: [] };
  // Tests that could not even start are a failure, not silence.
  const ok = status === 0 && (!stage.tests || counts.passed > 0);
  return { stage, ok, seconds, ...counts };
}

function readReport(path: string): { passed: number; failures: Failure[] } {
  if (!existsSync(path)) {
    return { passed: 0, failures: [] };
  }
  const report: Report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.flatMap((file): Failure[] => {
    const name = relative(ROOT, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that fails as a whole (an import that throws, say) may have no failed test: it counts as one.
    if (file.status === 'failed' && failed.length === 0) {
      return [{ file: name, test: 'the file itself', message: file.message }];
    }
    return failed.map((test) => ({ file: name, test: test.fullName, message: test.failureMessages?.join('\n') ?? '' }));
  });
  return { passed: report.numPassedTests, failures };
}

/** What failed is said again at the end, where a reader of a long log looks first. */
function tellFailures(outcomes: Outcome[]): void {
  for (const { file, test, message } of outcomes.flatMap(({ failures }) => failures)) {
    const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_FAILURE);
    console.log(`\nFAILED  ${file}\n        ${test}\n${lines.map((line) => `        ${line}`).join('\n')}`);
  }
}

function summarise(outcomes: Outcome[]): void {
  const width = Math.max(...outcomes.map(({ stage }) => stage.name.length));
  console.log('\n=== summary');
  for (const { stage, ok, seconds, passed, failures } of outcomes) {
    const counts = stage.tests ? `  ${passed} passed, ${failures.length} failed` : '';
    console.log(
      `${ok ? 'ok    ' : 'FAILED'}  ${stage.name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s${counts}`,
    );
  }
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`        ${'all'.padEnd(width)}  ${total.toFixed(1).padStart(6)} s\n`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  console.log(`${passed} passed, ${failed} failed`);
}

function main(): number {
  const reports = mkdtempSync(join(tmpdir(), 'gait-test-'));
  try {
    const outcomes = STAGES.map((stage) => runStage(stage, reports));
    tellFailures(outcomes);
    summarise(outcomes);
    return outcomes.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

process.exitCode = main();
