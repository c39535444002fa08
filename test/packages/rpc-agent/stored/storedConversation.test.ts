// Stored conversations shown again, from what pi 0.87, pi 0.73 and oh-my-pi 18.2 really answered to `get_messages`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { updatesOfStored } from '../../../../packages/rpc-agent/src/stored/storedConversation.ts';

const recording = z.object({
  messages: z.unknown(),
  points: z.object({ messages: z.array(z.object({ entryId: z.string(), text: z.string() })) }),
});

function replayed(name: string): SessionUpdate[] {
  const path = join(import.meta.dirname, '..', 'recordings', `${name}.json`);
  const { messages, points } = recording.parse(JSON.parse(readFileSync(path, 'utf8')));
  return updatesOfStored(messages, { cwd: '/project', forkPoints: points.messages, compactions: true });
}

function replayedMessages(
  messages: readonly object[],
  options: Partial<Parameters<typeof updatesOfStored>[1]> = {},
): SessionUpdate[] {
  return updatesOfStored({ messages }, { cwd: '/project', forkPoints: [], compactions: true, ...options });
}

const textIn = (updates: readonly SessionUpdate[], kind: SessionUpdate['sessionUpdate']): string[] =>
  updates.flatMap((update) =>
    update.sessionUpdate === kind && 'content' in update && update.content !== null
      ? 'text' in update.content
        ? [update.content.text]
        : []
      : [],
  );
const cards = (updates: readonly SessionUpdate[]) =>
  updates.filter((update) => update.sessionUpdate === 'tool_call');
const user = (text: string, more: object = {}): object => ({
  role: 'user',
  content: [{ type: 'text', text }],
  ...more,
});
const answer = (...content: object[]): object => ({ role: 'assistant', content, stopReason: 'stop' });

describe.each(['pi-0.87', 'pi-0.73', 'oh-my-pi-18.2'])('%s', (name) => {
  test('R33 shows the prompts, the answers and the thoughts in their order', () => {
    const updates = replayed(name);
    const prompts = textIn(updates, 'user_message_chunk');
    expect(prompts.slice(0, 3)).toEqual([
      '[[text:dir=/project]] run text',
      '[[think:dir=/project]] run think',
      '[[read:dir=/project]] run read',
    ]);
    expect(updates.slice(0, 5).map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'user_message_chunk',
      'agent_message_chunk',
      'user_message_chunk',
      'agent_thought_chunk',
      'agent_message_chunk',
    ]);
    expect(textIn(updates, 'agent_thought_chunk')).toContain(
      'Let me think about this.\n\n**First** I consider the question, then I answer it.',
    );
    expect(textIn(updates, 'agent_message_chunk')).toContain('After thinking: forty-two.');
  });

  test('shows nothing that was said to the model alone', () => {
    const all = JSON.stringify(replayed(name));
    expect(all).not.toContain('You are an expert coding assistant');
    expect(all).not.toContain('Superseded by a newer read');
  });

  test('shows each tool call with its result as one finished card', () => {
    const calls = cards(replayed(name));
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(calls.length);
    expect(calls).toContainEqual(
      expect.objectContaining({
        title: 'Read hello.txt',
        kind: 'read',
        status: 'completed',
        locations: [{ path: '/project/hello.txt' }],
        content: [
          {
            type: 'content',
            content: {
              type: 'text',
              text: expect.stringMatching(/^first line\nsecond line\nthird line\n?$/),
            },
          },
        ],
      }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({
        title: 'Write out.txt',
        kind: 'edit',
        content: [
          {
            type: 'diff',
            path: '/project/out.txt',
            oldText: null,
            newText: 'first line of out.txt\nwritten by the fake model\n',
          },
        ],
      }),
    );
    expect(calls).toContainEqual(expect.objectContaining({ kind: 'read', status: 'failed' }));
    expect(calls).toContainEqual(
      expect.objectContaining({
        title: expect.stringContaining('exit 3'),
        kind: 'execute',
        status: 'failed',
      }),
    );
  });

  test('shows the commands that the user ran', () => {
    expect(cards(replayed(name))).toContainEqual(
      expect.objectContaining({
        title: 'echo hi; exit 2',
        kind: 'execute',
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: '```console\nhi\n```' } }],
      }),
    );
  });

  test('names the entry of each prompt that can be forked from', () => {
    const prompts = replayed(name).filter(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk');
    const entries = prompts.map(({ _meta }) => _meta?.['parley.dev/entryId']);
    expect(entries.length).toBeGreaterThan(9);
    expect(entries.every((entry) => typeof entry === 'string')).toBe(true);
    expect(new Set(entries).size).toBe(entries.length);
  });
});

test('an edit is the whole file where oh-my-pi stored it, and the replaced place in pi', () => {
  const editOf = (name: string) =>
    cards(replayed(name)).flatMap(({ title, content }) =>
      title === 'Edit hello.txt' ? (content ?? []) : [],
    );
  expect(editOf('oh-my-pi-18.2')).toEqual([
    {
      type: 'diff',
      path: '/project/hello.txt',
      oldText: 'first line\nsecond line\nthird line\n',
      newText: 'first line\nsecond line, edited by the fake model\nthird line\n',
    },
  ]);
  expect(editOf('pi-0.87')).toEqual([
    {
      type: 'diff',
      path: '/project/hello.txt',
      oldText: 'second line',
      newText: 'second line, edited by the fake model',
    },
  ]);
});

describe('a message', () => {
  test('of the user may be plain text, and have pictures', () => {
    const updates = replayedMessages([
      { role: 'user', content: 'Plain' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
    ]);
    expect(updates).toMatchObject([
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Plain' } },
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'See' } },
      { sessionUpdate: 'user_message_chunk', content: { type: 'image', data: 'AAAA' } },
    ]);
    const [plain, see, picture] = updates.map((update) => 'messageId' in update && update.messageId);
    expect(see).toBe(picture);
    expect(see).not.toBe(plain);
  });

  test('in the place of the user that the agent wrote itself is left out', () => {
    expect(replayedMessages([user('Remember the plan', { attribution: 'agent' })])).toEqual([]);
  });

  test('that names a skill is what was typed, without the text of the skill', () => {
    const block = '<skill name="review" location="/s/SKILL.md">\nLong\n\ninstructions\n</skill>';
    const skillPrompt = (details: object): object => ({
      role: 'custom',
      customType: 'skill-prompt',
      content: 'Long instructions',
      display: true,
      attribution: 'user',
      details,
    });
    const updates = replayedMessages([
      user(`${block}\n\nthis file\nand that`),
      user(block),
      skillPrompt({ name: 'review', args: 'this file', lineCount: 3 }),
      skillPrompt({ name: 'review', prompt: 'Please /skill:review it', lineCount: 3 }),
      user('<skill name="not closed">'),
    ]);
    expect(textIn(updates, 'user_message_chunk')).toEqual([
      '/skill:review this file\nand that',
      '/skill:review',
      '/skill:review this file',
      'Please /skill:review it',
      '<skill name="not closed">',
    ]);
    expect(updates).toHaveLength(5);
  });

  test('of an extension is shown where it is for the user', () => {
    const custom = (display: boolean): object => ({
      role: 'custom',
      customType: 'x',
      content: 'From an extension',
      display,
    });
    expect(textIn(replayedMessages([custom(true)]), 'agent_message_chunk')).toEqual(['From an extension']);
    expect(replayedMessages([custom(false)])).toEqual([]);
  });

  test('that ended with an error says so', () => {
    const failed = { ...answer(), stopReason: 'error', errorMessage: '500 The model is down' };
    expect(textIn(replayedMessages([failed]), 'agent_message_chunk')).toEqual(['500 The model is down']);
  });

  test('of an unknown role, or that is no message, is left out, and the others stay', () => {
    const updates = updatesOfStored(
      { messages: [{ role: 'newKind', content: 'x' }, 'junk', null, { content: [] }, user('Hello')] },
      { cwd: '/project', forkPoints: [], compactions: true },
    );
    expect(textIn(updates, 'user_message_chunk')).toEqual(['Hello']);
    expect(updates).toHaveLength(1);
    expect(updatesOfStored(undefined, { cwd: '/', forkPoints: [], compactions: true })).toEqual([]);
  });
});

describe('a summary', () => {
  const summary = { role: 'compactionSummary', summary: 'They said hello.', tokensBefore: 5 };

  test('of what was compacted is a compaction where the client shows them (R108)', () => {
    expect(replayedMessages([summary])).toMatchObject([
      {
        sessionUpdate: 'compaction_update',
        status: 'completed',
        summary: [{ type: 'text', text: 'They said hello.' }],
      },
    ]);
  });

  test('is a message where it does not', () => {
    const [said] = textIn(replayedMessages([summary], { compactions: false }), 'agent_message_chunk');
    expect(said).toContain('They said hello.');
  });

  test('of a branch that was left is a message', () => {
    const left = { role: 'branchSummary', summary: 'Tried A.', fromId: 'x' };
    expect(textIn(replayedMessages([left]), 'agent_message_chunk').join()).toContain('Tried A.');
  });
});

test('a call without a result was stopped', () => {
  const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'sleep 9' } };
  expect(replayedMessages([answer(call)])).toMatchObject([
    { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'sleep 9', status: 'failed', content: [] },
  ]);
});

test('calls of the same id are distinguished, each with its own result', () => {
  const call = (command: string): object => ({
    type: 'toolCall',
    id: 'call_0',
    name: 'bash',
    arguments: { command },
  });
  const result = (text: string): object => ({
    role: 'toolResult',
    toolCallId: 'call_0',
    toolName: 'bash',
    content: [{ type: 'text', text }],
  });
  const updates = replayedMessages([
    answer(call('one')),
    result('first'),
    answer(call('stopped')),
    user('Go on'),
    answer(call('two')),
    result('second'),
  ]);
  expect(cards(updates)).toMatchObject([
    { toolCallId: 'call_0', title: 'one', status: 'completed' },
    { toolCallId: 'call_0-2', title: 'stopped', status: 'failed', content: [] },
    { toolCallId: 'call_0-3', title: 'two', status: 'completed' },
  ]);
  expect(JSON.stringify(cards(updates)[0])).toContain('first');
  expect(JSON.stringify(cards(updates)[2])).toContain('second');
});

test('a rejected edit shows what was said, not a change that nobody made', () => {
  const call = {
    type: 'toolCall',
    id: 'c1',
    name: 'edit',
    arguments: { path: 'a.txt', edits: [{ oldText: 'a', newText: 'b' }] },
  };
  const result = {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'edit',
    content: [{ type: 'text', text: 'Not found' }],
    isError: true,
  };
  expect(replayedMessages([answer(call), result])).toMatchObject([
    { status: 'failed', content: [{ type: 'content', content: { text: 'Not found' } }] },
  ]);
});

test('equal prompts are distinguished from the end, where the compacted ones are missing', () => {
  const forkPoints = [
    { entryId: 'e1', text: 'Again' },
    { entryId: 'e2', text: 'Other' },
    { entryId: 'e3', text: 'Again' },
    { entryId: 'e4', text: 'Again' },
  ];
  const updates = replayedMessages([user('Again'), answer(), user('Unknown'), user('Again')], { forkPoints });
  expect(updates.map(({ _meta }) => _meta?.['parley.dev/entryId'])).toEqual(['e3', undefined, 'e4']);
});
