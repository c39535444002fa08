// Panel messages that answer what an agent asks: permission requests and elicitations.
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { ProposalEditors } from '../editors/proposalEditors.ts';

export interface QuestionHandlersOptions {
  readonly sessions: Sessions;
  readonly proposals: ProposalEditors;
}

type QuestionMessageType =
  'permission' | 'edit_proposal' | 'elicitation_accept' | 'elicitation_open' | 'elicitation_refuse';

export function questionHandlers({
  sessions,
  proposals,
}: QuestionHandlersOptions): Pick<PanelHandlers, QuestionMessageType> {
  const { elicitations } = sessions;
  return {
    permission: ({ key, requestId, optionId }) => sessions.permissions.answer(key, requestId, optionId),
    edit_proposal: ({ key, requestId }) => proposals.edit(key, requestId),
    elicitation_accept: ({ key, requestId, values }) => elicitations.accept(key, requestId, values),
    // Opens the page to which the user agreed in the browser (R112).
    elicitation_open: async ({ key, requestId }) => {
      const url = elicitations.consent(key, requestId);
      if (url === undefined) return;
      const { openPage } = await import('../editors/openLink.ts');
      await openPage(url);
    },
    elicitation_refuse: ({ key, requestId, action }) => elicitations.refuse(key, requestId, action),
  };
}
