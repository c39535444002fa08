// The counts that the three kinds of tests leave behind for `npm test`.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDirectory } from './project.mjs';

/** Where a kind of test writes its result: vitest's JSON report, or anything with its two totals. */
export function resultsFile(kind) {
  return join(resultsDirectory, `${kind}.json`);
}

/** Vitest's switches that print as ever and write the report as well. */
export function vitestReporters(kind) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile(kind)}`];
}

export function removeResults(kind) {
  rmSync(resultsFile(kind), { force: true });
}

/** Totals of a kind, zero where nothing was written. */
export function readResults(kind) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(resultsFile(kind), 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
