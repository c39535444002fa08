// Builds the chats of the window, and what they remember. Panels fill them later: see `panelMaker.ts`.
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import { setContext } from '../contributions/contextKeys.ts';
import type { HostServices } from '../window/hostServices.ts';
import { inBackground } from '../window/inBackground.ts';
import { ChatPlace } from './chatPlace.ts';
import { ChatView } from './chatView.ts';
import { CurrentSession } from './currentSession.ts';
import { Drafts } from '../prompt/drafts.ts';
import { onFirstUnwritten } from '../prompt/firstUnwritten.ts';
import { Chats } from './openChats.ts';

/** The chats, and which session of theirs the user works in. */
export interface ChatArea {
  readonly sidebar: ChatView;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly drafts: Drafts;
}

export function createChats(
  { context, owned, store, storage, clock, log, agentSettings }: HostServices,
  sessions: Sessions,
): ChatArea {
  const sidebar = owned.add(new ChatView(owned.add(new ChatPlace(context.globalState))));
  const chats = owned.add(new Chats(sidebar, setContext));
  const drafts = owned.add(new Drafts(storage, clock, log));
  owned.add(
    onFirstUnwritten(drafts.onUnwritten, store, (draft) =>
      inBackground(
        log,
        import('../prompt/unwrittenDraft.ts').then(({ reportUnwritten }) =>
          reportUnwritten(draft, store, clock),
        ),
      ),
    ),
  );
  return {
    sidebar,
    chats,
    current: new CurrentSession({ store, sessions, chats, drafts, agentSettings }),
    drafts,
  };
}
