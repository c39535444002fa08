// Runs the phases of a test command: every one of them, whatever fails, and says at the end what each came to.
import { readResults, removeResults } from './results.mjs';
import { duration, say } from '../say.mjs';

/**
 * A phase ends with an exit code, or throws. `kind` names the results that its tests leave behind. A phase `needs`
 * another by name: where that has failed there is nothing to run. Phases in one array run side by side.
 * @typedef {{ name: string, run: () => Promise<number>, kind?: string, needs?: string }} Phase
 */

/**
 * Runs all phases in order, and hands back the exit code of the whole.
 * @param {(Phase | Phase[])[]} plan
 * @param {() => void} [report] Says more than the counts, before the closing lines.
 */
export async function runPhases(plan, report = () => {}) {
  const began = Date.now();
  const phases = plan.flat();
  for (const { kind } of phases) if (kind !== undefined) removeResults(kind);
  const results = new Map();
  for (const step of plan) {
    await Promise.all(
      [step].flat().map(async (phase) => {
        const result = await resultOf(phase, results);
        results.set(phase.name, result);
        say(`== ${phase.name}: ${result.text}`);
      }),
    );
  }
  report();
  say('');
  for (const [name, { text, failedNames }] of results) {
    say(`${name}: ${text}`);
    for (const test of failedNames) say(`  Failed: ${test}`);
  }
  const failed = [...results.values()].filter(({ code }) => code !== 0).length;
  say(
    `${failed === 0 ? 'All done' : `${failed} of ${phases.length} phases failed`}, ${duration(Date.now() - began)}.`,
  );
  const totals = [...results.values()];
  const sum = (count) => totals.reduce((total, each) => total + each[count], 0);
  // The closing line, which programs read. A phase that fails without a failed test (lint, a build) counts as one.
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return failed === 0 ? 0 : 1;
}

/** The result of a phase without tests, or of one that did not run. */
const NO_RESULTS = { passed: 0, failed: 0, failedNames: [] };

async function resultOf({ name, run, kind, needs }, before) {
  if (needs !== undefined && before.get(needs)?.code !== 0) {
    return { ...NO_RESULTS, code: 1, failed: 1, text: `not run, because "${needs}" failed` };
  }
  say(`\n== ${name}`);
  const began = Date.now();
  const code = await run().catch((error) => {
    console.error(error.message);
    return 1;
  });
  const { passed, failed, failedNames } = kind === undefined ? NO_RESULTS : readResults(kind);
  const counts = kind === undefined ? '' : `, ${passed} passed, ${failed} failed`;
  return {
    code,
    passed,
    failed: code === 0 ? failed : Math.max(1, failed),
    failedNames,
    text: `${code === 0 ? 'done' : 'failed'} in ${duration(Date.now() - began)}${counts}`,
  };
}
