// Panel messages about branches: a prompt that is sent in the place of an earlier one, and the way to the other branches.
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { TrackedChanges } from '../../core/ports/changeTracking.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { WholePrompts } from '../prompt/wholePrompts.ts';
import type { SessionOpener } from './sessionOpener.ts';

export interface BranchHandlersOptions {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'copies' | 'delete'>;
  readonly wholePrompt: WholePrompts;
  /** Sends a prompt, once what it mentions is read. */
  readonly sendPrompt: PanelHandlers['prompt'];
  readonly current: Pick<CurrentSession, 'open'>;
  readonly chats: Chats;
  readonly opener: Pick<SessionOpener, 'bring'>;
  readonly restoreFiles: TrackedChanges['restoreFiles'];
}

export function branchHandlers(
  options: BranchHandlersOptions,
): Pick<PanelHandlers, 'resend' | 'open_branch'> {
  const { current, chats, opener } = options;
  /** The sessions of which a prompt is being sent again: a second press would make a second copy. */
  const resending = new Set<string>();
  return {
    resend: async (message, panel) => {
      if (resending.has(message.key)) return;
      resending.add(message.key);
      try {
        const { resendPrompt } = await import('./resendPrompt.ts');
        await resendPrompt(message, panel, options);
      } finally {
        resending.delete(message.key);
      }
    },
    open_branch: async ({ key, target, prompt }) => {
      const shownBy = chats.showing(key) ?? chats.target;
      const found = await opener.bring(target);
      if (found === undefined) return;
      current.open(found, shownBy);
      chats.showing(found)?.post({ type: 'show_prompt', key: found, prompt });
    },
  };
}
