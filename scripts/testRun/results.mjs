// Runs vitest, and reads the counts that each kind of tests leaves behind for the test commands.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDirectory } from '../project.mjs';
import { exitCode } from '../run.mjs';

/** Where a kind of test writes its result: vitest's JSON report, or anything with its two totals. */
export function resultsFile(kind) {
  return join(resultsDirectory, `${kind}.json`);
}

/** Vitest's switches that print as ever and write the report as well. */
function vitestReporters(kind) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile(kind)}`];
}

/** Runs vitest with the project's Node and the reports of that kind, and hands back its exit code. */
export function vitest(kind, args) {
  return exitCode('node', ['node_modules/vitest/vitest.mjs', 'run', ...vitestReporters(kind), ...args]);
}

export function removeResults(kind) {
  rmSync(resultsFile(kind), { force: true });
}

/** What a kind of test has written, or undefined. */
export function readReport(kind) {
  try {
    return JSON.parse(readFileSync(resultsFile(kind), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Totals of a kind, zero where nothing was written, and the names of what failed. */
export function readResults(kind) {
  const report = readReport(kind);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    failedNames: failedNames(report),
  };
}

/**
 * The names of the tests that failed, in each shape that is written here: of both runs joined, of test/integration, and
 * vitest's own.
 */
export function failedNames(report) {
  if (report?.failed !== undefined) return report.failed;
  if (report?.tests !== undefined)
    return report.tests.filter(({ passed }) => !passed).map(({ name }) => name);
  const tests = report?.testResults?.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
