// What reaches the conversation by other ways than the model's answers.
import { expect, test } from 'vitest';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { Conversation } from '../../../../src/agentBin/rpcMode/conversation/conversation.ts';
import type { RpcFrame } from '../../../../src/agentBin/rpcMode/cli/frames.ts';
import { SessionReports } from '../../../../src/agentBin/rpcMode/session/sessionReports.ts';

interface Setting {
  readonly conversation: Conversation;
  readonly updates: readonly SessionUpdate[];
}

/** A conversation in which the client waits for an answer to these prompts. */
function setting(...prompts: readonly string[]): Setting {
  const updates: SessionUpdate[] = [];
  const conversation = new Conversation({
    cwd: '/w',
    terminals: false,
    send: (update) => updates.push(update),
    awaits: (words) => prompts.includes(words),
    onMessageEnd: () => {},
    onToolEnd: () => {},
  });
  return { conversation, updates };
}

function user(text: string): RpcFrame {
  return { type: 'message_start', message: { role: 'user', content: text } };
}

test('a prompt of the client is not sent again', () => {
  const { conversation, updates } = setting('Hi');
  conversation.handleFrame(user('Hi'));
  expect(updates).toEqual([]);
});

test('what was sent into the turn is sent where the model gets it', () => {
  const { conversation, updates } = setting();
  conversation.steered('Stop that');
  conversation.handleFrame(user('Stop that'));
  expect(updates).toMatchObject([
    {
      sessionUpdate: 'user_message_chunk',
      content: { text: 'Stop that' },
      _meta: { 'parley.dev/steering': true },
    },
  ]);
});

test('what an extension says in the place of the user is reported as such', () => {
  const { conversation, updates } = setting('Hi');
  conversation.handleFrame(user('Run the tests'));
  expect(updates).toMatchObject([
    { sessionUpdate: 'user_message_chunk', _meta: { 'parley.dev/extension': true } },
  ]);
});

test.each<[string, RpcFrame]>([
  ['the output of a command', { type: 'command_output', text: 'Said' }],
  [
    'a message of an extension',
    { type: 'message_end', message: { role: 'custom', display: true, content: 'Said' } },
  ],
])('%s is a message', (_, frame) => {
  const { conversation, updates } = setting();
  conversation.handleFrame(frame);
  expect(updates).toMatchObject([{ sessionUpdate: 'agent_message_chunk', content: { text: 'Said' } }]);
});

test('a hidden message of an extension is not shown', () => {
  const { conversation, updates } = setting();
  conversation.handleFrame({
    type: 'message_end',
    message: { role: 'custom', display: false, content: 'Secret' },
  });
  expect(updates).toEqual([]);
});

test('what is known is reported once, and what waits each time', () => {
  const updates: SessionUpdate[] = [];
  const news = new SessionReports((update) => updates.push(update));
  const state = { sessionName: 'A name', todoPhases: [] };
  news.state(state);
  news.state(state);
  news.title('');
  news.knowsOptions([]);
  news.options([]);
  expect(updates).toEqual([{ sessionUpdate: 'session_info_update', title: 'A name' }]);
  news.queue(['a'], []);
  expect(updates.at(-1)).toEqual({
    sessionUpdate: 'session_info_update',
    _meta: { 'parley.dev/queue': { steering: ['a'], followUp: [] } },
  });
});
