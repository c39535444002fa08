// Measures what one tool call and one question cost in a session that has very many of them, and how long another waits.
//
// `node test/bench/sessionFloods.ts` prints it alone; the figures of interest are the ratios.
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readSessionUpdate } from '../../src/agents/schema/updateSchema.ts';
import { JsonLinesReader } from '../../src/agents/wire/jsonLines.ts';
import { Permissions } from '../../src/core/permissions/permissionRequests.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';

const CALLS = [1_000, 10_000, 100_000];
const QUESTIONS = [100, 1_000, 10_000];
const ROUNDS = 3;

const never = { aborted: false, addEventListener: () => undefined };
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];

function openStore(): SessionStore {
  const store = new SessionStore();
  store.create('s', 'A', '/work');
  store.dispatch('s', { type: 'prompt_started', at: 0, content: [{ type: 'text', text: 'go' }] });
  return store;
}

/** Milliseconds until so many calls, each with an id of its own, are announced and completed. */
function calls(count: number): number {
  const store = openStore();
  return timed(() => {
    for (let number = 0; number < count; number++) {
      const toolCallId = `call-${number}`;
      const call = { toolCallId, title: `Call ${number}`, kind: 'read' };
      store.dispatch('s', { type: 'tool_call', at: number, call, isAnnouncement: true });
      store.dispatch('s', { type: 'tool_call', at: number, call: { toolCallId, status: 'completed' } });
    }
  });
}

/** Milliseconds until so many permission requests at once are asked, or canceled. */
function questions(count: number): number {
  const store = openStore();
  const permissions = new Permissions({ store, clock: new ManualClock(), log: new MemoryLog() });
  return timed(() => {
    for (let number = 0; number < count; number++) {
      const call = { toolCallId: `call-${number}`, title: `Call ${number}`, kind: 'edit' };
      void permissions.request('s', { call, options }, never);
    }
  });
}

/** What Parley does between a prompt and its answer waits about so often for files, processes and the window. */
const WAITS = 40;

/** Milliseconds that a prompt's worth of waiting takes. */
async function prompt(): Promise<number> {
  const began = performance.now();
  for (let wait = 0; wait < WAITS; wait++) await stat(import.meta.filename);
  return performance.now() - began;
}

function* announcements(count: number): Generator<string> {
  for (let number = 0; number < count; number++) {
    const path = `/work/file-${number}.ts`;
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: `call-${number}`,
      title: `Call ${number}`,
      kind: 'read',
      status: 'completed',
      locations: [{ path }],
      rawInput: { path },
    };
    yield `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } })}\n`;
  }
}

/** The milliseconds of each prompt of another session while an agent announces so many calls. */
async function besideFlood(count: number): Promise<readonly number[]> {
  const store = openStore();
  const lines = [...announcements(count)];
  const bytes = Buffer.from(lines.join(''));
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  let handled = 0;
  const reader = new JsonLinesReader(Readable.from(chunks), {
    onSkipped: () => undefined,
    handle: (message) => {
      handled++;
      const reading = readSessionUpdate('params' in message ? message.params : undefined);
      if (reading.kind === 'parsed') store.dispatch('s', { ...reading.update, at: handled });
      return true;
    },
  });
  reader.listen(() => undefined);
  const times: number[] = [];
  while (handled < count) times.push(await prompt());
  return times;
}

async function otherSessions(count: number): Promise<string> {
  const alone: number[] = [];
  while (alone.length < 50) alone.push(await prompt());
  const beside = await besideFlood(count);
  const [usual, median] = [medianOf(alone), medianOf(beside)];
  return (
    `  the ${WAITS} waits of a prompt in another session: alone ${usual.toFixed(1)} ms, beside ${count} tool calls ` +
    `${median.toFixed(1)} ms, at most ${Math.max(...beside).toFixed(1)} ms; ratio ${(median / usual).toFixed(1)}`
  );
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}

/** Of the processor: other programs have it, too. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function line(name: string, counts: readonly number[], measure: (count: number) => number): string {
  const each = counts.map((count) => {
    return (medianOf(Array.from({ length: ROUNDS }, () => measure(count))) / count) * 1_000;
  });
  const figures = each.map((micros, index) => `${counts[index]}: ${micros.toFixed(1)} µs`).join(', ');
  const ratio = (each.at(-1) ?? 0) / (each[0] ?? 1);
  return `  ${name} (each of) ${figures}; ratio of the most to the fewest ${ratio.toFixed(2)}`;
}

/** The figures as lines of text. */
export async function sessionFloodReport(): Promise<string> {
  calls(1_000);
  return [
    'Floods in one session; the ratio stays near 1 where the work for each does not grow with their number:',
    line('tool calls', CALLS, calls),
    line('permission requests', QUESTIONS, questions),
    await otherSessions(100_000),
  ].join('\n');
}

if (import.meta.main) console.log(await sessionFloodReport());
