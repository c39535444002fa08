// What an agent refused because the user was not signed in, to be sent again once they are.
import { isRefusedForSignIn } from '../../../core/failures/failedPrompt.ts';
import { entryAt, entryCount, isUserPrompt, lastEntry } from '../../../core/session/entries.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import type { SessionState } from '../../../core/session/model.ts';
import type { Sessions } from '../../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';

export interface RefusedPromptsOptions {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'retries' | 'queue'>;
}

export class RefusedPrompts {
  readonly #options: RefusedPromptsOptions;
  /** By session the last entry when its prompts were sent again: what is before it is sent or queued. */
  readonly #sent = new Map<string, string>();

  constructor(options: RefusedPromptsOptions) {
    this.#options = options;
  }

  /** Sends again what an agent refused last in each of its sessions, in order and before what waits. */
  sendAgain(agent: string): void {
    const { store, sessions } = this.#options;
    for (const key of store.keys()) {
      const state = store.state(key);
      if (state?.agent !== agent || !isRefusedForSignIn(state)) continue;
      const [first, ...others] = refusedInARow(state, this.#sent.get(key));
      if (first === undefined) {
        // The transcript was read anew, and its entries were counted anew.
        sessions.retries.now(key);
        continue;
      }
      this.#sent.set(key, lastEntry(state.entries)?.id ?? '');
      sessions.retries.send(key, first);
      for (const [place, content] of others.entries()) {
        const queued = sessions.queue.add(key, content);
        if (queued !== undefined) sessions.queue.move(key, queued.id, place);
      }
    }
  }
}

/** The prompts that began the last turns, all refused for the missing sign-in and behind an entry; the first one first. */
function refusedInARow(
  { entries }: SessionState,
  behind: string | undefined,
): readonly (readonly ContentBlock[])[] {
  const refused: (readonly ContentBlock[])[] = [];
  let content: readonly ContentBlock[] | undefined;
  let isForSignIn = false;
  for (let index = entryCount(entries) - 1; index >= 0; index--) {
    const entry = entryAt(entries, index);
    if (entry === undefined || entry.id === behind) break;
    const code = entry.kind === 'notice' ? entry.error?.code : undefined;
    if (entry.kind === 'turn') {
      if (content !== undefined) refused.unshift(content);
      content = undefined;
      if (entry.stopReason !== 'error' || !isForSignIn) break;
      isForSignIn = false;
    } else if (code !== undefined) isForSignIn = code === 'sign-in-needed';
    else if (isUserPrompt(entry)) content = entry.content;
  }
  return content === undefined ? refused : [content, ...refused];
}
