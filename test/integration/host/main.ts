// Starts a VS Code with the bundled suite in its extension host and prints what the suite reports.
// Arguments: `desktop` or `code-server`, the path of the bundled suite, and the name of the run's results.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultsDirectory, sample } from '../../../scripts/project.mjs';
import { startBrowserHost } from './browserHost.ts';
import { startDesktopHost } from './desktopHost.ts';
import { followSuite, type SuiteTotals } from './followSuite.ts';
import type { SuiteOptions } from './suiteHost.ts';

const [kind, suite, run] = process.argv.slice(2);
if (suite === undefined || run === undefined) throw new Error('Run it with `npm run test:integration`.');

const directory = mkdtempSync(join(tmpdir(), 'parley-integration-'));
const evidence = join(resultsDirectory, run);
rmSync(evidence, { recursive: true, force: true });
mkdirSync(evidence, { recursive: true });
const workspace = join(directory, 'workspace');
cpSync(sample, workspace, { recursive: true });
const resultsFile = join(directory, 'results.ndjson');
writeFileSync(resultsFile, '');

const options: SuiteOptions = { suite, workspace, directory, resultsFile };
const host = kind === 'desktop' ? startDesktopHost(options) : await startBrowserHost(options);
let totals: SuiteTotals = { tests: [], finished: false };
try {
  totals = await followSuite(resultsFile, host.ended);
  if (totals.tests.some(({ passed }) => !passed) || !totals.finished) {
    await host.keepEvidence(evidence);
    console.log(`Logs and what could be seen of the window are in ${evidence}.`);
  }
} finally {
  await host.stop();
  rmSync(directory, { recursive: true, force: true });
}
const { tests, finished } = totals;
const passed = tests.filter((test) => test.passed).length;
const failed = tests.length - passed;
console.log(`Integration: ${passed} passed, ${failed} failed`);
writeFileSync(
  `${evidence}.json`,
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, tests, finished }),
);
// At once: a desktop window that hangs must not keep us.
process.exit(failed > 0 || passed === 0 || !finished ? 1 : 0);
