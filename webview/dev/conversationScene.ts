// A conversation about a billing service, and the times and texts of scripted sessions.
import type { SessionEvent } from '../../src/core/session/events.ts';

const NOW = Date.now();
/** In epoch milliseconds. */
export const at = (secondsAgo: number): number => NOW - secondsAgo * 1_000;
export const text = (words: string) => ({ type: 'text', text: words }) as const;

export const opened: readonly SessionEvent[] = [
  { type: 'opening', at: at(100) },
  { type: 'opened', at: at(99), sessionId: 'abc' },
];

export const conversation: readonly SessionEvent[] = [
  ...opened,
  { type: 'session_info', at: at(90), patch: { title: 'Add retry logic to the billing client' } },
  {
    type: 'prompt_started',
    at: at(90),
    content: [
      { type: 'resource_link', uri: 'file:///home/ada/billing/src/client.ts', name: 'client.ts:40–58' },
      { type: 'resource', resource: { uri: 'problems://2 problems', text: 'two' } },
      text(
        'Requests to the billing API time out now and then. Add a retry with backoff and cover it with a test.',
      ),
    ],
  },
  {
    type: 'message_chunk',
    at: at(88),
    role: 'thought',
    content: text('The client has **one** call of fetch.'),
  },
  {
    type: 'message_chunk',
    at: at(84),
    role: 'agent',
    content: text(
      'The client calls `fetch` once in [src/billing/client.ts](src/billing/client.ts). I’ll wrap it with a bounded exponential backoff and keep the public signature.',
    ),
  },
  {
    type: 'tool_call',
    at: at(80),
    call: {
      toolCallId: 'search',
      title: 'Searched “fetchInvoice”',
      kind: 'search',
      status: 'completed',
      rawOutput: { hits: 7 },
    },
  },
  {
    type: 'tool_call',
    at: at(78),
    call: {
      toolCallId: 'read',
      title: 'Read client.ts, client.test.ts',
      kind: 'read',
      status: 'completed',
      locations: [{ path: 'src/billing/client.ts', line: 40 }, { path: 'src/billing/client.test.ts' }],
    },
  },
  {
    type: 'tool_call',
    at: at(70),
    call: {
      toolCallId: 'edit',
      title: 'Edit src/billing/client.ts',
      kind: 'edit',
      status: 'completed',
      content: [
        {
          type: 'diff',
          path: 'src/billing/client.ts',
          oldText: 'async function get(url) {\n  const res = await fetch(url);\n  return res.json();\n}\n',
          newText:
            'async function get(url) {\n  const res = await withBackoff(() => fetch(url), {\n    attempts: 4, baseMs: 200,\n  });\n  return res.json();\n}\n',
        },
      ],
    },
  },
];

export const running: readonly SessionEvent[] = [
  ...conversation,
  {
    type: 'tool_call',
    at: at(5),
    call: {
      toolCallId: 'run',
      title: 'npx vitest run billing',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'npx vitest run billing' },
    },
  },
];

export const finished: readonly SessionEvent[] = [
  ...conversation,
  {
    type: 'message_chunk',
    at: at(20),
    role: 'agent',
    content: text(
      'Done. All six tests pass.\n\n1. `withBackoff` wraps the call\n2. A test covers the **last** failure\n\n```ts\nconst res = await withBackoff(() => fetch(url));\n```\n\n| attempt | waits |\n|---|---|\n| 1 | 0 ms |\n| 2 | 200 ms |\n\n- [x] retry\n- [ ] `refunds.ts` needs the same\n\n> The public signature is kept.',
    ),
  },
  { type: 'turn_ended', at: at(18), stopReason: 'end_turn' },
];
