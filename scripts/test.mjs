// `npm test`: every check there is, in the order in which a failure is cheapest, stopping at the first.
import { ensureChromium } from './chromium.mjs';
import { ensureCodeServer } from './codeServer.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRealAgents } from './ensureRealAgents.mjs';
import { packageExtension, packagedVariable } from './extensionPackage.mjs';
import { readResults, removeResults, vitestReporters } from './results.mjs';
import { npmExitCode } from './run.mjs';
import { duration, program, say } from './say.mjs';

const kinds = ['unit', 'integration', 'e2e'];
const packaged = { [packagedVariable]: '1' };

const steps = [
  { name: 'Lint', run: () => npmRun('lint') },
  { name: 'Types', run: () => npmRun('typecheck') },
  { name: 'Format', run: () => npmRun('format:check') },
  { name: 'Unit tests', run: () => npmRun('test:unit', vitestReporters('unit')) },
  { name: 'Build and package', run: packages },
  { name: 'Integration tests', run: () => npmRun('test:integration', [], packaged) },
  { name: 'End-to-end tests', run: () => npmRun('test:e2e', [], packaged) },
];

await program(async () => {
  await ensureDependencies();
  await ensureChromium();
  await ensureCodeServer();
  await ensureRealAgents();
  kinds.forEach(removeResults);
  const began = Date.now();
  const failed = await firstFailure();
  say('');
  say(
    failed
      ? `${failed} failed after ${duration(Date.now() - began)}: see above.`
      : `All done in ${duration(Date.now() - began)}.`,
  );
  const total = kinds.map(readResults).reduce((sum, each) => ({
    passed: sum.passed + each.passed,
    failed: sum.failed + each.failed,
  }));
  // A step that fails without a failed test (lint, a suite that does not load) counts as one.
  say(`${total.passed} passed, ${failed ? Math.max(1, total.failed) : total.failed} failed`);
  return failed ? 1 : 0;
});

/** Name of the first step that fails, or undefined. */
async function firstFailure() {
  for (const { name, run } of steps) {
    say(`\n== ${name}`);
    const began = Date.now();
    const code = await run();
    say(`== ${name}: ${code === 0 ? 'done' : 'failed'} in ${duration(Date.now() - began)}`);
    if (code !== 0) return name;
  }
  return undefined;
}

function npmRun(script, args = [], env = {}) {
  return npmExitCode(['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], { env });
}

async function packages() {
  try {
    await packageExtension();
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}
