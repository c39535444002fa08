// Asks the user what agents want to know, in the panel, and in an editor where a long answer is wanted.
import { matchesPattern } from '../../../agents/boundedPattern.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import { openPage } from '../../../host/editors/openLink.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { PendingElicitations } from '../core/pendingElicitations.ts';
import { AnswerEditors } from './answerEditors.ts';

export function createElicitation({ host, session }: Kernel) {
  const { owned, store, clock } = host;
  const { sessions, orphans } = session;
  const answers = owned.add(new AnswerEditors(store, orphans));
  const elicitations = owned.add(
    new PendingElicitations({
      store,
      clock,
      limit: sessions.questionLimit,
      matches: matchesPattern,
      written: (requestId) => answers.written(requestId),
    }),
  );
  owned.add(answers.onSave(({ key, requestId }) => elicitations.accept(key, requestId, {})));
  const panel: Pick<PanelHandlers, 'elicitation_accept' | 'elicitation_open' | 'elicitation_refuse'> = {
    elicitation_accept: ({ key, requestId, values }) => elicitations.accept(key, requestId, values),
    // Opens the page to which the user agreed in the browser (R112).
    elicitation_open: async ({ key, requestId }) => {
      const url = elicitations.consent(key, requestId);
      if (url !== undefined) await openPage(url);
    },
    elicitation_refuse: ({ key, requestId, action }) => elicitations.refuse(key, requestId, action),
  };
  return { elicitations, commands: {}, panel };
}
