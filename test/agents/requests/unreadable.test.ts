// What an agent says in a form that cannot be read: one line in the chat, with the log as the next step.
import { expect, it } from 'vitest';
import { temporaryFolder, until } from '../../support/agentHarness.ts';
import { relayAgent } from '../../support/relayHarness.ts';

const prompt = [{ type: 'text', text: 'go' }] as const;

async function promptedAgent() {
  const harness = await relayAgent();
  await harness.agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  const turn = harness.agent.prompt('s1', prompt);
  await until(() => harness.requests.length > 0, 'the prompt');
  return {
    ...harness,
    endTurn: async () => {
      harness.reply('session/prompt', { stopReason: 'end_turn' });
      return turn;
    },
    lines: () =>
      harness.client.updates.flatMap(({ event }) =>
        event.type === 'notice' ? [[event.error?.code, event.error?.actions]] : [],
      ),
  };
}

it.each([
  ['a chunk of nothing', { sessionUpdate: 'agent_message_chunk', content: 7 }],
  ['a report without a call', { sessionUpdate: 'tool_call_update', status: 'completed' }],
  ['a kind that nobody knows, with a text', { sessionUpdate: 'hologram', text: 'Hi' }],
])('%s is a line, once in a turn, and the turn is not without an answer', async (_what, update) => {
  const { notify, endTurn, lines } = await promptedAgent();
  notify('session/update', { sessionId: 's1', update });
  notify('session/update', { update });
  await until(() => lines().length > 0, 'the line');
  expect(await endTurn()).toEqual({ stopReason: 'end_turn' });
  expect(lines()).toEqual([['unreadable-update', ['show-log']]]);
});

it.each([
  ['counts', { sessionUpdate: 'usage_update', used: 'many' }],
  ['a kind of its own', { sessionUpdate: '_agent/heartbeat', beat: 1 }],
])('%s are missed by nobody', async (_what, update) => {
  const { notify, endTurn, lines } = await promptedAgent();
  notify('session/update', { sessionId: 's1', update });
  expect(await endTurn()).toMatchObject({ error: { code: 'no-answer' } });
  expect(lines()).toEqual([]);
});

it.each([
  ['without an option', { toolCall: { title: 'Run' }, options: [] }],
  ['with options that cannot be read', { toolCall: { title: 'Run' }, options: [7, {}] }],
  ['about nothing', { options: ['yes'] }],
])('a question %s is never answered without a line', async (_what, params) => {
  const { send, endTurn, lines } = await promptedAgent();
  await send('session/request_permission', { session_id: 's1', ...params }).answer;
  await endTurn();
  expect(lines()).toEqual([['unreadable-question', ['show-log']]]);
});

it.each([
  ['cannot be shown', { b: { type: 'weird' } }, ['b']],
  ['lacks a field', { a: { type: 'string' }, b: { type: 'weird' } }, []],
  ['lacks a field that is no object', { a: { type: 'string' }, b: 'nothing' }, []],
])('a form that %s has a line', async (_what, properties, required) => {
  const { send, endTurn, lines } = await promptedAgent();
  const requestedSchema = { type: 'object', properties, required };
  const form = { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema };
  await send('elicitation/create', form).answer;
  await endTurn();
  expect(lines()).toEqual([['unreadable-form', ['show-log']]]);
});

it('choices that are numbers are answered with numbers, in the session that is named in another spelling', async () => {
  const { send, endTurn, lines, client } = await promptedAgent();
  client.outcome = { action: 'accept', content: { many: '2', name: 'x' } };
  const requested_schema = { properties: { many: { enum: [1, 2] }, name: { type: 'string' } } };
  const asked = send('elicitation/create', { session_id: 's1', message: 'How many?', requested_schema });
  expect(await asked.answer).toMatchObject({ result: { action: 'accept', content: { many: 2, name: 'x' } } });
  await endTurn();
  expect(lines()).toEqual([]);
  expect(await send('elicitation/create', { session_id: 'other', message: 'Sure?' }).answer).toMatchObject({
    error: { code: -32602 },
  });
});

it('a whole form has none', async () => {
  const { send, endTurn, lines } = await promptedAgent();
  const requestedSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  await send('elicitation/create', { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema })
    .answer;
  await endTurn();
  expect(lines()).toEqual([]);
});

it.each([
  ['a call', { sessionUpdate: 'tool_call', toolCallId: 'R', title: 'As request' }, 'tool_call'],
  ['text', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } }, 'message_chunk'],
])('%s reported as a request is read, and answered', async (_what, update, type) => {
  const { send, endTurn, lines, client } = await promptedAgent();
  expect(await send('session/update', { sessionId: 's1', update }).answer).toMatchObject({ result: {} });
  expect(await endTurn()).toEqual({ stopReason: 'end_turn' });
  expect(lines()).toEqual([]);
  expect(client.updates.map(({ event }) => event.type)).toContain(type);
});

it.each([
  ['a place', { locations: [{ at: 'x' }] }],
  ['a kind', { kind: { name: 'edit' } }],
])('a question of which %s cannot be read is asked, with a line', async (_what, more) => {
  const { send, endTurn, lines } = await promptedAgent();
  send('session/request_permission', {
    sessionId: 's1',
    toolCall: { title: 'Run', ...more },
    options: ['yes'],
  });
  await until(() => lines().length > 0, 'the line');
  expect(lines()).toEqual([['unreadable-question', ['show-log']]]);
  await endTurn();
});

it.each([
  [null, 'session/request_permission', 'unreadable-question'],
  [true, 'elicitation/create', 'unreadable-form'],
  [{}, 'fs/read_text_file', 'unreadable-update'],
  [[1], 'terminal/create', 'unreadable-update'],
])('under the id %j %s is a line, and is refused as JSON-RPC has it', async (id, method, code) => {
  const { write, endTurn, lines, refusals } = await promptedAgent();
  const request = { jsonrpc: '2.0', id, method, params: { sessionId: 's1' } };
  write(`${JSON.stringify(request)}\n`);
  await until(() => lines().length > 0 && refusals.length > 0, 'the line and the answer');
  await endTurn();
  expect(lines()).toEqual([[code, ['show-log']]]);
  expect(refusals).toMatchObject([{ id: null, error: { code: -32600 } }]);
});

it('under an id that is a fraction a question is asked', async () => {
  const { write, client, endTurn } = await promptedAgent();
  const params = {
    sessionId: 's1',
    toolCall: { toolCallId: 't', title: 'Run' },
    options: [{ optionId: 'y' }],
  };
  write(`${JSON.stringify({ jsonrpc: '2.0', id: 1.5, method: 'session/request_permission', params })}\n`);
  await until(() => client.permissions.length > 0, 'the question');
  client.permissions[0]?.answer({ outcome: 'cancelled' });
  await endTurn();
});
