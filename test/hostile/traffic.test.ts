// Valid, mutated and random traffic against a real connection, its sessions and their state.
//
// Each run prints its seed; `PARLEY_HOSTILE_SEED=… npm run test:hostile -- traffic` repeats it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionState, type SessionState } from '../../src/core/session/model.ts';
import type { Clock } from '../../src/core/ports/hostPorts.ts';
import { realClock, until } from '../support/agentHarness.ts';
import {
  filesOutside,
  handled,
  hostileFolders,
  relayBench,
  untouchedOutside,
} from '../support/hostile/hostileBench.ts';
import type { RelayBench } from '../support/hostile/hostileBench.ts';
import { isLong } from '../support/hostile/isLong.ts';
import { mutatedLine, randomLine, SESSION, validMessage } from '../support/hostile/traffic.ts';
import { text } from '../support/sessions.ts';

const LINES_PER_SESSION = 100;
const LINES_PER_KIND = isLong ? 34_000 : 1_000;
const seed = Number(process.env['PARLEY_HOSTILE_SEED'] ?? Date.now() % 2 ** 31);

/** Signs in the log that something of Parley failed, not only the message. */
const FAILURE = /TypeError|RangeError|ReferenceError|Maximum call stack|unexpectedly|could not be served/;
/** Of each byte that the agent writes, a session may hold so many. A character may be six of them in JSON. */
const STATE_PER_BYTE = 6;
const STATE_BYTES = 200_000;

test.each(['valid', 'mutated', 'random'] as const)('%s traffic harms nobody', async (kind) => {
  await sends(kind, LINES_PER_KIND);
});

test('valid traffic harms nobody while the clock jumps', async () => {
  let now = Date.now();
  let jumps = 0;
  // A year forth or back at each look.
  const clock: Clock = {
    now: () => (now += (++jumps % 3 === 0 ? -2 : 1) * 31_536_000_000),
    after: (delayMs, callback) => realClock.after(delayMs, callback),
  };
  await sends('valid', LINES_PER_KIND / 5, clock);
});

async function sends(kind: 'valid' | 'mutated' | 'random', count: number, clock?: Clock): Promise<void> {
  console.log(`Seed of the ${kind} traffic: ${seed}`);
  const folders = hostileFolders();
  const bench = await relayBench({
    folders,
    userSettings: { 'permissions.rules': [{ action: 'deny', kind: 'execute' }] },
    ...(clock === undefined ? {} : { clock }),
  });
  const message = validMessage(folders);
  const line = {
    valid: message.map((each) => JSON.stringify(each)),
    mutated: mutatedLine(message),
    random: randomLine,
  }[kind];
  const lines = fc.array(line, { minLength: LINES_PER_SESSION, maxLength: LINES_PER_SESSION });
  const otherBefore = bench.otherState();
  await fc.assert(
    fc.asyncProperty(lines, async (sent) => {
      await survives(bench, sent);
      expect(bench.otherState(), 'the other session').toBe(otherBefore);
    }),
    // What was sent before counts, so that a shorter case would be another one.
    { seed, numRuns: count / LINES_PER_SESSION, endOnFailure: true },
  );
  expect(filesOutside(folders)).toEqual(untouchedOutside);
  expect(existsSync(join(folders.workspace, '.git'))).toBe(false);
  expect(bench.relay.statuses.filter(({ state }) => state === 'failed')).toEqual([]);
}

/** A new session in which a turn runs gets these lines, and is closed. */
async function survives(bench: RelayBench, lines: readonly string[]): Promise<void> {
  const { relay, sessions, store, workspace } = bench;
  const logged = relay.log.lines.length;
  const key = sessions.create('fake', workspace);
  const state = (): SessionState | undefined => store.state(key);
  await until(() => state()?.sessionId !== undefined && state()?.opening === false, 'the session is open');
  const sessionId = state()?.sessionId ?? '';
  sessions.prompt(key, text('go'));
  await until(() => relay.requests.some(({ method }) => method === 'session/prompt'), 'the prompt is sent');
  const bytes = lines.map((line) => `${line.replaceAll(SESSION, sessionId)}\n`).join('');
  relay.write(bytes);
  await handled(bench);

  expect(relay.agent.status.state).toBe('ready');
  const now = state();
  const json = JSON.stringify(now);
  expect(sessionState.parse(JSON.parse(json)), 'the contract with the panel').toEqual(now);
  expect(json.length).toBeLessThan(STATE_BYTES + STATE_PER_BYTE * bytes.length);
  const log = relay.log.lines.slice(logged);
  expect(log.filter((each) => FAILURE.test(each))).toEqual([]);
  expect(log.length).toBeLessThan(10 * lines.length);

  for (const { requestId, options } of now?.permissions ?? []) {
    const reject = options.find(({ kind }) => kind.startsWith('reject'));
    if (reject !== undefined) sessions.permissions.answer(key, requestId, reject.optionId);
  }
  for (const { requestId } of now?.elicitations ?? []) {
    bench.elicitations.refuse(key, requestId, 'decline');
  }
  await sessions.close(key);
  relay.requests.length = 0;
  expect(state()).toBeUndefined();
}
