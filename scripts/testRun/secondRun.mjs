// Runs vitest, and the files that failed a second time: alone, in windows and processes of their own.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../project.mjs';
import { failedNames, readReport, removeResults, resultsFile, vitest } from './results.mjs';
import { say } from '../say.mjs';

/** More files than these fail for a cause that a second run would only repeat. */
const maxFiles = 8;

/**
 * Runs tests that wait for windows and agents, side by side on few cores: one may come late for a reason of its own.
 * A test that fails again alone is broken; one that passes is reported by name as one that needed a second run. Whole
 * files run again, because their tests share a window.
 * @param {string} config the configuration file
 * @param {string[]} args switches and filters; the second run has the files that failed in place of the filters
 * @returns {Promise<number>} the exit code
 */
export async function vitestTwice(kind, config, args) {
  removeResults(kind);
  const code = await vitest(kind, ['--config', config, ...args]);
  if (code === 0) return 0;
  const first = readReport(kind);
  const failed = first?.testResults.filter(({ status }) => status === 'failed') ?? [];
  if (failed.length === 0 || failed.length > maxFiles) return code;
  const files = failed.map(({ name }) => relative(root, name));
  say(`\nA second run, of what failed: ${files.join(', ')}`);
  const second = `${kind}-second`;
  removeResults(second);
  const switches = args.filter((arg) => arg.startsWith('--'));
  const secondCode = await vitest(second, ['--config', config, ...switches, '--maxWorkers=1', ...files]);
  const report = readReport(second);
  if (report === undefined) return code;
  const tests = failed.flatMap(({ assertionResults }) => assertionResults);
  const passed = first.numPassedTests - tests.filter(isPassed).length + report.numPassedTests;
  joinRuns(kind, {
    passed,
    failedFirst: tests.filter(isFailed).map(({ fullName }) => fullName),
    failed: failedNames(report),
  });
  return secondCode;
}

/**
 * Writes the result of both runs together, and names what failed in the first.
 * @param {{ passed: number, failedFirst: string[], failed: string[] }} result how many passed, and the names of the tests
 *   that failed in the first run and in the second
 */
export function joinRuns(kind, { passed, failedFirst, failed }) {
  const result = { numPassedTests: passed, numFailedTests: failed.length, failed };
  writeFileSync(resultsFile(kind), JSON.stringify(result));
  for (const name of failedFirst) say(`Failed in the first run: ${name}`);
}

function isPassed({ status }) {
  return status === 'passed';
}

function isFailed({ status }) {
  return status === 'failed';
}
