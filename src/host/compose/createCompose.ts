// Compose in Editor: what the commands, the panel and the editors do with a draft.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { PromptEditors } from './promptEditors.ts';
import { promptKey } from './promptUri.ts';

export interface ComposeOptions {
  readonly store: SessionStore;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly drafts: Drafts;
  readonly editors: PromptEditors;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
  /** Brings a session of the list into the window; resolves to its key, to undefined when it cannot be had. */
  readonly bring: (id: string) => Promise<string | undefined>;
}

export interface ComposeArea extends Disposable {
  readonly commands: Pick<
    CommandHandlers,
    'parley.composeInEditor' | 'parley.sendComposedPrompt' | 'parley.returnPromptToChat'
  >;
  readonly panel: Pick<PanelHandlers, 'compose_in_editor' | 'end_compose'>;
}

export function createCompose(options: ComposeOptions): ComposeArea {
  const { store, chats, drafts, editors, currentKey } = options;
  const owned = new DisposableStore();
  /** Prompts that the page was asked to send: its copy of them is the newer one until it reports its draft. */
  const sent = new Set<string>();

  /** Shows the draft as it is now in the composer of its chat. A hidden one is given it when it is shown again. */
  const report = (key: string): void => {
    const chat = chats.showing(key);
    if (chat?.isVisible !== true || sent.has(key)) return;
    chat.post({
      type: 'draft_text',
      key,
      text: drafts.of(key),
      revision: drafts.revisionOf(key),
      isSent: false,
    });
  };
  owned.add(editors.onEdit(report));
  owned.add(drafts.onTextChange((key) => sent.delete(key)));
  owned.add(
    drafts.onEditorsChange(() => {
      for (const { key } of chats.all) if (key !== undefined) report(key);
    }),
  );

  const actions = loadOnce(
    async () => new (await import('./composeActions.ts')).ComposeActions(options, sent),
  );

  const ofEditor =
    (work: (key: string) => Promise<void>) =>
    async ({ file }: { readonly file: vscode.Uri | undefined }): Promise<void> => {
      const uri = file ?? vscode.window.activeTextEditor?.document.uri;
      const key = uri === undefined ? undefined : promptKey(uri);
      if (key !== undefined) await work(key);
    };

  return {
    commands: {
      'parley.composeInEditor': async () => {
        const key = await currentKey();
        const chat = chats.showing(key) ?? chats.current;
        if (!chat.isVisible) await chat.reveal();
        // The page has the newest text.
        chat.post({ type: 'compose_in_editor' });
      },
      'parley.sendComposedPrompt': ofEditor(async (key) => (await actions()).send(key)),
      'parley.returnPromptToChat': ofEditor(async (key) => (await actions()).giveBack(key)),
    },
    panel: {
      compose_in_editor: ({ key }) => {
        sent.delete(key);
        const state = store.state(key);
        return editors.open(key, state === undefined ? undefined : sessionTitle(state));
      },
      end_compose: async ({ key, action }) => {
        const loaded = await actions();
        await (action === 'send' ? loaded.send(key) : loaded.giveBack(key));
      },
    },
    dispose: () => owned.dispose(),
  };
}
