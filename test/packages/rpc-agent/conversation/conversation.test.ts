// What reaches the conversation by other ways than the model's answers.
import { describe, expect, test } from 'vitest';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { Conversation } from '../../../../packages/rpc-agent/src/conversation/conversation.ts';
import type { RpcFrame } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { SessionReports } from '../../../../packages/rpc-agent/src/session/sessionReports.ts';

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

const assistant = (content: unknown): RpcFrame => ({
  type: 'message_end',
  message: { role: 'assistant', content },
});

test.each<[string, unknown]>([
  ['bare texts', ['Said']],
  ['blocks without a type', [{ text: 'Said' }]],
  ['blocks of another protocol', [{ type: 'output_text', text: 'Said' }]],
])('%s are the text of a message', (_, content) => {
  const { conversation, updates } = setting();
  conversation.handleFrame(assistant(content));
  expect(updates).toMatchObject([{ sessionUpdate: 'agent_message_chunk', content: { text: 'Said' } }]);
});

test('messages that come with the end of the work alone are shown, and others not twice', () => {
  const { conversation, updates } = setting();
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Said' },
  ];
  conversation.handleFrame({ type: 'agent_end', messages });
  expect(updates).toMatchObject([{ sessionUpdate: 'agent_message_chunk', content: { text: 'Said' } }]);
  conversation.handleFrame(assistant('Said'));
  conversation.handleFrame({ type: 'agent_end', messages });
  expect(updates).toHaveLength(2);
  conversation.handleFrame({ type: 'agent_end', messages: 'many' });
  expect(updates).toHaveLength(2);
});

test.each<[string, object]>([
  ['a text', { result: 'Done' }],
  ['a list', { result: [{ type: 'text', text: 'Done' }] }],
  ['an object with the output', { result: { output: 'Done' } }],
])('%s is the result of a tool', (_, fields) => {
  const { conversation, updates } = setting();
  conversation.handleFrame({ type: 'tool_execution_start', toolCallId: 7, toolName: 'look' });
  conversation.handleFrame({ type: 'tool_execution_end', toolCallId: 7, toolName: 'look', ...fields });
  expect(JSON.stringify(updates.at(-1))).toContain('"text":"Done"');
  expect(updates.at(-1)).toMatchObject({ sessionUpdate: 'tool_call_update', status: 'completed' });
});

test('a call without an id is one call, whatever else is in its frames', () => {
  const { conversation, updates } = setting();
  conversation.handleFrame({ type: 'tool_execution_start', toolName: 'look', args: {} });
  conversation.handleFrame({ type: 'tool_execution_end', toolName: 'look', result: 'Done' });
  const ids = new Set(updates.map((update) => ('toolCallId' in update ? update.toolCallId : undefined)));
  expect(ids.size).toBe(1);
  expect(updates.at(-1)).toMatchObject({ status: 'completed' });
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

describe('deltas that do not say which block they belong to', () => {
  const delta = (type: string, text?: string): RpcFrame => ({
    type: 'message_update',
    assistantMessageEvent: { type, ...(text === undefined ? {} : { delta: text }) },
  });
  /** What the client shows: the kind and the text of each message. */
  const shown = (...frames: readonly RpcFrame[]): string[] => {
    const { conversation, updates } = setting();
    for (const frame of frames) conversation.handleFrame(frame);
    const messages = new Map<string, string>();
    for (const update of updates) {
      if (update.sessionUpdate !== 'agent_message_chunk' && update.sessionUpdate !== 'agent_thought_chunk') {
        continue;
      }
      const kind = update.sessionUpdate === 'agent_thought_chunk' ? 'thought: ' : '';
      const text = update.content.type === 'text' ? update.content.text : '';
      const id = update.messageId ?? '';
      messages.set(id, `${messages.get(id) ?? kind}${text}`);
    }
    return [...messages.values()];
  };

  test('continue the message until its kind changes, and a thought ends with the first word of an answer', () => {
    expect(
      shown(
        delta('thinking_delta', 'Let me '),
        delta('thinking_delta', 'see.'),
        delta('text_delta', 'Forty'),
        delta('text_delta', '-two.'),
      ),
    ).toEqual(['thought: Let me see.', 'Forty-two.']);
  });

  test.each([
    ['agent_end', [{ type: 'agent_end' }, { type: 'agent_start' }]],
    ['turn_end', [{ type: 'turn_end' }]],
    ['a tool', [{ type: 'tool_execution_start', toolCallId: 't', toolName: 'read' }]],
    ['a call that is written', [delta('toolcall_start')]],
    ['the end of the text', [delta('text_end')]],
    ['a user message', [user('More')]],
  ])('begin another message after %s', (_, between: readonly RpcFrame[]) => {
    expect(shown(delta('text_delta', 'One'), ...between, delta('text_delta', 'Two'))).toEqual(['One', 'Two']);
  });

  test('are completed by the whole message, and never repeated by it', () => {
    const end = (...content: readonly object[]): RpcFrame => ({
      type: 'message_end',
      message: { role: 'assistant', content },
    });
    const call = { type: 'toolCall', id: 'c', name: 'read', arguments: {} };
    const text = (value: string): object => ({ type: 'text', text: value });
    expect(
      shown(delta('thinking_delta', 'Hm'), end({ type: 'thinking', thinking: 'Hm.' }, text('Yes'))),
    ).toEqual(['thought: Hm.', 'Yes']);
    expect(
      shown(delta('text_delta', 'One'), delta('text_delta', 'Two'), end(text('One'), call, text('Two'))),
    ).toEqual(['OneTwo']);
    expect(shown(delta('text_delta', 'Whole'), delta('text_end'), end(text('[elided]')))).toEqual(['Whole']);
  });

  test('are not needed where the end of a block has all of it', () => {
    const ended = (content: string): RpcFrame => ({
      type: 'message_update',
      assistantMessageEvent: { type: 'text_end', content },
    });
    expect(shown(ended('All of it'))).toEqual(['All of it']);
    expect(shown(delta('text_delta', 'All '), ended('All of it'))).toEqual(['All of it']);
  });
});
