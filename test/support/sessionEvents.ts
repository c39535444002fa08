// Arbitrary session events for property tests: few ids and words, so that events meet each other.
import fc from 'fast-check';
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { ConfigOption } from '../../src/core/session/configOptions/state.ts';
import type { PermissionDecision } from '../../src/core/session/permission/permissionDecision.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall/state.ts';

const at = fc.integer({ min: 0, max: 1_000 });
const path = fc.constantFrom('/a', '/b', '/c');
const words = fc.constantFrom('', 'a', 'Hello', ' world', '\n\n', '```ts\n', 'é', '😀');
const id = fc.constantFrom('1', '2', '3');

/** Pieces of a terminal's output, some of them long enough to reach the bound, some with half a character. */
const outputText = fc.oneof(
  { weight: 3, arbitrary: words },
  fc.constantFrom('\uD83D', '\uDE00', '\u001B[31m'),
  fc
    .tuple(fc.constantFrom('x', 'é', '€', '😀'), fc.integer({ min: 50_000, max: 140_000 }))
    .map(([character, times]) => character.repeat(times)),
);

const content: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 6, arbitrary: words.map((text): ContentBlock => ({ type: 'text', text })) },
  fc.constant<ContentBlock>({ type: 'image', data: 'AA==', mimeType: 'image/png' }),
  fc.constant<ContentBlock>({ type: 'unknown', name: 'hologram' }),
);

const call: fc.Arbitrary<ToolCallPatch> = fc.record(
  {
    toolCallId: id,
    title: words,
    name: words,
    kind: fc.constantFrom('read', 'edit', 'odd'),
    status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 'paused'),
    content: fc.array(
      content.map((block) => ({ type: 'content' as const, content: block })),
      { maxLength: 2 },
    ),
    locations: fc.constant([{ path: '/a', line: 1 }]),
    subagent: fc.constantFrom({}, { isRunning: true as const, tokens: 5 }),
  },
  { requiredKeys: ['toolCallId'] },
);

const decision = fc.constantFrom<PermissionDecision>(
  { by: 'user', option: { name: 'Yes', kind: 'allow_once' } },
  { by: 'rule', rule: 'rule 1' },
  { by: 'cancelled' },
  { by: 'cancelled', isWithdrawn: true },
);

const contents = fc.array(content, { maxLength: 2 });

/** As the host sends them: each path once, in order. */
const changedFiles = fc.uniqueArray(path, { maxLength: 3 }).chain((paths) =>
  fc.tuple(
    ...paths.toSorted().map((each) =>
      fc.record({
        path: fc.constant(each),
        name: fc.constant(each),
        state: fc.constantFrom('created' as const, 'modified' as const, 'deleted' as const),
        added: fc.nat(2),
        removed: fc.nat(2),
        hasConflict: fc.boolean(),
      }),
    ),
  ),
);

const queuedPrompt = fc.record({ id, content: contents });

const identity = { id, name: words, setBy: fc.constantFrom('config_option', 'mode', 'model') } as const;
const options = fc.array(
  fc.oneof<fc.Arbitrary<ConfigOption>[]>(
    fc.record({
      ...identity,
      type: fc.constant('select' as const),
      currentValue: id,
      groups: fc.constant([
        {
          values: [
            { value: '1', name: 'One' },
            { value: '2', name: 'Two' },
          ],
        },
      ]),
    }),
    fc.record({ ...identity, type: fc.constant('boolean' as const), currentValue: fc.boolean() }),
  ),
  { maxLength: 2 },
);

const error = { code: 'test', message: 'It failed.', actions: [] };

/** Any event at all, in any order. */
export const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record(
      {
        type: fc.constant('message_chunk' as const),
        at,
        role: fc.constantFrom('user' as const, 'agent' as const, 'thought' as const),
        content,
        messageId: id,
      },
      { requiredKeys: ['type', 'at', 'role', 'content'] },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      { type: fc.constant('tool_call' as const), at, call, isAnnouncement: fc.constant(true as const) },
      { requiredKeys: ['type', 'at', 'call'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('subagent_message' as const),
        at,
        toolCallId: id,
        messageId: id,
        role: fc.constantFrom('user' as const, 'agent' as const, 'thought' as const, 'plan' as const),
        content,
        isRemoved: fc.constant(true as const),
      },
      { requiredKeys: ['type', 'at', 'toolCallId', 'messageId', 'role', 'content'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('terminal_started' as const),
        at,
        terminalId: id,
        isForeign: fc.boolean(),
        command: words,
        cwd: words,
      },
      { requiredKeys: ['type', 'at', 'terminalId', 'isForeign'] },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('terminal_output' as const),
      at,
      terminalId: id,
      data: outputText,
      skippedBytes: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(100)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('terminal_exited' as const),
      at,
      terminalId: id,
      exit: fc.record({
        code: fc.option(fc.nat(255)),
        signal: fc.option(fc.constant('SIGTERM')),
      }),
    }),
  },
  fc.record({ type: fc.constant('opening' as const), at }),
  fc.record({ type: fc.constant('opened' as const), at, sessionId: id }),
  fc.record({ type: fc.constant('open_failed' as const), at, error: fc.constant(error) }),
  fc.record({ type: fc.constant('detached' as const), at }),
  fc.record({
    type: fc.constant('prompt_started' as const),
    at,
    content: contents,
  }),
  fc.record({ type: fc.constant('prompt_returned' as const), at }),
  fc.record({ type: fc.constant('cancel_requested' as const), at }),
  fc.record({ type: fc.constant('silence' as const), at }),
  fc.record({ type: fc.constant('request_received' as const), at }),
  fc.record(
    {
      type: fc.constant('background_tasks' as const),
      at,
      tasks: fc.array(
        fc.record(
          { taskId: id, name: words, toolCallId: id, isOver: fc.constant(true as const) },
          { requiredKeys: ['taskId'] },
        ),
        { maxLength: 3 },
      ),
      isWhole: fc.constant(true as const),
    },
    { requiredKeys: ['type', 'at', 'tasks'] },
  ),
  fc.record({ type: fc.constant('checkpoint_made' as const), at, checkpoint: id }),
  fc.record(
    { type: fc.constant('checkpoint_awaited' as const), at, percent: fc.nat({ max: 100 }) },
    { requiredKeys: ['type', 'at'] },
  ),
  fc.record({
    type: fc.constant('changes_updated' as const),
    at,
    changes: fc.record({ files: changedFiles, canRedo: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('changes_patched' as const),
    at,
    patch: fc.record({
      changed: changedFiles,
      settled: fc.array(path, { maxLength: 2 }),
      canRedo: fc.boolean(),
    }),
  }),
  fc.record({
    type: fc.constant('turn_ended' as const),
    at,
    stopReason: fc.constantFrom('end_turn', 'cancelled', 'odd'),
  }),
  fc.record({ type: fc.constant('turn_failed' as const), at, error: fc.constant(error) }),
  fc.record({
    type: fc.constant('permission_requested' as const),
    at,
    call,
    request: fc.record({ requestId: id, toolCallId: id, options: fc.constant([]), at }),
  }),
  fc.record({
    type: fc.constant('permission_changed' as const),
    at,
    requestId: id,
    call,
    request: fc.record({
      requestId: id,
      toolCallId: id,
      options: fc.constant([]),
      at,
      isChanged: fc.constant(true as const),
    }),
  }),
  fc.record({
    type: fc.constant('elicitation_requested' as const),
    at,
    request: fc.record({
      requestId: id,
      at,
      question: fc.constant({ mode: 'form' as const, message: 'Which?', fields: [] }),
      problems: fc.constant({}),
      isOpened: fc.constant(false),
    }),
  }),
  fc.record({ type: fc.constant('elicitation_opened' as const), at, requestId: id }),
  fc.record(
    {
      type: fc.constant('elicitation_closed' as const),
      at,
      requestId: id,
      isAnswered: fc.constant(true as const),
    },
    { requiredKeys: ['type', 'at', 'requestId'] },
  ),
  fc.record(
    { type: fc.constant('permission_closed' as const), at, requestId: id, decision },
    { requiredKeys: ['type', 'at', 'requestId'] },
  ),
  fc.record({ type: fc.constant('permission_decided' as const), at, call, decision }),
  fc.record(
    {
      type: fc.constant('notice' as const),
      at,
      severity: fc.constant('info' as const),
      text: words,
      isRetry: fc.constant(true as const),
    },
    { requiredKeys: ['type', 'at', 'severity', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('compaction' as const),
      at,
      compactionId: id,
      status: fc.constantFrom('in_progress', 'completed', 'failed', 'odd'),
      summary: contents,
      append: content,
      error: words,
    },
    { requiredKeys: ['type', 'at', 'compactionId'] },
  ),
  fc.record({
    type: fc.constant('plan' as const),
    at,
    entries: fc.array(
      fc.record({
        content: words,
        priority: fc.constantFrom('high', 'odd'),
        status: fc.constantFrom('pending', 'in_progress', 'completed', 'odd'),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record(
    { type: fc.constant('plan_document' as const), at, planId: id, text: words, file: words },
    { requiredKeys: ['type', 'at', 'planId', 'text'] },
  ),
  fc.record({ type: fc.constant('plan_removed' as const), at, planId: id }),
  fc.record({ type: fc.constant('config_options' as const), at, options }),
  fc.record({ type: fc.constant('config_options_answered' as const), at, options, configId: id }),
  fc.record({
    type: fc.constant('config_change_requested' as const),
    at,
    configId: id,
    value: fc.oneof(id, fc.boolean()),
  }),
  fc.record({
    type: fc.constant('config_change_failed' as const),
    at,
    configId: id,
    error: fc.constant(error),
  }),
  fc.record({ type: fc.constant('current_mode' as const), at, modeId: id }),
  fc.record({
    type: fc.constant('commands' as const),
    at,
    commands: fc.constantFrom([], [{ name: 'test', description: 'Run the tests' }]),
  }),
  fc.record({
    type: fc.constant('session_info' as const),
    at,
    patch: fc.record({ title: fc.option(words), meta: fc.constant({}) }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constant('usage' as const),
    at,
    usage: fc.record(
      { used: fc.nat(100), size: fc.constant(100), cost: fc.constant({ amount: 1, currency: 'USD' }) },
      { requiredKeys: ['used'] },
    ),
  }),
  fc.record({
    type: fc.constant('request_tokens' as const),
    at,
    tokens: fc.record({ total: fc.nat(100), input: fc.nat(100) }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constant('restored' as const), at }),
  fc.record({ type: fc.constant('transcript_cleared' as const), at }),
  fc.record({ type: fc.constant('read_only' as const), at, reason: words }),
  fc.record({ type: fc.constant('steered' as const), at, prompt: queuedPrompt }),
  fc.record({ type: fc.constant('context_attached' as const), at, content: contents }),
  fc.record({
    type: fc.constant('queue_changed' as const),
    at,
    queue: fc.uniqueArray(queuedPrompt, { maxLength: 2, selector: (prompt) => prompt.id }),
    held: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('proposal_edit' as const),
    at,
    toolCallId: id,
    edit: fc.constantFrom('written' as const, 'unused' as const),
  }),
  fc.record({
    type: fc.constant('elicitation_rejected' as const),
    at,
    requestId: id,
    problems: fc.constant({ field: 'It is empty.' }),
  }),
  fc.record({ type: fc.constant('context_warning_dismissed' as const), at }),
  fc.record(
    {
      type: fc.constant('limit_changed' as const),
      at,
      limit: fc.record({ entryId: id, resetsAt: at }, { requiredKeys: ['entryId'] }),
    },
    { requiredKeys: ['type', 'at'] },
  ),
  fc.record({ type: fc.constant('renamed' as const), at, alias: words }),
);
