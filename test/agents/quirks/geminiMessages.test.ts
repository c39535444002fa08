// What Gemini CLI says about its mode, as it was seen: a chunk of its own, outside of a turn.
import { expect, test } from 'vitest';
import { wanted, type QuirkContext } from '../../../src/agents/notifications.ts';
import { quirksOf } from '../../../src/agents/quirks.ts';
import { readSessionUpdate, type Update } from '../../../src/agents/schema/updateSchema.ts';

function read(text: string, context: Partial<QuirkContext> = {}): Update | undefined {
  const reading = readSessionUpdate({
    sessionId: 's',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
  if (reading.kind !== 'parsed') throw new Error(reading.kind);
  return wanted('s', reading.update, {
    quirks: quirksOf('gemini-cli'),
    isLoading: () => false,
    isPrompted: () => false,
    folder: () => '/work',
    ...context,
  });
}

test('the confirmation of a mode is the mode, and no message', () => {
  expect(read('[MODE_UPDATE] autoEdit')).toEqual({ type: 'current_mode', modeId: 'autoEdit' });
  expect(read('[MODE_UPDATE] autoEdit[MODE_UPDATE] default')).toEqual({
    type: 'current_mode',
    modeId: 'default',
  });
});

test('in a replay it is nothing', () => {
  expect(read('[MODE_UPDATE] yolo', { isLoading: () => true })).toBeUndefined();
});

test('what the model answers, and what other agents say, stays', () => {
  const text = '[MODE_UPDATE] yolo';
  expect(read(text, { isPrompted: () => true })).toMatchObject({ type: 'message_chunk' });
  expect(read(text, { quirks: quirksOf('another') })).toMatchObject({ type: 'message_chunk' });
  expect(read(`Write ${text} to change it.`)).toMatchObject({ type: 'message_chunk' });
});
