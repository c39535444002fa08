// Scripted tool calls: edits, reads, commands, sub-agents, long diffs, and who decided.
import type { SessionEvent } from '../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall/state.ts';

const ROOT = '/home/ada/billing';
let second = 0;
const tool = (call: ToolCallPatch): SessionEvent => ({ type: 'tool_call', at: ++second * 1_000, call });
const said = (words: string): SessionEvent => ({
  type: 'message_chunk',
  at: ++second * 1_000,
  role: 'agent',
  content: { type: 'text', text: words },
});
const asked = (words: string): SessionEvent => ({
  type: 'prompt_started',
  at: ++second * 1_000,
  content: [{ type: 'text', text: words }],
});
const read = (id: string, path: string, parent?: string): SessionEvent =>
  tool({
    toolCallId: id,
    title: `Read ${path}`,
    kind: 'read',
    status: 'completed',
    locations: [{ path: `${ROOT}/${path}`, line: 12 }],
    content: [{ type: 'content', content: { type: 'text', text: '```ts\nexport const a = 1;\n```' } }],
    ...(parent === undefined ? {} : { parentToolCallId: parent }),
  });

const before = [
  "import { fetchInvoice } from './client';",
  '',
  ...Array.from({ length: 30 }, (_, index) => `export const rate${index} = ${index} / 100; // per cent`),
  '',
  'export async function refund(id: string): Promise<Invoice> {',
  "  const invoice = await fetchInvoice(id, { retry: false, reason: 'refund' });",
  '  return { ...invoice, total: -invoice.total };',
  '}',
  '',
].join('\n');
const after = before
  .replace('export const rate3 = 3 / 100', 'export const rate3 = 3.5 / 100')
  .replace('retry: false', 'retry: true, attempts: 4')
  .replace('  return {', "  log.info('refunded', id);\n  return {");

const decided = (call: ToolCallPatch, by: 'user' | 'rule', kind: string, rule?: string): SessionEvent => ({
  type: 'permission_decided',
  at: ++second * 1_000,
  call,
  decision: { by, option: { name: kind, kind }, ...(rule === undefined ? {} : { rule }) },
});

/** Edits of every state, and what was decided. */
export const edits: readonly SessionEvent[] = [
  asked('Change the rates'),
  decided(
    {
      toolCallId: 'edit',
      title: 'Edit refunds.ts',
      kind: 'edit',
      status: 'completed',
      locations: [{ path: `${ROOT}/src/billing/refunds.ts`, line: 6 }],
      rawInput: { file_path: 'src/billing/refunds.ts', replace_all: false },
      content: [{ type: 'diff', path: `${ROOT}/src/billing/refunds.ts`, oldText: before, newText: after }],
    },
    'user',
    'allow_once',
  ),
  decided(
    {
      toolCallId: 'move',
      title: 'Move two files, write one',
      kind: 'edit',
      status: 'completed',
      content: [
        {
          type: 'diff',
          path: 'src/old/a/very/long/path/to/the/place/where/it/was/rates.py',
          oldText: 'a = 1\n',
          newText: '',
        },
        { type: 'diff', path: 'src/new/rates.py', newText: 'a = 1\n' },
        { type: 'diff', path: 'Makefile', newText: 'all:\n\tnpm test\n' },
      ],
    },
    'rule',
    'allow_once',
    'user rule 2: allow, kind edit, path src/**',
  ),
  decided(
    {
      toolCallId: 'delete',
      title: 'Delete tmp.json',
      kind: 'delete',
      status: 'failed',
      content: [{ type: 'diff', path: 'tmp.json', oldText: '{ "a": 1 }\n', newText: '' }],
    },
    'rule',
    'reject_once',
    'No deletions (workspace rule 1)',
  ),
];

/** Reads and searches in a row, some that failed, and a sub-agent with its own. */
export const reads: readonly SessionEvent[] = [
  asked('Look around'),
  read('r1', 'src/a.ts'),
  read('r2', 'src/b.ts'),
  read('r3', 'src/c.ts'),
  tool({
    toolCallId: 's1',
    title: 'Search “rate”',
    kind: 'search',
    status: 'completed',
    rawOutput: { hits: 7 },
  }),
  said('Now a second look.'),
  read('r4', 'src/d.ts'),
  tool({ toolCallId: 'r5', title: 'Read src/gone.ts', kind: 'read', status: 'failed', rawOutput: 'ENOENT' }),
  tool({
    toolCallId: 'task',
    title: 'Find where rates are used',
    kind: 'think',
    status: 'in_progress',
    rawInput: { subagent_type: 'explorer', prompt: 'Find where rates are used.\nAnswer with a list.' },
  }),
  read('n1', 'src/e.ts', 'task'),
  tool({
    toolCallId: 'n2',
    parentToolCallId: 'task',
    title: 'grep -rn rate src',
    kind: 'execute',
    status: 'completed',
    rawInput: { command: 'grep -rn rate src', description: 'Find rates' },
    rawOutput: { stdout: 'src/a.ts:1: rate\nsrc/b.ts:2: rate\n', exit_code: 0 },
  }),
  tool({
    toolCallId: 'picture',
    title: 'Draw the rates',
    kind: 'dance',
    status: 'considering',
    locations: [{ path: `${ROOT}/docs/rates.png` }],
    content: [
      {
        type: 'content',
        content: {
          type: 'image',
          mimeType: 'image/png',
          data: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNgOLABK2KgsQQAhB9tAdOxhcAAAAAASUVORK5CYII=',
        },
      },
      {
        type: 'content',
        content: { type: 'resource', resource: { uri: 'file:///rates.csv', text: 'a,b\n1,2\n' } },
      },
      { type: 'unknown', name: 'hologram' },
    ],
    rawOutput: { text: 'x'.repeat(9_000) },
  }),
];

const command = `cd packages/api && npm run build -- --mode production && ${'node scripts/check.mjs --strict --all && '.repeat(6)}rm -rf ./cache`;

/** A long command that waits for the user because of a rule. */
export const commandRequest: readonly SessionEvent[] = [
  asked('Build it'),
  {
    type: 'permission_requested',
    at: ++second * 1_000,
    request: {
      requestId: 'permission-9',
      toolCallId: 'command',
      at: second * 1_000,
      rule: 'user rule 1: ask, command rm',
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    },
    call: {
      toolCallId: 'command',
      title: 'Build the API and clear the cache',
      kind: 'execute',
      rawInput: { command, description: 'Build the API and clear the cache' },
    },
  },
];

/** A new file of 3,000 lines, and a change with long lines. */
export const longDiff: readonly SessionEvent[] = [
  asked('Write a table'),
  tool({
    toolCallId: 'long',
    title: 'Write src/table.ts',
    kind: 'edit',
    status: 'completed',
    content: [
      {
        type: 'diff',
        path: `${ROOT}/src/table.ts`,
        newText: Array.from(
          { length: 3_000 },
          (_, index) => `export const row${index} = ['${'x'.repeat(index % 90)}'];\n`,
        ).join(''),
      },
    ],
  }),
];

/** Edits of many files in one turn, of which one failed and one goes on, and a question about a further one. */
export const editRun: readonly SessionEvent[] = [
  asked('Rename rate to fee'),
  said('I rename it in all files.'),
  ...Array.from({ length: 60 }, (_, index) => {
    const path = `${ROOT}/src/billing/part${index}.ts`;
    return tool({
      toolCallId: `run${index}`,
      title: `Edit src/billing/part${index}.ts`,
      kind: 'edit',
      status: index === 57 ? 'failed' : index === 59 ? 'in_progress' : 'completed',
      locations: [{ path, line: 1 }],
      content: [
        {
          type: 'diff',
          path,
          oldText: `const rate = ${index};\n`,
          newText: `const fee = ${index};\nexport { fee };\n`,
        },
      ],
    });
  }),
  {
    type: 'permission_requested',
    at: ++second * 1_000,
    request: {
      requestId: 'permission-run',
      toolCallId: 'asked',
      at: second * 1_000,
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    },
    call: {
      toolCallId: 'asked',
      title: 'Edit src/billing/a/folder/with/a/long/name/index.ts',
      kind: 'edit',
      locations: [{ path: `${ROOT}/src/billing/a/folder/with/a/long/name/index.ts`, line: 3 }],
      content: [
        {
          type: 'diff',
          path: `${ROOT}/src/billing/a/folder/with/a/long/name/index.ts`,
          oldText: 'export { rate };\n',
          newText: 'export { fee };\n',
        },
      ],
    },
  },
];
