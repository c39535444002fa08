// How an earlier prompt can be sent anew: in a copy of the session, in a new one, or not by what the agent can do.
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import type { PanelMessage } from '../../../src/core/panel/panelMessage.ts';
import { promptCut } from '../../../src/core/session/branches/promptCut.ts';
import type { SessionState } from '../../../src/core/session/model.ts';

export type ResendWay = Extract<PanelMessage, { type: 'resend' }>['into'];

/** The way for the prompt with that entry id; undefined where the agent cannot copy the session up to it. */
export function resendWay(
  session: SessionState,
  { sessionAbilities }: Pick<PanelState, 'sessionAbilities'>,
  entryId: string,
): ResendWay | undefined {
  const cut = promptCut(session, entryId);
  if (cut === undefined) return undefined;
  // Nothing is before the first prompt that a new session would not have.
  if (cut.promptsBefore === 0) return 'new_session';
  const { forkAtPrompt, forkAfterAnswer } = sessionAbilities;
  const canFork =
    (forkAtPrompt && cut.beforePrompt !== undefined) || (forkAfterAnswer && cut.afterAnswer !== undefined);
  return canFork ? 'fork' : undefined;
}
