// Ids of Parley's own calls, which no agent can name.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agentToolCall,
  isOwnToolCall,
  ownToolCallId,
} from '../../../../src/core/session/toolCall/toolCallIds.ts';

test('an id of an agent is never one of Parley’s own, and two ids stay two', () => {
  const id = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `parley:${rest}`),
    fc.string().map((rest) => `agent:parley:${rest}`),
  );
  fc.assert(
    fc.property(id, id, (one, other) => {
      const call = agentToolCall({ toolCallId: one, parentToolCallId: other });
      expect(isOwnToolCall(call)).toBe(false);
      expect(isOwnToolCall({ toolCallId: call.parentToolCallId ?? '' })).toBe(false);
      expect(call.toolCallId === call.parentToolCallId).toBe(one === other);
    }),
  );
  expect(isOwnToolCall({ toolCallId: ownToolCallId('1') })).toBe(true);
  expect(agentToolCall({ toolCallId: 'call_1' })).toEqual({ toolCallId: 'call_1' });
});
