// Registers and runs tests inside an extension host, where an ordinary test runner cannot be loaded.
import { appendFileSync } from 'node:fs';
import { resultsVariable, type SuiteEvent } from './host/results.ts';

interface RegisteredTest {
  readonly file: string;
  readonly name: string;
  readonly body: () => void | Promise<void>;
  readonly timeout: number;
}

const tests: RegisteredTest[] = [];
const groups: string[] = [];
let currentFile = '';

/** Loads a file of tests, which are then reported as its own. */
export function load(file: string, body: () => void): void {
  currentFile = file;
  body();
}

/** Puts a name before the names of the tests that body registers. */
export function describe(name: string, body: () => void): void {
  groups.push(name);
  body();
  groups.pop();
}

/** Registers a test. timeout: milliseconds after which it has failed, default 30,000. */
export function it(name: string, body: () => void | Promise<void>, timeout = 30_000): void {
  tests.push({ file: currentFile, name: [...groups, name].join(' > '), body, timeout });
}

/** Called by VS Code. Runs every test in turn, reports each, and rejects when one failed. */
export async function run(): Promise<void> {
  report({ kind: 'start', tests: tests.length });
  let failed = 0;
  for (const test of tests) {
    const began = performance.now();
    const error = await failureOf(test);
    const milliseconds = Math.round(performance.now() - began);
    if (error !== undefined) failed++;
    const { file, name } = test;
    report({ kind: 'test', file, name, milliseconds, ...(error === undefined ? {} : { error }) });
  }
  report({ kind: 'end' });
  if (failed > 0) throw new Error(`${failed} of ${tests.length} tests failed.`);
}

/** Prints what a test has measured. */
export function measured(text: string): void {
  report({ kind: 'measure', text });
}

async function failureOf(test: RegisteredTest): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      test.body(),
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`Not done after ${test.timeout} ms.`)), test.timeout);
      }),
    ]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    clearTimeout(timer);
  }
}

function report(event: SuiteEvent): void {
  const line = JSON.stringify(event);
  console.log(line);
  const file = process.env[resultsVariable];
  if (file) appendFileSync(file, `${line}\n`);
}
