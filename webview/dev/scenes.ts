// Scripted sessions: what the panel shows in the states worth looking at.
import { branchedConversation } from './branchScene.ts';
import type { PanelState } from '../../src/core/panel/hostMessage.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import { commandRequest, edits, longDiff, reads } from './toolScenes.ts';
import {
  changedFiles,
  contextUsed,
  form,
  options,
  otherEntries,
  page,
  terminals,
  protectedRequest,
} from './dockScenes.ts';
import { sampleAnswer } from './sampleAnswer.ts';
import { rightToLeft } from './rightToLeftScene.ts';

export interface Scene {
  readonly panel: Partial<PanelState>;
  readonly events: readonly SessionEvent[];
}

const NOW = Date.now();
const at = (secondsAgo: number): number => NOW - secondsAgo * 1_000;
const text = (words: string) => ({ type: 'text', text: words }) as const;

const agent = { name: 'Qwen Code', title: 'Qwen Code', isDemo: false };
const demo = { name: 'demo', title: 'Demo agent', isDemo: true };

const opened: readonly SessionEvent[] = [
  { type: 'opening', at: at(100) },
  { type: 'opened', at: at(99), sessionId: 'abc' },
];

const conversation: readonly SessionEvent[] = [
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

const running: readonly SessionEvent[] = [
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

const finished: readonly SessionEvent[] = [
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

const permissionRequest: Extract<SessionEvent, { type: 'permission_requested' }> = {
  type: 'permission_requested',
  at: at(3),
  request: {
    requestId: 'permission-1',
    toolCallId: 'refunds',
    at: at(3),
    options: [
      { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
      { optionId: 'always', name: 'Always for this file', kind: 'allow_always' },
      { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
    ],
  },
  call: {
    toolCallId: 'refunds',
    title: 'Edit src/billing/refunds.ts',
    kind: 'edit',
    status: 'pending',
    content: [
      {
        type: 'diff',
        path: 'src/billing/refunds.ts',
        oldText: 'const res = await fetch(url);\n',
        newText: 'const res = await withBackoff(() => fetch(url));\n',
      },
    ],
  },
};

const secondRequest: SessionEvent = {
  ...permissionRequest,
  request: { ...permissionRequest.request, requestId: 'permission-2' },
};

const askedInFull: SessionEvent = {
  type: 'permission_changed',
  at: at(2),
  requestId: 'permission-1',
  request: {
    ...permissionRequest.request,
    requestId: 'permission-1-1',
    isChanged: true,
    rule: 'user rule 2',
  },
  call: { toolCallId: 'refunds', title: 'Edit src/billing/refunds.ts and what comes after it' },
};

/** What a hostile agent would have its user see. */
const bentRequest: SessionEvent = {
  type: 'permission_requested',
  at: at(3),
  request: {
    requestId: 'permission-1',
    toolCallId: 'bent',
    at: at(3),
    options: [
      { optionId: 'evil', name: 'Reject', kind: 'allow_always' },
      ...Array.from({ length: 48 }, (_, count) => ({
        optionId: `allow-${count}`,
        name: `Allow ${'anything '.repeat(40)}\u200B${count}`,
        kind: 'allow_once',
      })),
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  },
  call: {
    toolCallId: 'bent',
    title: `Read\u202E a file ${'and one more '.repeat(800)}`,
    kind: 'execute',
    rawInput: { command: 'make all', cwd: '/home/ada/billing', env: { CI: '1' } },
    locations: [{ path: '/home/ada/billing/\u202Egpj.exe' }],
  },
};

const queue = [
  { id: 'q1', content: [text('Then run the whole suite and tell me what is slow')] },
  { id: 'q2', content: [text('Write the change log entry')] },
];

const notConfigured: PanelState['agent'] = {
  ...agent,
  status: {
    state: 'failed',
    error: {
      code: 'command-not-found',
      message:
        'Could not start Qwen Code: the command “qwen” was not found. Install it, or correct the command in the settings.',
      detail: 'spawn qwen ENOENT',
      actions: ['edit-settings', 'restart-agent', 'show-log'],
    },
  },
};

const stops = ['cancelled', 'max_tokens', 'max_turn_requests', 'refusal', 'out_of_budget'];

/** Every scene by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  chat: { panel: {}, events: finished },
  running: { panel: {}, events: running },
  permission: { panel: {}, events: [...running, permissionRequest, secondRequest] },
  permissionChanged: { panel: {}, events: [...running, permissionRequest, askedInFull] },
  permissionBent: { panel: {}, events: [...running, bentRequest] },
  protected: { panel: {}, events: [...running, ...protectedRequest] },
  queue: { panel: {}, events: [...running, { type: 'queue_changed', at: at(1), queue, held: false }] },
  held: { panel: {}, events: [...finished, { type: 'queue_changed', at: at(1), queue, held: true }] },
  demo: { panel: { agent: { ...demo, status: { state: 'ready' } } }, events: opened },
  empty: { panel: {}, events: opened },
  starting: {
    panel: { agent: { ...agent, status: { state: 'starting' } } },
    events: [{ type: 'opening', at: at(1) }],
  },
  stopped: { panel: { agent: { ...agent, status: { state: 'stopped' } } }, events: [] },
  failed: { panel: { agent: notConfigured }, events: [] },
  signIn: {
    panel: {
      agent: {
        ...agent,
        status: {
          state: 'needs-sign-in',
          error: {
            code: 'sign-in-needed',
            message: 'Qwen Code requires you to sign in.',
            detail: 'Use Qwen Code CLI to authenticate first.',
            actions: ['sign-in', 'show-log'],
          },
        },
      },
      signIn: {
        methods: [
          { id: 'oauth', name: 'Qwen OAuth', description: 'Free tier', kind: 'agent' },
          {
            id: 'terminal',
            name: 'Set up in a terminal',
            description: '',
            kind: 'terminal',
            commandLine: 'qwen --acp login',
          },
          {
            id: 'key',
            name: 'OpenAI API key',
            description: '',
            kind: 'env',
            variables: ['OPENAI_API_KEY'],
            link: 'https://platform.openai.com/api-keys',
          },
        ],
        isOpen: false,
        canSignOut: false,
        storedVariables: [],
      },
    },
    events: [],
  },
  error: {
    panel: { agent: { ...agent, status: { state: 'failed' } } },
    events: [
      ...conversation,
      {
        type: 'turn_failed',
        at: at(2),
        error: {
          code: 'agent-exited',
          message: 'Qwen Code exited with code 1.',
          detail: 'TypeError: Cannot read properties of undefined\n    at main (cli.js:1:1)',
          actions: ['restart-agent', 'show-log', 'edit-settings'],
        },
      },
    ],
  },
  stops: {
    panel: {},
    events: [
      ...opened,
      ...stops.flatMap((stopReason, index): readonly SessionEvent[] => [
        { type: 'prompt_started', at: at(60 - index * 10), content: [text(`Prompt ${index + 1}`)] },
        { type: 'message_chunk', at: at(58 - index * 10), role: 'agent', content: text('Some words.') },
        { type: 'turn_ended', at: at(55 - index * 10), stopReason },
      ]),
    ],
  },
  tools: {
    panel: {},
    events: [
      ...opened,
      { type: 'prompt_started', at: at(60), content: [text('Use every kind of tool')] },
      ...[
        'read',
        'edit',
        'delete',
        'move',
        'search',
        'execute',
        'think',
        'fetch',
        'switch_mode',
        'dance',
      ].map((kind, index): SessionEvent => ({
        type: 'tool_call',
        at: at(50 - index),
        call: {
          toolCallId: kind,
          title: `A tool of the kind ${kind} with a title that is rather long for a narrow panel`,
          kind,
          status: ['pending', 'in_progress', 'completed', 'failed', 'cancelled'][index % 5] ?? 'pending',
        },
      })),
    ],
  },
  readOnly: {
    panel: { agent: { ...agent, status: { state: 'ready' } } },
    events: [
      ...conversation,
      { type: 'restored', at: at(20) },
      { type: 'read_only', at: at(10), reason: 'Qwen Code cannot open sessions of earlier windows.' },
    ],
  },
  returning: {
    panel: { agent: { ...agent, status: { state: 'starting' } } },
    events: [...conversation, { type: 'restored', at: at(20) }, { type: 'opening', at: at(1) }],
  },
  opening: {
    panel: { agent: { ...agent, status: { state: 'ready' } } },
    events: [...opened, { type: 'opening', at: at(1) }],
  },
  continued: {
    panel: {},
    events: [
      ...opened,
      {
        type: 'context_attached',
        at: at(5),
        content: [
          {
            type: 'resource',
            resource: { uri: 'parley:/transcript/Add-retry-logic.md', text: 'What was said' },
          },
        ],
      },
    ],
  },
  forkable: {
    panel: { sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: false } },
    events: [...conversation, { type: 'turn_ended', at: at(1), stopReason: 'end_turn' }],
  },
  branches: {
    panel: {
      sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: true },
      branches: [{ prompt: 1, position: 2, count: 2, previous: { key: 'other', prompt: 1 } }],
    },
    events: [...opened, ...branchedConversation(at)],
  },
  changes: { panel: {}, events: [...finished, options, ...changedFiles] },
  context75: { panel: {}, events: [...finished, options, ...contextUsed(78)] },
  context95: {
    panel: { sessionAbilities: { fork: true, forkAtPrompt: false, forkAfterAnswer: false } },
    events: [...finished, options, ...contextUsed(97)],
  },
  form: { panel: {}, events: [...running, form] },
  page: { panel: {}, events: [...running, page] },
  rightToLeft: { panel: {}, events: [...opened, ...rightToLeft] },
  terminals: { panel: {}, events: [...opened, ...terminals] },
  otherEntries: { panel: {}, events: [...opened, ...otherEntries] },
  edits: { panel: {}, events: [...opened, ...edits] },
  reads: { panel: {}, events: [...opened, ...reads] },
  command: { panel: {}, events: [...opened, ...commandRequest] },
  longDiff: { panel: {}, events: [...opened, ...longDiff] },
  long: {
    panel: {},
    events: [
      ...opened,
      ...Array.from({ length: 200 }, (_, turn): readonly SessionEvent[] => [
        { type: 'prompt_started', at: at(1_000 - turn), content: [text(`Question ${turn + 1}`)] },
        {
          type: 'message_chunk',
          at: at(1_000 - turn),
          role: 'agent',
          content: text(sampleAnswer(40).join('')),
        },
        { type: 'turn_ended', at: at(999 - turn), stopReason: 'end_turn' },
      ]).flat(),
    ],
  },
};
