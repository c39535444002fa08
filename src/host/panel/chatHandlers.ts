// Panel messages about the panel itself: focus, draft, clipboard, links, errors of the page.
import * as vscode from 'vscode';
import type { Log } from '../../core/ports/hostPorts.ts';
import { configureTimeZone } from '../../core/text/localization.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelContext, PanelHandlers } from '../chat/panelHandlers.ts';

export interface ChatHandlersOptions {
  readonly store: SessionStore;
  readonly redactors: AgentRedactors;
  readonly log: Log;
  readonly chats: Pick<Chats, 'typeAhead'>;
  /** Called when a panel is new or was hidden. */
  readonly onReady: (panel: PanelContext) => Promise<void>;
}

type ChatMessageType =
  | 'ready'
  | 'focus'
  | 'typed_ahead'
  | 'placed'
  | 'used'
  | 'copy'
  | 'open_link'
  | 'time_zone'
  | 'webview_error';

export function chatHandlers({
  store,
  redactors,
  log,
  chats,
  onReady,
}: ChatHandlersOptions): Pick<PanelHandlers, ChatMessageType> {
  return {
    ready: async (_message, panel) => {
      panel.ready();
      await onReady(panel);
    },
    focus: ({ where }, panel) => panel.setFocus(where),
    typed_ahead: ({ text }) => chats.typeAhead(text),
    placed: ({ side }, panel) => panel.placed(side),
    used: (_message, panel) => panel.use(),
    copy: async ({ text }) => vscode.env.clipboard.writeText(redactors.values(text)),
    open_link: async ({ key, href }) => {
      const cwd = store.state(key)?.cwd;
      if (cwd === undefined) return;
      const { openLink } = await import('../editors/openLink.ts');
      await openLink(href, cwd);
    },
    time_zone: ({ timeZone }) => configureTimeZone(timeZone),
    webview_error: ({ message }) => log.error(`The panel reported: ${redactors.values(message)}`),
  };
}
