// Arbitrary session events for property tests: few ids and words, so that events meet each other.
import fc from 'fast-check';
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall.ts';

const at = fc.integer({ min: 0, max: 1_000 });
const words = fc.constantFrom('', 'a', 'Hello', ' world', '\n\n', '```ts\n', 'é', '😀');
const id = fc.constantFrom('1', '2', '3');

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
  },
  { requiredKeys: ['toolCallId'] },
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
  { weight: 5, arbitrary: fc.record({ type: fc.constant('tool_call' as const), at, call }) },
  fc.record({ type: fc.constant('opening' as const), at }),
  fc.record({ type: fc.constant('opened' as const), at, sessionId: id }),
  fc.record({ type: fc.constant('open_failed' as const), at, error: fc.constant(error) }),
  fc.record({ type: fc.constant('detached' as const), at }),
  fc.record({
    type: fc.constant('prompt_started' as const),
    at,
    content: fc.array(content, { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant('cancel_requested' as const), at }),
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
  fc.record({ type: fc.constant('permission_closed' as const), at, requestId: id }),
  fc.record({
    type: fc.constant('notice' as const),
    at,
    severity: fc.constant('info' as const),
    text: words,
  }),
);
