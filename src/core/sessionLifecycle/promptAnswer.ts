// What the agent says in answer to one certain prompt of a session.
import type { QueuedPrompt } from '../session/model.ts';
import { answerSince } from '../session/selectors.ts';
import type { SessionChange, SessionStore } from './sessionStore.ts';

/**
 * Resolves to the agent's words in the turn that a prompt of the queue begins; to undefined when that turn did not end
 * normally or said nothing, and as soon as there will be none: the session was closed or can only be read, could not be
 * opened, or the prompt was taken out of the queue.
 */
export function answerTo(
  store: SessionStore,
  key: string,
  prompt: QueuedPrompt,
): Promise<string | undefined> {
  const isQueued = (): boolean => store.state(key)?.queue.some(({ id }) => id === prompt.id) === true;
  if (!isQueued() || store.state(key)?.readOnly !== undefined) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  /** How many entries there were before the prompt; undefined while it waits. */
  let before: number | undefined;

  const take = ({ event, previous, state }: SessionChange): void => {
    switch (event.type) {
      case 'prompt_started':
        // What is attached to a prompt goes before it.
        if (event.content.at(-1) === prompt.content.at(-1)) before = previous.entriesMade;
        return;
      case 'queue_changed':
        // One that is taken out to be sent begins its turn before anything else is done.
        void Promise.resolve().then(() => {
          if (before === undefined && !isQueued()) resolve(undefined);
        });
        return;
      case 'turn_ended':
      case 'turn_failed':
        if (before === undefined) return;
        resolve(
          event.type === 'turn_ended' && event.stopReason === 'end_turn'
            ? answerSince(state, before)
            : undefined,
        );
        return;
      case 'open_failed':
      case 'read_only':
        resolve(undefined);
        return;
      default:
    }
  };
  const watches = [
    store.onChange((change) => {
      if (change.key === key) take(change);
    }),
    store.onListChange(() => {
      if (store.state(key) === undefined) resolve(undefined);
    }),
  ];
  return promise.finally(() => {
    for (const watch of watches) watch.dispose();
  });
}
