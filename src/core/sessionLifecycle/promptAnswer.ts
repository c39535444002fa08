// The agent's answer to one certain prompt of a session.
import { DisposableStore } from '../base/lifecycle.ts';
import type { QueuedPrompt } from '../session/turn/state.ts';
import { answerSince } from '../session/selectors.ts';
import type { SessionStore } from './sessionStore.ts';

/**
 * Resolves to the agent's text in the turn that a prompt of the queue begins; to undefined when that turn did not end
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

  const owned = new DisposableStore();
  owned.add(
    store.onEvent('prompt_started', (change) => {
      // What is attached to a prompt goes before it.
      const isIt = change.key === key && change.event.content.at(-1) === prompt.content.at(-1);
      if (isIt) before = change.previous.entriesMade;
    }),
  );
  owned.add(
    store.onEvent('queue_changed', (change) => {
      if (change.key !== key) return;
      // One that is taken out to be sent begins its turn before anything else is done.
      void Promise.resolve().then(() => {
        if (before === undefined && !isQueued()) resolve(undefined);
      });
    }),
  );
  owned.add(
    store.onEvent(['turn_ended', 'turn_failed'], ({ key: of, event, state }) => {
      if (of !== key || before === undefined) return;
      const isNormalEnd = event.type === 'turn_ended' && event.stopReason === 'end_turn';
      resolve(isNormalEnd ? answerSince(state, before) : undefined);
    }),
  );
  owned.add(
    store.onEvent(['open_failed', 'read_only'], (change) => {
      if (change.key === key) resolve(undefined);
    }),
  );
  owned.add(
    store.onListChange(() => {
      if (store.state(key) === undefined) resolve(undefined);
    }),
  );
  return promise.finally(() => owned.dispose());
}
