// A session as a document for reading and as data for programs.
import { expect, test } from 'vitest';
import { exportJson } from '../../../src/core/history/exportJson.ts';
import { exportMarkdown } from '../../../src/core/history/exportMarkdown.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const at = Date.UTC(2026, 10, 21, 15, 4);

function session(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('key', 'claude', '/work'));
}

function prompt(...content: readonly ContentBlock[]): SessionEvent {
  return { type: 'prompt_started', at, content };
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

function answer(words: string, role: 'agent' | 'thought' = 'agent'): SessionEvent {
  return { type: 'message_chunk', at, role, content: text(words) };
}

const conversation = session(
  { type: 'opened', at, sessionId: 's1' },
  prompt(text('Fix the `parser`, please')),
  answer('It is the lexer.', 'thought'),
  answer('I fixed it:\n\n- one\n- two'),
  {
    type: 'permission_decided',
    at,
    call: {
      toolCallId: 't1',
      title: 'Edit parser.ts',
      kind: 'edit',
      status: 'completed',
      locations: [{ path: '/work/parser.ts', line: 3 }],
      content: [{ type: 'diff', path: '/work/parser.ts', oldText: 'a\nb\nc\n', newText: 'a\nB\nc\n' }],
    },
    decision: { by: 'rule', option: { name: 'Allow', kind: 'allow_once' }, rule: 'edits in /work' },
  },
  { type: 'terminal_started', at, terminalId: 'x', isForeign: false, command: 'npm test' },
  { type: 'terminal_output', at, terminalId: 'x', data: '\u001B[32mok\u001B[0m 12\r\n', skippedBytes: 0 },
  { type: 'terminal_exited', at, terminalId: 'x', exit: { code: 0, signal: null } },
  {
    type: 'tool_call',
    at,
    call: {
      toolCallId: 't2',
      title: 'npm test',
      kind: 'execute',
      content: [{ type: 'terminal', terminalId: 'x' }],
    },
  },
  {
    type: 'plan',
    at,
    entries: [
      { content: 'Look', priority: 'high', status: 'completed' },
      { content: 'Test', priority: 'low', status: 'pending' },
    ],
  },
  { type: 'turn_ended', at, stopReason: 'max_tokens' },
);

test('a conversation as Markdown', () => {
  expect(exportMarkdown(conversation)).toMatchInlineSnapshot(`
    "# Fix the \\\`parser\\\`, please

    - Agent: \`claude\`
    - Folder: \`/work\`
    - Session ID: \`s1\`

    ## You · 2026-11-21 15:04 UTC

    Fix the \`parser\`, please

    ## claude · 2026-11-21 15:04 UTC

    <details>
    <summary>Thought</summary>

    It is the lexer.

    </details>

    I fixed it:

    - one
    - two

    <details>
    <summary>Edit parser.ts (done)</summary>

    - \`/work/parser.ts:3\`
    - Allow (by rule: edits in /work)

    \`/work/parser.ts\`

    \`\`\`diff
    @@ -1,3 +1,3 @@
     a
    -b
    +B
     c
    \`\`\`

    </details>

    <details>
    <summary>Run: npm test (no result reported)</summary>

    \`\`\`console
    $ npm test
    ok 12
    [exit code 0]
    \`\`\`

    </details>

    **Plan**

    - [x] Look
    - [ ] Test

    *Output limit reached*
    "
  `);
});

test('a code block that was cut off ends with its message', () => {
  const markdown = exportMarkdown(
    session(prompt(text('Go')), answer('```ts\nlet a = 1'), prompt(text('Why?'))),
  );
  expect(markdown).toContain('```ts\nlet a = 1\n```\n\n## You');
  const whole = exportMarkdown(session(answer('````md\n```\n````\ndone')));
  expect(whole).toContain('````md\n```\n````\ndone\n');
});

test('a fence in a file does not end the block it stands in', () => {
  const markdown = exportMarkdown(
    session(prompt({ type: 'resource', resource: { uri: 'file:///a.md', text: '```\ncode\n```' } })),
  );
  expect(markdown).toContain('````\n```\ncode\n```\n````');
});

test('names from agents and files are words, not markup', () => {
  const state = session(
    { type: 'renamed', at, alias: '<b>*Title*</b>' },
    {
      type: 'tool_call',
      at,
      call: { toolCallId: 't', title: 'Read </summary><script>', kind: 'read', locations: [{ path: 'a`b' }] },
    },
  );
  const markdown = exportMarkdown(state);
  expect(markdown).toContain('# &lt;b&gt;\\*Title\\*&lt;/b&gt;');
  expect(markdown).toContain('Read &lt;/summary&gt;&lt;script&gt; (pending)');
  expect(markdown).toContain('`` a`b ``');
});

test('what is no text is named', () => {
  const markdown = exportMarkdown(
    session(
      prompt(
        text('Look at'),
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///a b.ts', name: 'a b.ts' },
        { type: 'unknown', name: 'hologram' },
      ),
    ),
  );
  expect(markdown).toContain(
    'Look at\n\n*(image, image/png)*\n\n[a b.ts](<file:///a%20b.ts>)\n\n*(hologram)*',
  );
  expect(markdown).not.toContain('AAAA');
});

test('a tool call without content shows what went in and out', () => {
  const markdown = exportMarkdown(
    session({
      type: 'tool_call',
      at,
      call: { toolCallId: 't', title: 'Ask', rawInput: { a: 1 }, rawOutput: 'yes' },
    }),
  );
  expect(markdown).toContain('Input\n\n```json\n{\n  "a": 1\n}\n```\n\nOutput\n\n```json\nyes\n```');
});

test('two texts without a line in common are exported in bounded time', () => {
  const lines = (word: string): string =>
    Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
  const call = {
    toolCallId: 't',
    title: 'Rewrite',
    content: [{ type: 'diff' as const, path: '/a', oldText: lines('old'), newText: lines('new') }],
  };
  const markdown = exportMarkdown(session({ type: 'tool_call', at, call }));
  expect(markdown).toContain('-old 19999\n+new 0\n');
});

test('a session without a word is still a document', () => {
  expect(exportMarkdown(session())).toBe('# Session\n\n- Agent: `claude`\n- Folder: `/work`\n');
});

test('JSON has all entries, and nothing of what runs', () => {
  const json: unknown = JSON.parse(exportJson(conversation));
  expect(json).toMatchObject({ version: 1, agent: 'claude', cwd: '/work', sessionId: 's1' });
  expect(json).toHaveProperty('entries', conversation.entries.flat());
  expect(json).not.toHaveProperty('queue');
});
