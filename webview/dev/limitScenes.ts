// A session that met a limit: it waits, it continues automatically, the limit is over, nobody knows when it is.
import type { SessionEvent } from '../../src/core/session/events.ts';
import type { SessionLimit } from '../../src/core/session/limit/state.ts';
import { at, finished, text } from './conversationScene.ts';

const inMinutes = (minutes: number): number => at(-60 * minutes);

function met(limit: Omit<SessionLimit, 'entryId'>): readonly SessionEvent[] {
  const message = 'The usage limit of your account with Qwen Code is reached.';
  return [
    ...finished,
    { type: 'prompt_started', at: at(9), content: [text('Then do the same for refunds')] },
    {
      type: 'turn_failed',
      at: at(5),
      error: {
        code: 'quota-exhausted',
        message,
        detail: 'You’ve hit your session limit · resets 11:30pm (Europe/Berlin)',
        actions: ['hand-off', 'switch-model', 'try-again', 'show-log'],
      },
    },
    { type: 'limit_changed', at: at(4), limit: { entryId: 'e20', ...limit } },
  ];
}

export const limitScenes = {
  limit: { panel: {}, events: met({ resetsAt: inMinutes(200) }) },
  limitContinues: { panel: {}, events: met({ resetsAt: inMinutes(42), continuation: { count: 0 } }) },
  limitOver: { panel: {}, events: met({ resetsAt: inMinutes(-1), isOver: true }) },
  limitUnknown: { panel: {}, events: met({}) },
};
