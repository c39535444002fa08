// Starts a VS Code with the bundled suite in its extension host and prints what the suite reports.
// Arguments: `desktop` or `code-server`, then the path of the bundled suite.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultsDirectory, sample } from '../../../scripts/project.mjs';
import { startBrowserHost } from './browserHost.ts';
import { startDesktopHost } from './desktopHost.ts';
import { followSuite, type SuiteTotals } from './followSuite.ts';
import type { SuiteOptions } from './suiteHost.ts';

const [kind, suite] = process.argv.slice(2);
if (suite === undefined) throw new Error('Run it with `npm run test:integration`.');

const directory = mkdtempSync(join(tmpdir(), 'parley-integration-'));
const evidence = join(resultsDirectory, 'integration');
rmSync(evidence, { recursive: true, force: true });
mkdirSync(evidence, { recursive: true });
const workspace = join(directory, 'workspace');
cpSync(sample, workspace, { recursive: true });
const resultsFile = join(directory, 'results.ndjson');
writeFileSync(resultsFile, '');

const options: SuiteOptions = { suite, workspace, directory, resultsFile };
const host = kind === 'desktop' ? startDesktopHost(options) : await startBrowserHost(options);
let totals: SuiteTotals = { passed: 0, failed: 0, finished: false };
try {
  totals = await followSuite(resultsFile, host.ended);
  if (totals.failed > 0 || !totals.finished) {
    await host.keepEvidence(evidence);
    console.log(`Logs and what could be seen of the window are in ${evidence}.`);
  }
} finally {
  await host.stop();
  rmSync(directory, { recursive: true, force: true });
}
console.log(`Integration: ${totals.passed} passed, ${totals.failed} failed`);
writeFileSync(
  `${evidence}.json`,
  JSON.stringify({ numPassedTests: totals.passed, numFailedTests: totals.failed }),
);
// At once: a desktop window that hangs must not keep us.
process.exit(totals.failed > 0 || totals.passed === 0 || !totals.finished ? 1 : 0);
