// Measures what one tool call and one question cost in a session that has very many of them.
//
// `node test/bench/sessionFloods.ts` prints it alone; the figures of interest are the ratios.
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

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function line(name: string, counts: readonly number[], measure: (count: number) => number): string {
  const each = counts.map((count) => {
    const times = Array.from({ length: ROUNDS }, () => measure(count)).sort((one, other) => one - other);
    return ((times[ROUNDS >> 1] ?? 0) / count) * 1_000;
  });
  const figures = each.map((micros, index) => `${counts[index]}: ${micros.toFixed(1)} µs`).join(', ');
  const ratio = (each.at(-1) ?? 0) / (each[0] ?? 1);
  return `  ${name} (each of) ${figures}; ratio of the most to the fewest ${ratio.toFixed(2)}`;
}

/** The figures as lines of text. */
export function sessionFloodReport(): string {
  calls(1_000);
  return [
    'Floods in one session; the ratio stays near 1 where the work for each does not grow with their number:',
    line('tool calls', CALLS, calls),
    line('permission requests', QUESTIONS, questions),
  ].join('\n');
}

if (import.meta.main) console.log(sessionFloodReport());
