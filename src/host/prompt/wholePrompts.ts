// Makes the prompts that panels send whole: what is attached to them is with the drafts, or with prompts that were sent.
import { wholePrompt, type PromptPart, type WholePrompt } from '../../core/panel/draftAttachment.ts';
import { sentAttachment } from '../../core/panel/sentAttachments.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Drafts } from './drafts.ts';

/** Makes a prompt whole that a panel sends in a session. */
export type WholePrompts = (key: string, parts: readonly PromptPart[]) => WholePrompt;

export function wholePrompts(
  drafts: Pick<Drafts, 'attachment'>,
  store: Pick<SessionStore, 'state'>,
): WholePrompts {
  return (key, parts) => {
    const state = store.state(key);
    return wholePrompt(
      parts,
      (id) => drafts.attachment(key, id) ?? (state === undefined ? undefined : sentAttachment(state, id)),
    );
  };
}
