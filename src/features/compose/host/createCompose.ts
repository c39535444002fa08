// Compose in Editor: what the commands, the panel and the editors do with a draft.
import * as vscode from 'vscode';
import { sessionTitle } from '../../../core/session/selectors.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { promptKey } from '../core/promptScheme.ts';
import type { ComposeArguments } from '../feature.ts';
import { ComposeActions } from './composeActions.ts';
import { PromptEditors } from './promptEditors.ts';

export function createCompose(kernel: Kernel) {
  const { owned, store, clock, log } = kernel.host;
  const { chats, drafts } = kernel.chat;
  const editors = owned.add(new PromptEditors(drafts, clock, log));
  /** Prompts that the page was asked to send: its copy of them is the newer one until it reports its draft. */
  const sent = new Set<string>();
  const actions = new ComposeActions({ ...kernel, editors, sent });

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

  const ofEditor =
    (work: (key: string) => Promise<void>) =>
    async ({ file }: { readonly file: vscode.Uri | undefined }): Promise<void> => {
      const uri = file ?? vscode.window.activeTextEditor?.document.uri;
      const key = uri === undefined ? undefined : promptKey(uri);
      if (key !== undefined) await work(key);
    };

  const commands: HandlersOf<ComposeArguments> = {
    'parley.composeInEditor': async () => {
      const key = await kernel.currentKey();
      const chat = chats.showing(key) ?? chats.current;
      if (!chat.isVisible) await chat.reveal();
      // The page has the newest text.
      chat.post({ type: 'compose_in_editor' });
    },
    'parley.sendComposedPrompt': ofEditor((key) => actions.send(key)),
    'parley.returnPromptToChat': ofEditor((key) => actions.giveBack(key)),
  };
  const panel: Pick<PanelHandlers, 'compose_in_editor' | 'end_compose'> = {
    compose_in_editor: ({ key }) => {
      sent.delete(key);
      const state = store.state(key);
      return editors.open(key, state === undefined ? undefined : sessionTitle(state));
    },
    end_compose: ({ key, action }) => (action === 'send' ? actions.send(key) : actions.giveBack(key)),
  };
  return { files: editors.files, commands, panel };
}
