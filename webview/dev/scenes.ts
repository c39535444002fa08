// Scripted sessions: what the panel shows in the states worth looking at.
import { branchedConversation } from './branchScene.ts';
import { at, conversation, finished, opened, running, text } from './conversationScene.ts';
import type { PanelState } from '../../src/core/panel/hostMessage.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import { limitScenes } from './limitScenes.ts';
import { commandRequest, editRun, edits, longDiff, reads } from './toolScenes.ts';
import {
  backgroundWork,
  changedFiles,
  manyChangedFiles,
  unlistedChanges,
  contextUsed,
  form,
  longOptions,
  options,
  otherEntries,
  page,
  terminals,
  protectedRequest,
} from './dockScenes.ts';
import { askedInFull, bentRequest, permissionRequest, secondRequest } from './permissionScenes.ts';
import { sampleAnswer } from './sampleAnswer.ts';
import { rightToLeft } from './rightToLeftScene.ts';

export interface Scene {
  readonly panel: Partial<PanelState>;
  readonly events: readonly SessionEvent[];
}

const agent = { name: 'Qwen Code', title: 'Qwen Code', isDemo: false };
const demo = { name: 'demo', title: 'Demo agent', isDemo: true };

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
  background: { panel: {}, events: [...finished, ...backgroundWork] },
  permission: { panel: {}, events: [...running, permissionRequest, secondRequest] },
  permissionChanged: { panel: {}, events: [...running, permissionRequest, askedInFull] },
  permissionBent: { panel: {}, events: [...running, bentRequest] },
  protected: { panel: {}, events: [...running, ...protectedRequest] },
  ...limitScenes,
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
  manyChanges: { panel: {}, events: [...finished, options, ...manyChangedFiles] },
  unlistedChanges: { panel: {}, events: [...finished, options, ...unlistedChanges] },
  busyDock: {
    panel: { isReadOnlyMode: true },
    events: [...opened, longOptions, ...changedFiles, ...commandRequest, ...contextUsed(97)],
  },
  longOptions: { panel: {}, events: [...finished, longOptions] },
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
  editRun: { panel: {}, events: [...opened, ...editRun] },
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
