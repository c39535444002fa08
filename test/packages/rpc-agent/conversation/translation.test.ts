// The small translations: prompts, messages, tools, files, plans, usage, notices, the program's own arguments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { FileChange, glimpseOf } from '../../../../packages/rpc-agent/src/conversation/fileChange.ts';
import {
  messageUsage,
  rpcMessage,
  sessionStats,
  todoPhases,
  type RpcFrame,
} from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { MessageStream } from '../../../../packages/rpc-agent/src/conversation/messageStream.ts';
import { CliNotices } from '../../../../packages/rpc-agent/src/session/cliNotices.ts';
import { clientPlan, planUpdate } from '../../../../packages/rpc-agent/src/session/todoPlan.ts';
import { kindOf, locationsOf, titleOf } from '../../../../packages/rpc-agent/src/conversation/toolNames.ts';
import { TurnUsage, usageUpdate } from '../../../../packages/rpc-agent/src/turns/turnUsage.ts';

describe('a message of the model', () => {
  /** The words that reach the client, by block. */
  function streamed(run: (stream: MessageStream) => void): string[] {
    const blocks = new Map<string, string>();
    const stream = new MessageStream((update) => {
      if (update.sessionUpdate !== 'agent_message_chunk' && update.sessionUpdate !== 'agent_thought_chunk')
        return;
      const { content, messageId = '' } = update;
      const text = content.type === 'text' ? content.text : '';
      blocks.set(messageId ?? '', `${blocks.get(messageId ?? '') ?? ''}${text}`);
    });
    stream.start();
    run(stream);
    return [...blocks.values()];
  }

  test('is the same whether its deltas are whole, missing or cut off, and however blocks are interleaved', () => {
    const parts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts, parts, fc.nat(10), fc.infiniteStream(fc.boolean()), (one, two, sent, coin) => {
        const message = rpcMessage.parse({
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: one.join('') },
            { type: 'text', text: two.join('') },
          ],
        });
        const [thoughts, words] = [[...one], [...two]];
        const result = streamed((stream) => {
          for (let count = 0; count < sent; count++) {
            const thinks = coin.next().value === true;
            const delta = (thinks ? thoughts : words).shift();
            if (delta !== undefined) stream.delta(thinks ? 'thinking' : 'text', thinks ? 0 : 1, delta);
          }
          stream.end(message);
        });
        expect(result.toSorted()).toEqual([one.join(''), two.join('')].toSorted());
      }),
    );
  });

  test('that ends as something else than it was streamed stays as it was streamed', () => {
    const message = rpcMessage.parse({ role: 'assistant', content: 'Sho… [9 chars elided]' });
    const result = streamed((stream) => {
      stream.delta('text', 0, 'Shown to the end');
      stream.end(message);
    });
    expect(result).toEqual(['Shown to the end']);
  });
});

describe('a tool', () => {
  test.each([
    ['bash', { command: 'npm test\nls' }, 'execute', 'npm test'],
    ['Read', { path: '/w/src/a.ts' }, 'read', 'Read src/a.ts'],
    ['read', { path: '/elsewhere/a.ts' }, 'read', 'Read /elsewhere/a.ts'],
    ['grep', { pattern: 'x.*y', path: 'src' }, 'search', 'Grep x.*y'],
    ['ls', {}, 'search', 'Ls'],
    ['ls', { path: '/w' }, 'search', 'Ls .'],
    ['web_search', { query: 'acp' }, 'fetch', 'Web search acp'],
    ['todo_write', {}, 'other', 'Todo write'],
    ['TodoWrite', {}, 'other', 'TodoWrite'],
    ['Task', {}, 'think', 'Task'],
    ['my_tool', undefined, 'other', 'My tool'],
    ['edit', { path: 7 }, 'edit', 'Edit'],
  ])('%s %j', (name, args, kind, title) => {
    expect(kindOf(name)).toBe(kind);
    expect(titleOf(name, args, '/w')).toBe(title);
  });

  test('names a place only where it is a file', () => {
    expect(locationsOf('read', { path: 'a.ts', offset: 4 }, '/w')).toEqual([{ path: '/w/a.ts', line: 4 }]);
    expect(locationsOf('grep', { path: 'src', pattern: 'x' }, '/w')).toEqual([]);
    expect(locationsOf('read', { path: 'skill://x' }, '/w')).toEqual([]);
  });

  test.each([
    ['~/notes.md', join(homedir(), 'notes.md')],
    ['~', homedir()],
    ['@~/notes.md', join(homedir(), 'notes.md')],
    ['@/etc/hosts', '/etc/hosts'],
    ['~draft.md', '/w/~draft.md'],
    ['@types/node.d.ts', '/w/@types/node.d.ts'],
  ])('that names %s is about %s', (path, expected) => {
    expect(locationsOf('read', { path }, '/w')).toEqual([{ path: expected }]);
  });
});

describe('a change of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rpc-change-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.txt');

  test.each([
    [
      'pi',
      {
        path,
        edits: [
          { oldText: 'one', newText: '1' },
          { oldText: 'two', newText: '2' },
        ],
      },
    ],
    ['older pi', { path: 'a.txt', oldText: 'one two', newText: '1 2' }],
    ['oh-my-pi', { path, old_string: 'one two', new_string: '1 2' }],
  ])('is foreseen from the arguments of %s', (_, args) => {
    writeFileSync(path, 'one two one\n');
    const change = FileChange.of('edit', args, folder);
    expect(change?.preview()).toEqual({
      type: 'diff',
      path,
      oldText: 'one two one\n',
      newText: '1 2 one\n',
    });
  });

  test('is shown as made, with what was there when the tool began', () => {
    writeFileSync(path, 'one\n');
    const change = FileChange.of('edit', { path, old_string: 'two', new_string: '2' }, folder);
    expect(change?.preview()).toBeUndefined();
    writeFileSync(path, 'one\ntwo\n');
    change?.begin();
    writeFileSync(path, 'one\n2\n');
    expect(change?.made()).toEqual({ type: 'diff', path, oldText: 'one\ntwo\n', newText: 'one\n2\n' });
  });

  test('that is already made when the tool is said to begin keeps what was there', () => {
    writeFileSync(path, 'one\n');
    const change = FileChange.of('edit', { path, old_string: 'one', new_string: '1' }, folder);
    writeFileSync(path, '1\n');
    change?.begin();
    expect(change?.made()).toMatchObject({ oldText: 'one\n', newText: '1\n' });
  });

  test('that was made before anybody looked is derived from its arguments where they are unambiguous', () => {
    writeFileSync(path, 'one 2 three\n');
    const args = { path, edits: [{ oldText: 'two', newText: '2' }] };
    expect(FileChange.of('edit', args, folder)?.made()).toMatchObject({ oldText: 'one two three\n' });
    writeFileSync(path, '2 2\n');
    expect(FileChange.of('edit', args, folder)?.made()).toBeUndefined();
  });

  test('is derived from the file as it was while the call was written', () => {
    writeFileSync(path, 'before\n');
    expect(glimpseOf('write', '{"content":"x","pa', folder)).toBeUndefined();
    expect(glimpseOf('read', '{"path":"a.txt"', folder)).toBeUndefined();
    const glimpse = glimpseOf('write', '{"i":"why","path":"a.txt","cont', folder);
    writeFileSync(path, 'after\n');
    const change = FileChange.of('write', { path: 'a.txt', content: 'after\n' }, folder, glimpse);
    change?.begin();
    expect(change?.made()).toEqual({ type: 'diff', path, oldText: 'before\n', newText: 'after\n' });
  });

  test('creates a file', () => {
    const created = join(folder, 'new.txt');
    const change = FileChange.of('write', { path: created, content: 'x' }, folder);
    expect(change?.preview()).toEqual({ type: 'diff', path: created, oldText: null, newText: 'x' });
  });

  test('of what is no text is not compared', () => {
    writeFileSync(path, 'a\0b');
    expect(FileChange.of('write', { path, content: 'x' }, folder)?.preview()).toBeUndefined();
  });
});

describe('a plan', () => {
  test('has the tasks of all phases; what nobody will do is done with', () => {
    const phases = todoPhases.parse([
      {
        name: 'First',
        tasks: [
          { content: 'a', status: 'in_progress' },
          { content: 'b', status: 'abandoned' },
        ],
      },
      { name: 'Then', tasks: [{ content: 'c', status: 'new' }, 7] },
    ]);
    expect(planUpdate(phases ?? [])).toEqual({
      sessionUpdate: 'plan',
      entries: [
        { content: 'First: a', priority: 'medium', status: 'in_progress' },
        {
          content: 'First: b',
          priority: 'medium',
          status: 'completed',
          _meta: { 'parley.dev/abandoned': true },
        },
        { content: 'Then: c', priority: 'medium', status: 'pending' },
      ],
    });
  });

  test('of the client comes back as it was', () => {
    const entries = [{ content: 'a', status: 'pending' as const }];
    expect(planUpdate(todoPhases.parse(clientPlan.parse(entries)) ?? [])).toMatchObject({ entries });
  });
});

describe('usage', () => {
  test('of a turn is that of all its messages', () => {
    const usage = new TurnUsage();
    expect(usage.total()).toBeUndefined();
    usage.add(messageUsage.parse({ input: 10, output: 2, cacheRead: 5, reasoning: 1, totalTokens: 17 }));
    usage.add(messageUsage.parse({ input: 20, output: 3, cacheWrite: 7 }));
    expect(usage.total()).toEqual({
      inputTokens: 30,
      outputTokens: 5,
      cachedReadTokens: 5,
      cachedWriteTokens: 7,
      thoughtTokens: 1,
      totalTokens: 47,
    });
  });

  test('of a session is what the CLI says, else the last message in the window of the model', () => {
    const stats = sessionStats.parse({ cost: 0.5, contextUsage: { tokens: 300, contextWindow: 1000 } });
    const lastMessage = messageUsage.parse({ totalTokens: 40 });
    const known = { contextWindow: 2000, lastMessage, isCompacted: false };
    expect(usageUpdate(stats, known)).toEqual({
      used: 300,
      size: 1000,
      cost: { amount: 0.5, currency: 'USD' },
    });
    expect(usageUpdate(undefined, known)).toEqual({ used: 40, size: 2000 });
    expect(usageUpdate(undefined, { ...known, contextWindow: undefined })).toBeUndefined();
  });

  test('of a session is not that from before a compaction', () => {
    const stats = (tokens: number | null) =>
      sessionStats.parse({ cost: 0.5, contextUsage: { tokens, contextWindow: 1000 } });
    const lastMessage = messageUsage.parse({ totalTokens: 950 });
    const known = { contextWindow: 1000, lastMessage, isCompacted: false };
    expect(usageUpdate(stats(null), known)).toBeUndefined();
    expect(usageUpdate(undefined, { ...known, isCompacted: true })).toBeUndefined();
    expect(usageUpdate(stats(120), { ...known, isCompacted: true })).toMatchObject({ used: 120 });
  });
});

describe('a notice', () => {
  function updatesOf(frames: readonly RpcFrame[], capable = true): SessionUpdate[] {
    const updates: SessionUpdate[] = [];
    const notices = new CliNotices({
      notices: capable,
      compactions: capable,
      send: (update) => updates.push(update),
    });
    for (const frame of frames) notices.handleFrame(frame);
    return updates;
  }
  const failed = { type: 'extension_error', extensionPath: '/x.ts', error: 'boom' };

  test('reports retries and their end', () => {
    const start = {
      type: 'auto_retry_start',
      attempt: 1,
      maxAttempts: 3,
      delayMs: 2000,
      errorMessage: '500',
    };
    expect(updatesOf([start, { type: 'auto_retry_end', success: false, finalError: '500' }])).toEqual([
      {
        sessionUpdate: 'notice',
        severity: 'warning',
        title: 'The request failed. Retrying in 2 s (attempt 1 of 3)',
        description: '500',
      },
      {
        sessionUpdate: 'notice',
        severity: 'warning',
        title: 'The request failed and will not be retried',
        description: '500',
      },
    ]);
  });

  test.each([
    [{ result: { summary: 'Short.' } }, 'completed'],
    [{ aborted: true }, 'cancelled'],
    [{ errorMessage: 'No model' }, 'failed'],
  ])('a compaction that ends with %j is %s', (fields, status) => {
    const [begun, ended] = updatesOf([{ type: 'compaction_start' }, { type: 'compaction_end', ...fields }]);
    expect(begun).toMatchObject({ sessionUpdate: 'compaction_update', status: 'in_progress' });
    expect(ended).toMatchObject({ sessionUpdate: 'compaction_update', status });
    expect(ended).toHaveProperty(
      'compactionId',
      begun !== undefined && 'compactionId' in begun ? begun.compactionId : '',
    );
  });

  test('what went wrong reaches clients without notices as a message; the rest does not', () => {
    expect(updatesOf([failed, { type: 'todo_reminder' }], false)).toMatchObject([
      { sessionUpdate: 'agent_message_chunk', content: { text: expect.stringContaining('boom') } },
    ]);
  });
});
