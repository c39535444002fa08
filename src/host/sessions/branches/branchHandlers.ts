// Panel messages about branches: a prompt that is sent in the place of an earlier one, and the way to the other branches.
import type { Sessions } from '../../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { TrackedChanges } from '../../../core/ports/changeTracking.ts';
import type { CurrentSession } from '../../chat/currentSession.ts';
import type { Chats } from '../../chat/openChats.ts';
import type { PanelHandlers } from '../../chat/panelHandlers.ts';
import type { Drafts } from '../../prompt/drafts.ts';
import type { WholePrompts } from '../../prompt/wholePrompts.ts';
import type { SessionOpener } from '../sessionOpener.ts';

export interface BranchHandlersOptions {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'copies' | 'delete' | 'opened'>;
  readonly wholePrompt: WholePrompts;
  /** Sends a prompt, once what it mentions is read. */
  readonly sendPrompt: PanelHandlers['prompt'];
  readonly current: Pick<CurrentSession, 'open'>;
  readonly chats: Chats;
  readonly opener: Pick<SessionOpener, 'bring'>;
  readonly restoreFiles: TrackedChanges['restoreFiles'];
  readonly redoFiles: TrackedChanges['redoFiles'];
  readonly drafts: Pick<Drafts, 'set' | 'setAttachments' | 'attachmentsOf' | 'editsOf'>;
  /** {@link SessionDeletion.discard} */
  readonly discard: (key: string) => Promise<void>;
}

export function branchHandlers(
  options: BranchHandlersOptions,
): Pick<PanelHandlers, 'resend' | 'rewind' | 'redo_rewind' | 'open_branch'> {
  const { current, chats, opener } = options;
  /** The sessions that are being copied for a prompt: a second press would make a second copy. */
  const copying = new Set<string>();
  const once = async (key: string, work: () => Promise<void>): Promise<void> => {
    if (copying.has(key)) return;
    copying.add(key);
    await work().finally(() => copying.delete(key));
  };
  return {
    resend: (message, panel) =>
      once(message.key, async () => {
        const { resendPrompt } = await import('./resendPrompt.ts');
        await resendPrompt(message, panel, options);
      }),
    rewind: (message) =>
      once(message.key, async () => (await import('./rewind.ts')).rewind(message, options)),
    redo_rewind: (message) =>
      once(message.key, async () => (await import('./rewind.ts')).redoRewind(message, options)),
    open_branch: async ({ key, target, prompt }) => {
      const shownBy = chats.showing(key) ?? chats.target;
      const found = await opener.bring(target);
      if (found === undefined) return;
      current.open(found, shownBy);
      chats.showing(found)?.post({ type: 'show_prompt', key: found, prompt });
    },
  };
}
