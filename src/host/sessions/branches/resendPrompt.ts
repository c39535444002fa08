// Sends a prompt in the place of an earlier one, in a session of its own: nothing of the session before is lost.
import { findLastEntry, isPrompt } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { chatStrings } from '../../chat/chatStrings.ts';
import type { PanelContext, PanelMessageOf } from '../../chat/panelHandlers.ts';
import type { BranchHandlersOptions } from './branchHandlers.ts';
import { reportRefusal, sessionBefore, type Refusal } from './sessionBefore.ts';

/** If the prompt cannot be sent, nothing changes, and its editor, if it is open, or else a notification tells the user why. */
export async function resendPrompt(
  message: PanelMessageOf<'resend'>,
  panel: PanelContext,
  options: BranchHandlersOptions,
): Promise<void> {
  const { store, wholePrompt, sendPrompt, current, chats, restoreFiles } = options;
  const { key, entryId, into, from, restoresFiles } = message;
  const refuse = async (refusal: Refusal): Promise<void> => {
    if (from === 'answer') {
      await reportRefusal(refusal, () => resendPrompt({ ...message, into: 'new_session' }, panel, options));
      return;
    }
    // The editor offers the other ways itself.
    const { reason, isUnsupported } = refusal;
    const isKnown = reason === undefined || isUnsupported === true;
    panel.post({ type: 'resend_refused', key, entryId, ...(isKnown ? {} : { message: reason }) });
  };
  const { content: found, isComplete } = wholePrompt(key, message.content);
  if (!isComplete) {
    await refuse({ reason: chatStrings.attachmentMissing() });
    return;
  }
  const content = [...found];
  const restore = restoresFiles ? () => restoreFiles(key, entryId) : undefined;
  const before = await sessionBefore({ key, entryId, into, restore }, options);
  if (!('next' in before)) {
    // What agents without forks get: the last prompt is sent again at the end.
    const state = store.state(key);
    const isAgain = from === 'answer' && before.isUnsupported === true;
    if (isAgain && state !== undefined && isLastPrompt(state, entryId))
      await sendPrompt({ type: 'prompt', key, content }, panel);
    else await refuse(before);
    return;
  }
  const { next } = before;
  const shownBy = chats.showing(key);
  current.open(next, shownBy);
  await sendPrompt({ type: 'prompt', key: next, content }, panel);
  await (shownBy ?? chats).reveal();
}

function isLastPrompt({ entries }: SessionState, entryId: string): boolean {
  return findLastEntry(entries, isPrompt)?.found.id === entryId;
}
