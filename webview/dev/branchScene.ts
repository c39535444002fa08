// A scene with branches of a conversation, and with code that can be applied or run.
import type { SessionEvent } from '../../src/core/session/events.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;

/** Events between `at(seconds ago)`, for a session that is open. */
export function branchedConversation(at: (secondsAgo: number) => number): readonly SessionEvent[] {
  return [
    { type: 'prompt_started', at: at(80), content: [text('How is the project tested?')] },
    { type: 'checkpoint_made', at: at(80), checkpoint: 'first' },
    {
      type: 'message_chunk',
      at: at(75),
      role: 'agent',
      messageId: 'm1',
      content: text('With Vitest:\n\n```bash\nnpm ci\nnpm test\n```\n'),
    },
    { type: 'turn_ended', at: at(70), stopReason: 'end_turn' },
    { type: 'prompt_started', at: at(60), content: [text('Add a retry to the billing client.')] },
    { type: 'checkpoint_made', at: at(60), checkpoint: 'second' },
    {
      type: 'message_chunk',
      at: at(50),
      role: 'agent',
      messageId: 'm2',
      content: text(
        'In `src/client.ts`:\n\n```ts title="src/client.ts"\nconst res = await withBackoff(() => fetch(url));\n```\n',
      ),
    },
    { type: 'turn_ended', at: at(40), stopReason: 'end_turn' },
  ];
}
