// `npm run test:integration`: runs test/integration inside real extension hosts, or the files whose names hold an argument.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { buildExtension, packagedVariable } from './extensionPackage.mjs';
import { root, stateDirectory } from './project.mjs';
import { readReport, readResults, removeResults, resultsFile } from './testRun/results.mjs';
import { exitCode } from './run.mjs';
import { program, say } from './say.mjs';
import { joinRuns } from './testRun/secondRun.mjs';

const kind = 'integration';
const second = `${kind}-second`;
const directory = join(root, 'test', 'integration');
/** More failures than these have a cause that a second run would only repeat. */
const maxFailures = 8;

await program(async () => {
  await ensureDependencies();
  if (!process.env[packagedVariable]) await buildExtension();
  const desktop = await desktopPossible();
  if (!desktop) {
    await ensureChromium();
    await ensureCodeServer();
  }
  const filters = process.argv.slice(2);
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
  removeResults(second);
  const first = await runSuites(files, desktop);
  return first.code === 0 ? first.code : await runAgain(first, desktop);
});

/**
 * Runs the files in two windows side by side, each with every second file: they wait more than they work. Windows of a
 * desktop would take the focus from each other, so it has one. Writes one report of all, and hands back an exit code, the
 * tests, and the files of windows that did not come to their end.
 */
async function runSuites(files, desktop) {
  const windows = desktop || files.length < 2 ? 1 : 2;
  const parts = Array.from({ length: windows }, (_, part) => ({
    run: `${kind}-${part + 1}`,
    files: files.filter((_file, index) => index % windows === part),
  }));
  const codes = await Promise.all(parts.map((part) => runSuite(part.files, desktop, part.run)));
  const reports = parts.map(({ run }) => readReport(run));
  const total = (count) => reports.reduce((sum, report) => sum + (report?.[count] ?? 0), 0);
  const report = {
    numPassedTests: total('numPassedTests'),
    numFailedTests: total('numFailedTests'),
    tests: reports.flatMap((each) => each?.tests ?? []),
    finished: reports.every((each) => each?.finished === true),
  };
  writeFileSync(resultsFile(kind), JSON.stringify(report));
  if (windows > 1)
    say(`Integration, both windows: ${report.numPassedTests} passed, ${report.numFailedTests} failed`);
  return {
    code: codes.find((code) => code !== 0) ?? 0,
    tests: report.tests,
    unfinished: parts.flatMap((part, index) => (reports[index]?.finished === true ? [] : part.files)),
  };
}

/**
 * Runs the files that failed, or were not run to the end, once more, in a window of their own: see vitestTwice. Hands back
 * the exit code.
 */
async function runAgain({ code, tests, unfinished }, desktop) {
  const failures = tests.filter(({ passed }) => !passed);
  const again = [...new Set([...failures.map(({ file }) => file), ...unfinished])];
  if (again.length === 0 || failures.length > maxFailures) return code;
  say(`\nA second run, of what failed: ${again.join(', ')}`);
  const secondCode = await runSuite(again, desktop, second);
  const { passed, failedNames } = readResults(second);
  const passedBefore = tests.filter((test) => test.passed && !again.includes(test.file)).length;
  if (unfinished.length > 0) say('The first run did not finish.');
  joinRuns(kind, {
    passed: passedBefore + passed,
    failedFirst: failures.map(({ name }) => name),
    failed: failedNames,
  });
  return secondCode;
}

/** Runs files of the suite in a window, and hands back the exit code. */
async function runSuite(files, desktop, run) {
  removeResults(run);
  const suite = await bundleSuite(files, run);
  say(desktop ? 'Starting a desktop VS Code …' : 'Starting the VS Code of code-server in Chromium …');
  const host = desktop ? 'desktop' : 'code-server';
  return await exitCode('node', ['test/integration/host/main.ts', host, suite, run]);
}

/** Bundles files of tests with the exported run() into one file, and hands back its path. */
async function bundleSuite(files, run) {
  const { build } = await import('esbuild');
  const loads = files.map((name) => `load('${name}', () => require('./${name}'));`);
  const outfile = join(stateDirectory, run, 'suite.cjs');
  await build({
    stdin: {
      contents: ["const { load, run } = require('./suite.ts');", ...loads, 'exports.run = run;'].join('\n'),
      resolveDir: directory,
      sourcefile: 'suite-entry.cjs',
    },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'inline',
    // With them what a module imports may be set up after it, where another one imports the same on use.
    ignoreAnnotations: true,
    logLevel: 'warning',
    outfile,
  });
  return outfile;
}

/** Whether @vscode/test-electron can run here: a VS Code is given or can be downloaded, and a window can open. */
async function desktopPossible() {
  if (process.env['VSCODE_EXECUTABLE']) return true;
  const windowless =
    process.platform === 'linux' && !(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  if (windowless) return false;
  try {
    const url = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
