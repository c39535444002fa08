// Rewinds to before a prompt: the files, the conversation in a session of its own, or both; and takes that back. Nothing of
// the session before is lost: it stays as it is, with its draft and its queue.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { attachmentsOf, draftText } from '../../../core/mentions/sentMentions.ts';
import { promptAt, promptCount } from '../../../core/session/branches/promptCut.ts';
import { entryById, isPrompt, type Prompt } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import type { PanelMessageOf } from '../../chat/panelHandlers.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';
import type { BranchHandlersOptions } from './branchHandlers.ts';
import { reportRefusal, sessionBefore, type Refusal } from './sessionBefore.ts';

type Rewind = PanelMessageOf<'rewind'>;

/** Where it cannot be done, nothing is, and a notification says why. */
export async function rewind(message: Rewind, options: BranchHandlersOptions): Promise<void> {
  const { key, entryId, what, into, shown } = message;
  const { store, chats, current, drafts, restoreFiles } = options;
  const state = store.state(key);
  const prompt = state === undefined ? undefined : promptOf(state, entryId);
  if (state === undefined || prompt === undefined) return;
  const refuse = (refusal: Refusal): Promise<void> =>
    reportRefusal(refusal, () => rewind({ ...message, into: 'new_session' }, options));
  if (what === 'code') {
    if (state.turn === undefined) await restoreFiles(key, entryId, shown);
    else await refuse({ reason: sessionCommandStrings.resendAfterTurn() });
    return;
  }
  const restore = what === 'all' ? () => restoreFiles(key, entryId, shown) : undefined;
  const before = await sessionBefore({ key, entryId, into, rewound: what, restore }, options);
  if (!('next' in before)) {
    await refuse(before);
    return;
  }
  const { next } = before;
  drafts.set(next, draftText(prompt));
  const attached = attachmentsOf(prompt.content).map((block) => ({ id: randomUUID(), block }));
  if (attached.length > 0) drafts.setAttachments(next, attached);
  const shownBy = chats.showing(key);
  current.open(next, shownBy);
  await (shownBy ?? chats).reveal();
}

/**
 * Shows the session before a rewind again, and redoes the changes that were taken back with it. The session of the rewind
 * goes where the user has done nothing in it.
 */
export async function redoRewind(
  { key, text }: PanelMessageOf<'redo_rewind'>,
  options: BranchHandlersOptions,
): Promise<void> {
  const { store, sessions, chats, current, opener, redoFiles, discard } = options;
  const state = store.state(key);
  const link = state?.branch?.[0];
  if (state === undefined || link?.rewound === undefined) return;
  const shownBy = chats.showing(key);
  const before = await opener.bring(link.key);
  const stateBefore = before === undefined ? undefined : store.state(before);
  if (before === undefined || stateBefore === undefined) {
    void vscode.window.showErrorMessage(sessionCommandStrings.rewoundSessionGone());
    return;
  }
  const isUnused = isAsRewound(state, promptAt(stateBefore, link.prompt), text, options);
  current.open(before, shownBy);
  chats.showing(before)?.post({ type: 'show_prompt', key: before, prompt: link.prompt });
  if (link.rewound === 'all') {
    // What the window before has stored of its changes is read once the agent has the session.
    await sessions.opened(before);
    await redoFiles(before);
  }
  if (isUnused) await discard(key);
}

/** Whether the user has neither sent nor changed anything in the session of a rewind, which began with `prompt` as its draft. */
function isAsRewound(
  state: SessionState,
  prompt: Prompt | undefined,
  text: string,
  { drafts }: Pick<BranchHandlersOptions, 'drafts'>,
): boolean {
  const { key, queue, turn, branch } = state;
  if (prompt === undefined || turn !== undefined || queue.length > 0) return false;
  const attached = drafts.attachmentsOf(key) ?? [];
  return (
    promptCount(state) === branch?.[0]?.own &&
    text === draftText(prompt) &&
    attached.length === attachmentsOf(prompt.content).length &&
    drafts.editsOf(key).length === 0
  );
}

function promptOf({ entries }: SessionState, entryId: string): Prompt | undefined {
  const found = entryById(entries, entryId)?.found;
  return found !== undefined && isPrompt(found) ? found : undefined;
}
