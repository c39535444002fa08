// S9: floods of tool calls and of questions: nothing is lost, questions have a limit, and other sessions go on.
import { expect, test } from 'vitest';
import { isFinished } from '../../src/core/session/toolCall/state.ts';
import { MAX_OPEN_QUESTIONS } from '../../src/core/permissions/openQuestionLimit.ts';
import { until } from '../support/agentHarness.ts';
import { handled, relayBench, type RelayBench } from '../support/hostile/hostileBench.ts';
import { isLong } from '../support/hostile/isLong.ts';
import { text } from '../support/sessions.ts';

const CALLS = isLong ? 100_000 : 25_000;
const QUESTIONS = 10_000;
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

async function prompted(bench: RelayBench): Promise<void> {
  const { relay, sessions, key } = bench;
  sessions.prompt(key, text('go'));
  await until(() => relay.requests.some(({ method }) => method === 'session/prompt'), 'the prompt is sent');
}

/** The other session gets an answer, while the first one is in the middle of a flood. */
async function otherSessionAnswers({ relay, sessions, otherKey, otherState }: RelayBench): Promise<void> {
  sessions.prompt(otherKey, text('hello'));
  await until(() => relay.requests.length === 2, 'the prompt of the other session');
  const [first] = relay.requests.splice(0, 1);
  relay.notify('session/update', {
    sessionId: 's2',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Here.' } },
  });
  relay.reply('session/prompt', { stopReason: 'end_turn' });
  if (first !== undefined) relay.requests.unshift(first);
  await until(() => otherState().turn === undefined, 'the end of the turn of the other session');
  expect(
    otherState()
      .entries.flat()
      .map(({ kind }) => kind),
  ).toEqual(['user', 'agent', 'turn']);
}

/** Lines of updates, each as the agent writes it. */
function lines(count: number, update: (number: number) => readonly object[]): string {
  return Array.from({ length: count }, (_, number) => update(number))
    .flat()
    .map((fields) => {
      const params = { sessionId: 's1', update: fields };
      return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
    })
    .join('');
}

test(`S9 ${CALLS} tool calls in one turn are all there, and the other session gets its answer`, async () => {
  const bench = await relayBench();
  const { relay, state } = bench;
  await prompted(bench);
  relay.write(
    lines(CALLS, (number) => [
      { sessionUpdate: 'tool_call', toolCallId: `t${number}`, title: `Call ${number}`, kind: 'read' },
      { sessionUpdate: 'tool_call_update', toolCallId: `t${number}`, status: 'completed' },
    ]),
  );
  await otherSessionAnswers(bench);
  relay.reply('session/prompt', { stopReason: 'end_turn' });
  await handled(bench);
  const entries = state().entries.flat();
  expect(entries).toHaveLength(CALLS + 2);
  expect(entries.every((entry) => entry.kind !== 'tool' || entry.call.status === 'completed')).toBe(true);
});

test('S9 the same id for every one of 20,000 calls of a turn makes a card each', async () => {
  const bench = await relayBench();
  const { relay, state } = bench;
  await prompted(bench);
  const done = { toolCallId: 'call_0', kind: 'read', status: 'completed' };
  relay.write(lines(20_000, (number) => [{ sessionUpdate: 'tool_call', title: `Call ${number}`, ...done }]));
  await handled(bench);
  const calls = state()
    .entries.flat()
    .flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
  expect(new Set(calls.map(({ title }) => title)).size).toBe(20_000);
  expect(calls.every(({ status }) => isFinished(status))).toBe(true);
});

test(`S9 of ${QUESTIONS} questions at once the user is asked ${MAX_OPEN_QUESTIONS}, the rest is canceled, and the other session gets its answer`, async () => {
  const bench = await relayBench();
  const { relay, sessions, key, state } = bench;
  await prompted(bench);
  const sent = Array.from({ length: QUESTIONS }, (_, number) => {
    const toolCall = { toolCallId: `q${number}`, title: `Ask ${number}`, kind: 'edit' };
    return relay.send('session/request_permission', { sessionId: 's1', toolCall, options });
  });
  await otherSessionAnswers(bench);
  const rest = await Promise.all(sent.slice(MAX_OPEN_QUESTIONS).map(({ answer }) => answer));
  const outcomes = new Set(rest.map(({ result }) => JSON.stringify(result)));
  expect(outcomes).toEqual(new Set(['{"outcome":{"outcome":"cancelled"}}']));
  expect(state().permissions).toHaveLength(MAX_OPEN_QUESTIONS);
  // One entry for each question, and one notice for all the others.
  const kinds = state()
    .entries.flat()
    .map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'tool')).toHaveLength(MAX_OPEN_QUESTIONS);
  expect(kinds.filter((kind) => kind === 'notice')).toHaveLength(1);
  sessions.permissions.answer(key, state().permissions[0]?.requestId ?? '', 'yes');
  expect(await sent[0]?.answer).toMatchObject({ result: { outcome: { optionId: 'yes' } } });
});

test('S9 forms count with the questions, and an answered one makes room', async () => {
  const bench = await relayBench();
  const { relay, key, state } = bench;
  await prompted(bench);
  const form = {
    sessionId: 's1',
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  const sent = Array.from({ length: MAX_OPEN_QUESTIONS + 5 }, () => relay.send('elicitation/create', form));
  const late = await Promise.all(sent.slice(MAX_OPEN_QUESTIONS).map(({ answer }) => answer));
  expect(late.map(({ result }) => result)).toEqual(late.map(() => ({ action: 'cancel' })));
  expect(state().elicitations).toHaveLength(MAX_OPEN_QUESTIONS);
  bench.elicitations.refuse(key, state().elicitations[0]?.requestId ?? '', 'decline');
  expect(await sent[0]?.answer).toMatchObject({ result: { action: 'decline' } });
  relay.send('elicitation/create', form);
  await handled(bench);
  expect(state().elicitations).toHaveLength(MAX_OPEN_QUESTIONS);
});
