// Reads a suite's result file while it grows, prints each test, and notices when nothing comes any more.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { suiteEvent, type SuiteEvent } from './results.ts';

export interface SuiteTotals {
  readonly tests: readonly SuiteTest[];
  /** Whether the suite came to its end. */
  readonly finished: boolean;
}

export interface SuiteTest {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
}

const startLimit = 120_000;
const silenceLimit = 120_000;

/**
 * Resolves when the suite has ended, the host has, or nothing was heard for two minutes, and says which of
 * these it was where the suite did not finish.
 * @param ended resolves with a sentence when the host is gone
 */
export async function followSuite(file: string, ended: Promise<string>): Promise<SuiteTotals> {
  const tests: SuiteTest[] = [];
  let seen = 0;
  let heard = Date.now();
  let gone: string | undefined;
  void ended.then((why) => {
    gone = why;
  });
  for (;;) {
    // Looked at before the file is read, so that the last lines of an ended host are still counted.
    const why = gone;
    const events = readEvents(file);
    for (const event of events.slice(seen)) {
      heard = Date.now();
      if (event.kind === 'end') return { tests, finished: true };
      if (event.kind === 'measure') console.log(`    ${event.text}`);
      if (event.kind !== 'test') continue;
      tests.push({ file: event.file, name: event.name, passed: event.error === undefined });
      print(event);
    }
    seen = events.length;
    if (why !== undefined) {
      console.log(why);
      return { tests, finished: false };
    }
    if (Date.now() - heard > (seen === 0 ? startLimit : silenceLimit)) {
      console.log(
        seen === 0
          ? `The VS Code window did not start the suite within ${startLimit / 1000} s.`
          : `The suite has been silent for ${silenceLimit / 1000} s.`,
      );
      return { tests, finished: false };
    }
    await delay(100);
  }
}

function print(event: SuiteEvent & { kind: 'test' }): void {
  const mark = event.error === undefined ? '✓' : '✗';
  console.log(`  ${mark} ${event.name} (${event.milliseconds} ms)`);
  if (event.error !== undefined) console.log(event.error.replace(/^/gm, '      '));
}

/** The complete lines of the file; the last one may still be in writing. */
function readEvents(file: string): SuiteEvent[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => suiteEvent.parse(JSON.parse(line)));
}
