// Panel messages that answer what an agent asks, and that end read-only mode, which answers for the user.
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ProposalEditors } from '../editors/proposalEditors.ts';
import type { PermissionRules } from './permissionRules.ts';

export interface QuestionHandlersOptions {
  readonly sessions: Sessions;
  readonly proposals: ProposalEditors;
  readonly store: SessionStore;
  readonly rules: PermissionRules;
}

type QuestionMessageType = 'permission' | 'edit_proposal' | 'allow_words' | 'turn_off_read_only';

export function questionHandlers({
  sessions,
  proposals,
  store,
  rules,
}: QuestionHandlersOptions): Pick<PanelHandlers, QuestionMessageType> {
  return {
    permission: ({ key, requestId, optionId }) => sessions.permissions.answer(key, requestId, optionId),
    // The changed rules answer the request.
    allow_words: async ({ key, requestId }) => {
      const state = store.state(key);
      const request = state?.permissions.find((waiting) => waiting.requestId === requestId);
      if (state !== undefined && request !== undefined) {
        await rules.addRuleFor(state.agent, state.cwd, request);
      }
    },
    edit_proposal: ({ key, requestId }) => proposals.edit(key, requestId),
    turn_off_read_only: () => rules.setReadOnly(false),
  };
}
