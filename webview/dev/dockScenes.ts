// Scripted states of the dock and the composer: changed files, context, forms, pages, terminals, options.
import type { ElicitationQuestion } from '../../src/core/session/elicitation/state.ts';
import type { ConfigOption } from '../../src/core/session/configOptions/state.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';

const NOW = Date.now();
const text = (content: string) => ({ type: 'text', text: content }) as const;
const at = NOW - 60_000;

const file = (name: string, state: 'created' | 'modified' | 'deleted', hasConflict = false) => ({
  path: `/home/ada/billing/${name}`,
  name,
  state,
  added: state === 'deleted' ? 0 : 12,
  removed: state === 'created' ? 0 : 1_204,
  hasConflict,
});

/** What goes on beside the turns: a call, and tasks that the agent names. */
export const backgroundWork: readonly SessionEvent[] = [
  {
    type: 'tool_call',
    at: NOW,
    call: { toolCallId: 'dev', title: 'npm run dev', kind: 'execute', status: 'in_progress' },
  },
  {
    type: 'background_tasks',
    at: NOW,
    tasks: [
      {
        taskId: 'w',
        name: 'Watch the log of the billing service for errors',
        detail: '3 lines',
        canStop: true,
      },
      { taskId: 'm', name: 'Monitor' },
    ],
  },
];

/** Changed files of every state, with a note and a redo. */
export const changedFiles: readonly SessionEvent[] = [
  {
    type: 'changes_updated',
    at,
    changes: {
      files: [
        file('src/billing/client.ts', 'modified', true),
        { ...file('src/billing/withBackoff.ts', 'created'), isReviewed: true },
        file('src/billing/retry.ts', 'deleted'),
        { ...file('.vscode/tasks.json', 'created'), runsCode: 'editor' },
      ],
      note: 'Files outside the folder are not tracked.',
      canRedo: true,
      reviewed: 2,
      unsentComments: 3,
    },
  },
];

/** Thousands of changed files. */
export const manyChangedFiles: readonly SessionEvent[] = [
  {
    type: 'changes_updated',
    at,
    changes: {
      files: Array.from({ length: 5_000 }, (_, index) => ({
        ...file(`src/part-${index % 50}/file-${index}.ts`, index % 7 === 6 ? 'created' : 'modified'),
        ...(index % 3 === 0 ? { isReviewed: true as const } : {}),
      })),
      canRedo: false,
    },
  },
];

/** Nothing is listed, and what the agent did cannot be undone wholly. */
export const unlistedChanges: readonly SessionEvent[] = [
  {
    type: 'changes_updated',
    at,
    changes: {
      files: [],
      unlisted:
        'Undo does not remove new Git repositories (.git): vendor/parser. 2 files are not tracked, because their names are not UTF-8. Rename them to track them.',
      canRedo: false,
    },
  },
];

/** A request to write files that run on their own, with an answer that allows more than them. */
export const protectedRequest: readonly SessionEvent[] = [
  {
    type: 'permission_requested',
    at,
    request: {
      requestId: 'permission-1',
      toolCallId: 'protected',
      at,
      options: [
        { optionId: 'once', name: 'Allow', kind: 'allow_once' },
        { optionId: 'always', name: 'Allow All Edits', kind: 'allow_always' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
      protectedFiles: [
        { path: '/home/ada/billing/.git/config', reason: 'versionControl' },
        { path: '/home/ada/billing/.vscode/tasks.json', reason: 'editor' },
      ],
    },
    call: {
      toolCallId: 'protected',
      title: 'Write .git/config',
      kind: 'edit',
      content: [
        {
          type: 'diff',
          path: '/home/ada/billing/.git/config',
          oldText: '[core]\n',
          newText: '[core]\n\tfsmonitor = touch x\n',
        },
      ],
    },
  },
];

/** A context that is `used` percent full, with what the last turn cost. */
export function contextUsed(used: number): readonly SessionEvent[] {
  return [
    {
      type: 'commands',
      at,
      commands: [
        { name: 'compact', description: 'Summarize the conversation', hint: 'what to keep' },
        { name: 'explain', description: 'Explain how the folder is made' },
      ],
    },
    { type: 'usage', at, usage: { used: 0, size: 200_000, cost: { amount: 0, currency: 'EUR' } } },
    { type: 'prompt_started', at, content: [text('Count')] },
    {
      type: 'usage',
      at,
      usage: { used: used * 2_000, size: 200_000, cost: { amount: 0.0068, currency: 'EUR' } },
    },
    {
      type: 'turn_ended',
      at: at + 65_000,
      stopReason: 'end_turn',
      tokens: { input: 49, output: 114, thought: 38, cachedRead: 15_100, cachedWrite: 12, total: 15_313 },
    },
  ];
}

function asked(question: ElicitationQuestion): SessionEvent {
  return {
    type: 'elicitation_requested',
    at,
    request: { requestId: 'question-1', at, question, problems: {}, isOpened: false },
  };
}

const choices = ['Green', 'Black', 'Oolong'].map((title) => ({ value: title, title }));

/** A form with a field of each kind. */
export const form = asked({
  mode: 'form',
  message: 'How do you want the tea?',
  deadline: NOW + 3_600_000,
  fields: [
    { key: 'mail', title: 'Address', kind: 'text', isRequired: true, format: 'email', initial: 'ada' },
    { key: 'long', title: 'Story', kind: 'text', isRequired: false, isLong: true },
    { key: 'tea', title: 'Tea', kind: 'choice', isRequired: true, choices },
    {
      key: 'many',
      title: 'Many',
      kind: 'choice',
      isRequired: false,
      choices: Array.from({ length: 9 }, (_, index) => ({ value: `${index}`, title: `Choice ${index}` })),
    },
    { key: 'cups', title: 'Cups', kind: 'number', isRequired: true, isInteger: true, maximum: 5 },
    { key: 'milk', title: 'Milk', kind: 'boolean', isRequired: false },
  ],
});

/** Pages with an address that deceives. */
export const page = asked({
  mode: 'url',
  message: 'Sign in to the shop',
  elicitationId: 'page',
  url: 'http://shop.example@xn--pple-43d.com/login?next=1',
});

/** Terminals that run and ended, and one that the agent only mentioned. */
export const terminals: readonly SessionEvent[] = [
  { type: 'prompt_started', at, content: [text('Run the tests')] },
  ...['one', 'two', 'three'].map((terminalId): SessionEvent => ({
    type: 'tool_call',
    at,
    call: {
      toolCallId: terminalId,
      title: 'npx vitest run billing',
      kind: 'execute',
      status: terminalId === 'one' ? 'in_progress' : 'completed',
      content: [{ type: 'terminal', terminalId }],
    },
  })),
  ...['one', 'two'].flatMap((terminalId): readonly SessionEvent[] => [
    { type: 'terminal_started', at, terminalId, isForeign: false, command: 'npx vitest run billing' },
    { type: 'terminal_output', at, terminalId, data: '6 passed\n'.repeat(5), skippedBytes: 99_700_000 },
  ]),
  { type: 'terminal_exited', at: at + 4_000, terminalId: 'two', exit: { code: 1, signal: null } },
];

/** A thought, compactions, a plan and a notice. */
export const otherEntries: readonly SessionEvent[] = [
  { type: 'prompt_started', at, content: [text('Make room')] },
  { type: 'message_chunk', at, role: 'thought', content: text('It is full.') },
  ...['in_progress', 'completed', 'failed', 'cancelled'].map((status): SessionEvent => ({
    type: 'compaction',
    at: at + 1_000,
    compactionId: status,
    status,
    ...(status === 'failed' ? { error: 'the model was busy' } : {}),
  })),
  {
    type: 'plan',
    at,
    entries: [
      { content: 'Look at the files that matter', priority: 'high', status: 'completed' },
      { content: 'Change the client', priority: 'high', status: 'in_progress' },
      { content: 'Write a test', priority: 'low', status: 'pending' },
    ],
  },
];

/** Options of each kind. */
export const options: SessionEvent = {
  type: 'config_options',
  at,
  options: [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      setBy: 'config_option',
      type: 'select',
      currentValue: 'ask',
      groups: [{ values: [{ value: 'ask', name: 'Ask' }] }],
    },
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      setBy: 'config_option',
      type: 'select',
      currentValue: 'oak',
      groups: [
        {
          values: ['oak', 'elm', 'ash', 'fir', 'yew', 'box', 'bay'].map((name) => ({ value: name, name })),
        },
      ],
    },
    { id: 'web', name: 'Web search', setBy: 'config_option', type: 'boolean', currentValue: false },
    {
      id: 'effort',
      name: 'Effort',
      category: 'thought_level',
      setBy: 'config_option',
      type: 'select',
      currentValue: 'medium',
      groups: [{ values: [{ value: 'medium', name: 'Medium' }] }],
    },
  ],
};

const select = (id: string, name: string, category: string, value: string): ConfigOption => ({
  id,
  name,
  category,
  setBy: 'config_option',
  type: 'select',
  currentValue: value,
  groups: [{ values: [{ value, name: value }] }],
});

/** Options whose names and values are long, as some agents have them. */
export const longOptions: SessionEvent = {
  type: 'config_options',
  at,
  options: [
    select('mode', 'Mode', 'mode', 'Bypass permissions'),
    select('team', 'Collaboration mode', 'collaboration_mode', 'Default'),
    select('model', 'Model', 'model', 'gpt-6.1-sol medium'),
    {
      id: 'web',
      name: 'Web search',
      category: 'model_config',
      setBy: 'config_option',
      type: 'boolean',
      currentValue: true,
    },
    select('effort', 'Effort', 'thought_level', 'Medium'),
  ],
};
