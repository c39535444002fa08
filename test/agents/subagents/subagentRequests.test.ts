// What the sub-agents of an agent ask for is asked for in the session of the user, and each can be stopped alone.
import { expect, it } from 'vitest';
import { temporaryFolder, until } from '../../support/agentHarness.ts';
import { relayAgent, type RelayHarness } from '../../support/relayHarness.ts';

type Notify = RelayHarness['notify'];

function announce(notify: Notify, sessionId: string, child: string, more: object = {}): void {
  const update = {
    sessionUpdate: 'subagent_update',
    sessionId: child,
    title: child,
    state: { state: 'running' },
    ...more,
  };
  notify('session/update', { sessionId, update });
}

async function promptedAgent() {
  const harness = await relayAgent({}, { sessionCapabilities: { list: {} } });
  await harness.agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  // Nobody answers the prompt: it is rejected when the agent is stopped at the end of the test.
  harness.agent.prompt('s1', [{ type: 'text', text: 'go' }]).catch(() => undefined);
  await until(() => harness.requests.length > 0, 'the prompt');
  const cancelled = (): readonly unknown[] =>
    harness.notified.filter(({ method }) => method === 'session/cancel').map(({ params }) => params);
  return { ...harness, cancelled };
}

const ask = {
  toolCall: { toolCallId: 'x', title: 'Run' },
  options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
};

it('a permission request is about the call of the sub-agent, with the same id as the report of it', async () => {
  const { notify, send, client } = await promptedAgent();
  announce(notify, 's1', 'child');
  announce(notify, 'child', 'grandchild');
  notify('session/update', {
    sessionId: 'grandchild',
    update: { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'Run' },
  });
  const { answer } = send('session/request_permission', { sessionId: 'grandchild', ...ask });
  await until(() => client.permissions.length > 0, 'the question');
  const [asked] = client.permissions;
  expect(asked?.sessionId).toBe('s1');
  expect(asked?.question.call).toMatchObject({
    toolCallId: 'subagent:grandchild/x',
    parentToolCallId: 'subagent:grandchild',
  });
  const last = client.updates.at(-1);
  expect(last).toMatchObject({ sessionId: 's1', event: { call: { toolCallId: 'subagent:grandchild/x' } } });
  asked?.answer({ outcome: 'selected', optionId: 'y' });
  expect((await answer).result).toEqual({ outcome: { outcome: 'selected', optionId: 'y' } });
});

it('stopping a sub-agent stops it alone, and withdraws its questions', async () => {
  const { notify, send, client, agent, cancelled } = await promptedAgent();
  const capabilities = { cancel: {} };
  announce(notify, 's1', 'a', { capabilities });
  announce(notify, 's1', 'b', { capabilities });
  send('session/request_permission', { sessionId: 'a', ...ask });
  send('session/request_permission', { sessionId: 'b', ...ask });
  await until(() => client.permissions.length === 2, 'the questions');
  agent.cancelSubagent('s1', 'subagent:a');
  agent.cancelSubagent('s1', 'subagent:nobody');
  await until(() => cancelled().length > 0, 'the stop');
  expect(cancelled()).toEqual([{ sessionId: 'a' }]);
  expect(client.permissions.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

it('stopping the session stops its sub-agents that can be stopped', async () => {
  const { notify, client, agent, cancelled } = await promptedAgent();
  announce(notify, 's1', 'a', { capabilities: { cancel: {} } });
  announce(notify, 'a', 'b', { capabilities: { cancel: {} } });
  announce(notify, 's1', 'c');
  await until(() => client.updates.length === 3, 'the sub-agents');
  agent.cancel('s1');
  await until(() => cancelled().length === 3, 'the stops');
  expect(cancelled()).toEqual([{ sessionId: 's1' }, { sessionId: 'a' }, { sessionId: 'b' }]);
});

it('a sub-agent is not listed as a session', async () => {
  const { notify, client, requests, reply, agent } = await promptedAgent();
  announce(notify, 's1', 'child');
  await until(() => client.updates.length === 1, 'the sub-agent');
  const list = agent.sessions.list();
  await until(() => requests.length === 2, 'the request');
  reply('session/list', { sessions: ['s1', 'child', 'old'].map((sessionId) => ({ sessionId, cwd: '/w' })) });
  expect((await list).map(({ sessionId }) => sessionId)).toEqual(['s1', 'old']);
});

it('files and commands of a sub-agent are those of its session', async () => {
  const { notify, client, send } = await promptedAgent();
  announce(notify, 's1', 'child');
  const { answer } = send('fs/read_text_file', { session_id: 'child', path: '/gone' });
  expect((await answer).error?.message).not.toContain('session');
  await send('fs/read_text_file', { sessionId: 'nobody', path: '/gone' }).answer;
  expect(client.received).toEqual(['s1']);
});

it('an update of a session that nobody announced is reported as before', async () => {
  const { notify, client } = await promptedAgent();
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } };
  notify('session/update', { sessionId: 'nobody', update });
  announce(notify, 's1', 'child');
  notify('session/update', { sessionId: 'child', update });
  await until(() => client.updates.some(({ event }) => event.type === 'subagent_message'), 'the message');
  expect(client.updates.map(({ sessionId, event }) => `${sessionId} ${event.type}`)).toEqual([
    's1 notice',
    'nobody message_chunk',
    's1 tool_call',
    's1 subagent_message',
  ]);
});
