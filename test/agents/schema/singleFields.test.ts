// The principle of the schemas: whatever single field of a message is missing or bad, everything else of it arrives.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  initializeAnswer,
  newSessionAnswer,
  promptAnswer,
  reopenedAnswer,
} from '../../../src/agents/schema/answerSchema.ts';
import { setConfigOptionAnswer } from '../../../src/agents/schema/configSchema.ts';
import { elicitationParams } from '../../../src/agents/schema/elicitationSchema.ts';
import { listAnswer } from '../../../src/agents/schema/listSchema.ts';
import { permissionParams } from '../../../src/agents/schema/permissionSchema.ts';
import { readForeignTerminals } from '../../../src/agents/schema/terminalMetaSchema.ts';
import { todoPlan } from '../../../src/agents/schema/todoSchema.ts';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';
import { readRequestTokens } from '../../../src/agents/schema/usageMetaSchema.ts';
import { readAccountLimit } from '../../../src/agents/limits/rateLimitMeta.ts';

type Path = readonly (string | number)[];

/** What stands in the place of a field: nothing, null, and values of every other kind. */
const BAD: readonly unknown[] = [undefined, null, {}, [], 'junk', -7.5, true, [null], { junk: 1 }];

interface Message {
  readonly name: string;
  readonly valid: object;
  /** What Parley makes of it; undefined where nothing. */
  readonly read: (message: unknown) => unknown;
  readonly essential?: Essential;
}

/**
 * The fields without which the object around them cannot be told from others, cannot be placed, or holds nothing: it is
 * left out with them, and nothing else is. The number of objects that go, or the fields beside it that do.
 */
type Essential = Readonly<Record<string, number | readonly string[]>>;

const parsedBy = (schema: z.ZodMiniType) => (message: unknown) => schema.safeParse(message).data;
const update =
  (essential: Essential = {}) =>
  (fields: { readonly sessionUpdate: string; readonly [field: string]: unknown }): Message => ({
    name: fields.sessionUpdate,
    valid: { sessionId: 'the-session', update: fields },
    read: (message) => {
      const reading = readSessionUpdate(message);
      return [
        reading.kind === 'parsed' ? reading.update : undefined,
        readForeignTerminals(message),
        readRequestTokens(message),
        readAccountLimit(message),
      ];
    },
    essential: { sessionId: 1, update: 1, 'update.sessionUpdate': 2, ...below('update', essential) },
  });

const text = (words: string) => ({ type: 'text', text: words });
const ids = (...names: readonly string[]) =>
  names.map((id) => ({ id, name: `name ${id}`, description: `about ${id}` }));
const choice = (value: string) => ({ value, name: `name ${value}`, description: `about ${value}` });
const configOptions = [
  {
    id: 'first',
    name: 'First',
    description: 'about the first',
    category: 'mode',
    type: 'select',
    currentValue: 'v1',
    options: [{ name: 'group', options: [choice('v1'), choice('v2')] }],
  },
  { id: 'second', name: 'Second', type: 'select', currentValue: 'v3', options: [choice('v3'), choice('v4')] },
  { id: 'third', name: 'Third', type: 'boolean', currentValue: true },
];
const OPTION: Essential = {
  '#.id': 1,
  '#.type': 1,
  '#.options.#.value': 1,
  '#.options.#.options': 1,
  '#.options.#.options.#.value': 1,
};
const toolCall = {
  toolCallId: 'the-call',
  title: 'the title',
  kind: 'edit',
  status: 'completed',
  content: [
    { type: 'content', content: text('said') },
    { type: 'diff', path: '/a/file', oldText: 'before', newText: 'after' },
    { type: 'terminal', terminalId: 'the-terminal' },
  ],
  locations: [
    { path: '/a/place', line: 11 },
    { path: '/b/place', line: 12 },
  ],
  rawInput: { anything: 'in' },
  rawOutput: ['anything out'],
  _meta: {
    claudeCode: { parentToolUseId: 'the-parent' },
    terminal_info: { terminal_id: 'foreign', cwd: '/cwd' },
    terminal_output: { terminal_id: 'foreign', data: 'printed' },
    terminal_exit: { terminal_id: 'foreign', exit_code: 33, signal: 'SIGNAL' },
  },
};
const CALL: Essential = {
  'content.#.type': 1,
  'content.#.content': 1,
  'content.#.content.type': 2,
  'content.#.content.text': 2,
  'content.#.path': ['oldText'],
  'content.#.newText': 1,
  'content.#.terminalId': 1,
  'locations.#.path': 1,
  '_meta.terminal_output.data': 1,
};
const chunkMeta = { usage: { input_tokens: 301, output_tokens: 302 } };

const messages: readonly Message[] = [
  update({ content: ['messageId'], 'content.type': 2, 'content.text': 2 })({
    sessionUpdate: 'agent_message_chunk',
    content: text('words'),
    messageId: 'the-message',
    _meta: chunkMeta,
  }),
  update({
    content: ['messageId'],
    'content.type': 2,
    'content.resource': 2,
    'content.resource.uri': ['mimeType', 'blob'],
  })({
    sessionUpdate: 'user_message_chunk',
    content: {
      type: 'resource',
      resource: { uri: 'file:///a', mimeType: 'text/x', text: 'embedded', blob: 'AAAA' },
    },
    messageId: 'the-message',
  }),
  update({ content: ['messageId'], 'content.type': 2, 'content.uri': ['name', 'mimeType', 'size'] })({
    sessionUpdate: 'agent_thought_chunk',
    content: {
      type: 'resource_link',
      uri: 'file:///a',
      name: 'link name',
      title: 'link title',
      description: 'about it',
      mimeType: 'text/y',
      size: 44,
    },
    _meta: chunkMeta,
  }),
  update({ content: ['messageId'], 'content.type': 2, 'content.data': ['mimeType'] })({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', data: 'BBBB', mimeType: 'image/x', uri: 'file:///image' },
  }),
  update({ toolCallId: 1, ...CALL })({ sessionUpdate: 'tool_call', ...toolCall }),
  update({ toolCallId: 1, ...CALL })({ sessionUpdate: 'tool_call_update', ...toolCall }),
  update({ entries: 1, 'entries.#.content': 1 })({
    sessionUpdate: 'plan',
    entries: [
      { content: 'step one', priority: 'high', status: 'in_progress' },
      { content: 'step two', priority: 'low', status: 'completed' },
    ],
  }),
  update({ availableCommands: 1, 'availableCommands.#.name': 1 })({
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'one', description: 'first command', input: { hint: 'hint one' } },
      { name: 'two', description: 'second command', input: { hint: 'hint two' } },
    ],
  }),
  update({ currentModeId: 1 })({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }),
  update({ configOptions: 1, ...below('configOptions', OPTION) })({
    sessionUpdate: 'config_option_update',
    configOptions,
  }),
  update()({
    sessionUpdate: 'session_info_update',
    title: 'session title',
    updatedAt: '2026-01-01T00:00:00Z',
    _meta: { key: 'meta value' },
  }),
  update({ 'cost.amount': 1, '_meta._claude/rateLimit.status': 1 })({
    sessionUpdate: 'usage_update',
    used: 501,
    size: 502,
    cost: { amount: 5.03, currency: 'USD' },
    _meta: {
      '_claude/rateLimit': {
        status: 'allowed_warning',
        resetsAt: 9e12,
        rateLimitType: 'five_hour',
        utilization: 0.91,
      },
    },
  }),
  update()({
    sessionUpdate: 'notice',
    severity: 'warning',
    title: 'notice title',
    description: 'notice text',
  }),
  update({ compactionId: 1, 'summary.#.type': 1, 'summary.#.text': 1 })({
    sessionUpdate: 'compaction_update',
    compactionId: 'the-compaction',
    status: 'completed',
    summary: [text('summary one'), text('summary two')],
    error: 'compaction error',
  }),
  {
    name: 'the answer to initialize',
    valid: {
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        auth: { logout: {} },
        sessionCapabilities: { resume: {}, fork: {}, list: {}, close: {}, delete: {} },
      },
      authMethods: [
        {
          id: 'login',
          name: 'Log in',
          description: 'about login',
          type: 'terminal',
          args: ['a', 'b'],
          env: { A: 'c' },
        },
        {
          id: 'key',
          name: 'Key',
          description: 'about the key',
          type: 'env_var',
          vars: [{ name: 'KEY', label: 'My key' }],
        },
        { id: 'page', name: 'Page', link: 'https://example.com/page' },
      ],
      agentInfo: { name: 'agent-name', title: 'Agent Title', version: '9.8.7' },
      _meta: { steering: { supported: true, behaviors: ['steer'] } },
    },
    read: parsedBy(initializeAnswer),
    essential: {
      'authMethods.#.id': 1,
      'authMethods.#.type': 1,
      // A command is run as it is listed, or not at all.
      'authMethods.#.args': 1,
      'authMethods.#.args.#': 2,
      'authMethods.#.env': 1,
      'authMethods.#.env.A': 2,
      'authMethods.#.vars': 1,
      'authMethods.#.vars.#.name': 1,
      '_meta.steering.supported': 1,
    },
  },
  {
    name: 'the answer to session/new',
    valid: {
      sessionId: 'new-session',
      configOptions: configOptions.slice(1),
      modes: { currentModeId: 'm1', availableModes: ids('m1', 'm2') },
      models: {
        currentModelId: 'l1',
        availableModels: ids('l1', 'l2').map(({ id, ...rest }) => ({ modelId: id, ...rest })),
      },
    },
    read: parsedBy(newSessionAnswer),
    essential: {
      sessionId: 1,
      'modes.availableModes.#.id': 1,
      'models.availableModels.#.modelId': 1,
      ...below('configOptions', OPTION),
    },
  },
  {
    name: 'the answer to session/load',
    valid: { configOptions },
    read: parsedBy(reopenedAnswer),
    essential: below('configOptions', OPTION),
  },
  {
    name: 'the answer to session/set_config_option',
    valid: { configOptions },
    read: parsedBy(setConfigOptionAnswer),
    essential: below('configOptions', OPTION),
  },
  {
    name: 'the answer to session/prompt',
    valid: {
      stopReason: 'max_tokens',
      usage: { totalTokens: 71, inputTokens: 72, outputTokens: 73, thoughtTokens: 74, cachedReadTokens: 75 },
      _meta: { 'parley.dev/entryId': 'answer-entry' },
    },
    read: parsedBy(promptAnswer),
  },
  {
    name: 'the answer to session/list',
    valid: {
      sessions: ['one', 'two'].map((id) => ({
        sessionId: id,
        cwd: `/folder/${id}`,
        title: `title ${id}`,
        updatedAt: '2026-01-01T00:00:00Z',
        _meta: { key: `meta ${id}` },
      })),
      nextCursor: 'the-cursor',
    },
    read: parsedBy(listAnswer),
    essential: { 'sessions.#.sessionId': 1, 'sessions.#.cwd': 1 },
  },
  {
    name: 'session/request_permission',
    valid: {
      sessionId: 'the-session',
      toolCall,
      options: [
        { optionId: 'yes', name: 'Yes please', kind: 'allow_once' },
        { optionId: 'no', name: 'No thanks', kind: 'reject_once' },
      ],
    },
    read: parsedBy(permissionParams),
    essential: { sessionId: 1, options: 1, 'options.#.optionId': 1, toolCall: 1, ...below('toolCall', CALL) },
  },
  {
    name: 'elicitation/create with a form',
    valid: {
      sessionId: 'the-session',
      mode: 'form',
      message: 'the question',
      requestedSchema: {
        title: 'form title',
        description: 'about the form',
        properties: {
          a: {
            type: 'string',
            title: 'Title a',
            description: 'about a',
            minLength: 81,
            pattern: 'p+',
            default: 'aa',
          },
          b: {
            type: 'string',
            title: 'Title b',
            oneOf: [
              { const: 'x', title: 'Title x' },
              { const: 'y', title: 'Title y' },
            ],
          },
          c: {
            type: 'array',
            title: 'Title c',
            items: { enum: ['e1', 'e2'] },
            minItems: 82,
            default: ['e1'],
          },
          d: { type: 'number', title: 'Title d', minimum: 83, maximum: 84, default: 83.5 },
          e: { type: 'boolean', title: 'Title e', default: true },
        },
        required: [],
      },
      _meta: { 'parley.dev/deadline': 85 },
    },
    read: parsedBy(elicitationParams),
    // Of another type nothing is known that could be shown (R109). Without any field that can be, it is refused.
    essential: {
      mode: 1,
      requestedSchema: 1,
      'requestedSchema.properties': 2,
      'requestedSchema.properties.#.type': 1,
      'requestedSchema.properties.#.oneOf.#.const': 1,
    },
  },
  {
    name: 'elicitation/create with a page',
    valid: {
      sessionId: 'the-session',
      mode: 'url',
      message: 'go there',
      elicitationId: 'the-page',
      url: 'https://example.com',
    },
    read: parsedBy(elicitationParams),
    essential: { mode: 1, url: 1 },
  },
  {
    name: 'a list of things to do',
    valid: {
      todos: [
        { content: 'todo one', status: 'done', priority: 'high' },
        { content: 'todo two', status: 'pending', priority: 'low' },
      ],
    },
    read: (rawInput) => todoPlan({ toolCallId: 't', rawInput }),
    essential: { todos: 1, 'todos.#.content': 1 },
  },
];

test.each(messages.map((message) => [message.name, message] as const))(
  '%s: a bad field takes nothing with it',
  (_name, { valid, read, essential = {} }) => {
    const whole = leavesOf(read(valid));
    for (const path of pathsIn(valid)) {
      const place = path.map((step) => (typeof step === 'number' ? '#' : step));
      // The keys of a form are the agent's.
      const pattern = place.join('.').replace(/properties\.[a-e]/, 'properties.#');
      const others = new Set(leavesOf(lostWith(valid, path, essential[pattern] ?? 0)));
      const expected = whole.filter((leaf) => others.has(leaf));
      for (const bad of BAD) {
        const arrived = new Set(leavesOf(read(replaced(valid, path, bad))));
        const missing = expected.filter((leaf) => !arrived.has(leaf));
        expect(missing, `${pattern} = ${JSON.stringify(bad) ?? 'missing'}`).toEqual([]);
      }
    }
  },
);

/** Every field and item below a value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  return [...own, ...entriesOf(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** The texts and numbers of a value, each of which stands in a message only where it is meant. Not what kind it is. */
function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string') return value.split('\n');
  if (typeof value === 'number') return [value];
  return entriesOf(value).flatMap(([key, inner]) => (key === 'type' ? [] : leavesOf(inner)));
}

function entriesOf(value: unknown): (readonly [string | number, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

/** What is left of a message without a field and what goes with it. */
function lostWith(message: object, path: Path, lost: number | readonly string[]): unknown {
  if (typeof lost === 'number') return replaced(message, path.slice(0, path.length - lost), undefined);
  const parent = path.slice(0, -1);
  return [path, ...lost.map((name) => [...parent, name])].reduce<unknown>(
    (left, field) => replaced(left, field, undefined),
    message,
  );
}

/** Fields of one object inside another. */
function below(prefix: string, fields: Essential): Essential {
  return Object.fromEntries(Object.entries(fields).map(([field, lost]) => [`${prefix}.${field}`, lost]));
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const entries = entriesOf(value).map(
    ([name, inner]) => [name, name === key ? replaced(inner, rest, by) : inner] as const,
  );
  if (Array.isArray(value)) return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries.filter(([name, inner]) => name !== key || inner !== undefined));
}
