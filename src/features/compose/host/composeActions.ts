// Sends a prompt from its editor, or gives it back to the chat.
import * as vscode from 'vscode';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { composeStrings } from './composeStrings.ts';
import type { PromptEditors } from './promptEditors.ts';

export interface ComposeActionsOptions extends Kernel {
  readonly editors: PromptEditors;
  /** Prompts that the page was asked to send and has not reported since. */
  readonly sent: Set<string>;
}

export class ComposeActions {
  readonly #options: ComposeActionsOptions;
  readonly #sending = new Set<string>();

  constructor(options: ComposeActionsOptions) {
    this.#options = options;
  }

  /** Has the page send the draft, whose editor closes. */
  async send(draftKey: string): Promise<void> {
    const { host, editors, sent } = this.#options;
    const { chats, current, drafts } = this.#options.chat;
    const text = editors.text(draftKey);
    if (text.trim() === '') {
      showStatusMessage(composeStrings.nothingToSend());
      return;
    }
    const key = await this.#sessionToSendIn(drafts.keyOf(draftKey));
    if (key === undefined || this.#sending.has(key)) return;
    if (host.store.state(key)?.readOnly !== undefined) {
      void vscode.window.showInformationMessage(composeStrings.readOnly());
      return;
    }
    this.#sending.add(key);
    try {
      current.open(key);
      sent.add(key);
      await editors.close(key);
      chats.showing(key)?.post({
        type: 'draft_text',
        key,
        text,
        revision: drafts.revisionOf(key),
        isSent: true,
      });
      await chats.reveal();
    } finally {
      this.#sending.delete(key);
    }
  }

  /** Closes the editor; the draft is in the composer again. */
  async giveBack(draftKey: string): Promise<void> {
    const { host, editors } = this.#options;
    const { chats, current, drafts } = this.#options.chat;
    await editors.close(draftKey);
    const key = drafts.keyOf(draftKey);
    if (host.store.state(key) === undefined) return;
    current.open(key);
    await chats.reveal();
  }

  /** The session of the draft; where that is gone, a new one if the user wants it. */
  async #sessionToSendIn(key: string): Promise<string | undefined> {
    const { history, editors } = this.#options;
    const { chats, current, drafts } = this.#options.chat;
    const found = await history.opener.bring(key);
    if (found !== undefined) return found;
    const button = composeStrings.sendInNewSession();
    const answer = await vscode.window.showWarningMessage(composeStrings.sessionGone(), button);
    if (answer !== button) return undefined;
    await current.startNew();
    const begun = current.shownKey;
    if (begun === undefined) return undefined;
    if (drafts.of(begun) === '') {
      drafts.move(key, begun);
      return begun;
    }
    // What is written there already is not sent with it.
    const text = editors.text(key);
    await editors.close(key);
    drafts.set(key, '');
    await chats.reveal(text);
    return undefined;
  }
}
