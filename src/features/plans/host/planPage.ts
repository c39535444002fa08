// The tab of a session's plan: shows it, takes comments on its lines, and answers the request that asks for it.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { fillWebview } from '../../../host/chat/panelHtml.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { openLink } from '../../../host/editors/openLink.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import {
  MAX_PLAN_COMMENTS,
  movedComments,
  planCommentsPrompt,
  type PlanComment,
} from '../core/planComments.ts';
import { planPageMessage, type PlanHostMessage, type PlanPageMessage } from '../core/planPage.ts';
import {
  acceptingOptions,
  planById,
  rejectingOption,
  stateAfter,
  waitingPlan,
  type ShownPlan,
} from '../core/shownPlan.ts';
import { readPlanFile } from './planFile.ts';
import { planStrings } from './planStrings.ts';

/** The type of the tabs, as the feature and the manifest have it. */
const PLAN_TAB = 'parley.plan';

export interface PlanPageOptions {
  /** Whether the focus stays where it is. */
  readonly isInBackground: boolean;
  readonly onClose: () => void;
  /** The tab, and the comments, that a reload of the window has left. */
  readonly restored?: { readonly tab: vscode.WebviewPanel; readonly comments: readonly PlanComment[] };
}

/** One tab; it lasts until the user closes it, also beyond its session. */
export class PlanPage implements Disposable {
  readonly #key: string;
  readonly #kernel: Kernel;
  readonly #onClose: () => void;
  readonly #tab: vscode.WebviewPanel;
  readonly #owned = new DisposableStore();
  readonly #agent: string;
  readonly #cwd: string | undefined;
  #plan: ShownPlan;
  #text = '';
  #problem: string | undefined;
  #comments: readonly PlanComment[] = [];
  /** Whether there is a page that listens: a tab that is hidden has none. */
  #hasPage = false;
  #isClosed = false;

  constructor(key: string, plan: ShownPlan, kernel: Kernel, options: PlanPageOptions) {
    const { isInBackground, onClose, restored } = options;
    this.#key = key;
    this.#kernel = kernel;
    this.#onClose = onClose;
    const { store, context } = kernel.host;
    const state = store.state(key);
    this.#agent = withoutIcons(agentLabel(state?.agent ?? ''));
    this.#cwd = state?.cwd;
    this.#plan = plan;
    this.#comments = restored?.comments ?? [];
    this.#tab =
      restored?.tab ??
      vscode.window.createWebviewPanel(
        PLAN_TAB,
        planStrings.tab(this.#agent),
        { viewColumn: columnBesideChat(), preserveFocus: isInBackground },
        { enableFindWidget: true },
      );
    this.#tab.iconPath = {
      light: vscode.Uri.joinPath(context.extensionUri, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(context.extensionUri, 'media', 'tab-dark.svg'),
    };
    this.#owned.add(this.#tab.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#owned.add(
      store.onEvent(['permission_requested', 'permission_changed'], (change) => {
        if (change.key === key) this.#followRequests();
      }),
    );
    this.#owned.add(
      store.onEvent('permission_closed', ({ key: closed, event: { requestId, decision } }) => {
        if (closed !== key || requestId !== this.#plan.requestId) return;
        this.#plan = { ...this.#plan, options: [], state: stateAfter(decision) };
        this.#postState();
        this.#followRequests();
      }),
    );
    this.#owned.add(
      store.onEvent(['plan_document', 'plan_removed'], (change) => {
        if (change.key === key) this.#followEntry();
      }),
    );
    this.#owned.add(store.onListChange(() => this.#postState()));
    this.#owned.add(
      this.#tab.onDidChangeViewState(() => {
        if (this.#tab.visible !== this.#hasPage) this.#setPage(this.#tab.visible);
      }),
    );
    this.#tab.onDidDispose(() => this.dispose());
    fillWebview(this.#tab.webview, context.extensionUri, 'plan');
    this.show(plan);
  }

  /** Shows another plan, or another state of it, in the place of the one before. */
  show(plan: ShownPlan): void {
    this.#plan = plan;
    if (plan.file === undefined) this.#showText(plan.text);
    else inBackground(this.#kernel.host.log, this.#readFile(plan.file));
    this.#postState();
  }

  reveal(isInBackground: boolean): void {
    this.#tab.reveal(undefined, isInBackground);
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#owned.dispose();
    this.#tab.dispose();
    this.#onClose();
  }

  get #session() {
    return this.#kernel.host.store.state(this.#key);
  }

  /** A plan that waits is shown before all others. */
  #followRequests(): void {
    const waiting = this.#session && waitingPlan(this.#session);
    if (waiting === undefined || waiting.requestId === this.#plan.requestId) return;
    this.show(waiting);
  }

  /** The agent goes on writing the plan, or has withdrawn it. */
  #followEntry(): void {
    const { entryId } = this.#plan;
    const plan =
      entryId === undefined || this.#session === undefined ? undefined : planById(this.#session, entryId);
    if (plan !== undefined) this.show(plan);
  }

  async #readFile(file: string): Promise<void> {
    const read = await readPlanFile(file, this.#cwd);
    if (this.#plan.file !== file) return;
    this.#problem = 'problem' in read ? read.problem : undefined;
    this.#showText('text' in read ? read.text : '');
    this.#postState();
  }

  #showText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#comments = movedComments(this.#comments, text);
    this.#post({ type: 'text', text });
  }

  #postState(): void {
    const { options, state } = this.#plan;
    const rejecting = rejectingOption(options);
    this.#post({
      type: 'state',
      key: this.#key,
      agent: this.#agent,
      state,
      accepting: acceptingOptions(options).map(({ optionId, name, kind }) => ({
        optionId,
        name,
        ...(kind === 'allow_always' ? { allowsMore: true as const } : {}),
      })),
      ...withoutUndefined({
        entryId: this.#plan.entryId,
        rejecting: rejecting && { optionId: rejecting.optionId, name: rejecting.name },
        problem: this.#plan.file === undefined ? undefined : this.#problem,
      }),
      comments: [...this.#comments],
      isOpen: this.#session !== undefined,
    });
  }

  #post(message: PlanHostMessage): void {
    if (this.#hasPage) void this.#tab.webview.postMessage(message);
  }

  /** A page gets what it shows when it asks, and when its tab comes into sight: VS Code may say late that it is. */
  #setPage(isThere: boolean): void {
    this.#hasPage = isThere;
    if (!isThere) return;
    this.#post({ type: 'text', text: this.#text });
    this.#postState();
  }

  #receive(raw: unknown): void {
    const { log } = this.#kernel.host;
    const parsed = planPageMessage.safeParse(raw);
    if (parsed.success) inBackground(log, this.#handle(parsed.data));
    else log.error(`The page sent a message that is not in the contract: ${parsed.error.message}`);
  }

  async #handle(message: PlanPageMessage): Promise<void> {
    const { redactors } = this.#kernel.host;
    switch (message.type) {
      case 'ready':
        this.#setPage(true);
        return;
      case 'answer':
        this.#answer(message.optionId);
        return;
      case 'comment':
        this.#setComment(message.comment);
        return;
      case 'send':
        this.#send();
        return;
      case 'export':
        await this.#export();
        return;
      case 'link':
        if (this.#cwd !== undefined) await openLink(message.href, this.#cwd);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(redactors.values(message.text));
    }
  }

  #answer(optionId: string): void {
    const { requestId } = this.#plan;
    if (requestId !== undefined)
      this.#kernel.session.sessions.permissions.answer(this.#key, requestId, optionId);
  }

  #setComment(written: PlanComment): void {
    // The plan may have changed while it was written.
    const [comment = written] = movedComments([written], this.#text);
    const others = this.#comments.filter(({ id }) => id !== comment.id);
    if (comment.text.trim() === '') this.#comments = others;
    else if (others.length < MAX_PLAN_COMMENTS) this.#comments = [...others, comment];
    else void vscode.window.showWarningMessage(planStrings.tooManyComments());
    this.#postState();
  }

  /** Sends the plan back with the comments, as the next prompt: the agent stops what it does, and reads them. */
  #send(): void {
    if (this.#comments.length === 0) return;
    const { sessions } = this.#kernel.session;
    const prompt = sessions.queue.add(this.#key, planCommentsPrompt(this.#comments));
    if (prompt === undefined) {
      void vscode.window.showErrorMessage(planStrings.notSent());
      return;
    }
    showStatusMessage(planStrings.sent(this.#comments.length));
    this.#comments = [];
    if (this.#plan.state === 'waiting') {
      const rejecting = rejectingOption(this.#plan.options);
      if (rejecting !== undefined) this.#answer(rejecting.optionId);
      if (this.#session?.turn !== undefined) sessions.turns.sendNow(this.#key, prompt.id);
    }
    this.#postState();
  }

  /** Writes the plan to a file that the user selects, from the session's folder on, and shows it. */
  async #export(): Promise<void> {
    const name = `${planStrings.file()}.md`;
    const target = await vscode.window.showSaveDialog({
      ...(this.#cwd === undefined ? {} : { defaultUri: vscode.Uri.file(join(this.#cwd, name)) }),
      filters: { Markdown: ['md'] },
    });
    if (target === undefined) return;
    const text = this.#kernel.host.redactors.values(this.#text);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(`${text.trimEnd()}\n`));
    await vscode.window.showTextDocument(target, { preview: true, viewColumn: columnBesideChat() });
  }
}
