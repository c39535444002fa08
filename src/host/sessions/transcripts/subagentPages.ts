// Opens the transcripts of sub-agents in tabs, and renews each while its sub-agent works.
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { entryById, type ToolEntry } from '../../../core/session/entries.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { isFinished } from '../../../core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../core/session/toolCall/toolCallTitle.ts';
import type { TranscriptPages } from './transcriptPages.ts';

/** How often a page is renewed at most. */
const RENEWAL_MS = 1_000;

export interface SubagentPagesOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly transcripts: Pick<TranscriptPages, 'show' | 'changed'>;
}

export class SubagentPages implements Disposable {
  readonly #options: SubagentPagesOptions;
  /** What renews each page whose sub-agent works, by the page's address. */
  readonly #renewals = new Map<string, Disposable>();

  constructor(options: SubagentPagesOptions) {
    this.#options = options;
  }

  /** `entryId` is that of the call that stands for the sub-agent. Only shows: nothing is loaded or prompted. */
  async show(key: string, entryId: string): Promise<void> {
    const call = this.#call(key, entryId);
    if (call === undefined) return;
    const uri = await this.#options.transcripts.show(key, toolCallTitle(call), entryId);
    this.#stop(uri);
    if (!isFinished(call.status)) this.#follow(uri, key, entryId);
  }

  dispose(): void {
    for (const renewal of this.#renewals.values()) renewal.dispose();
    this.#renewals.clear();
  }

  #follow(uri: vscode.Uri, key: string, entryId: string): void {
    const { store, clock, transcripts } = this.#options;
    let timer: Disposable | undefined;
    const renew = (): void => {
      timer = undefined;
      transcripts.changed(uri);
      void refreshPreviews(uri.toString());
      const now = this.#call(key, entryId);
      if (now === undefined || isFinished(now.status) || !isAnyPreviewOpen()) this.#stop(uri);
    };
    const listener = store.onChange((change) => {
      if (change.key === key) timer ??= clock.after(RENEWAL_MS, renew);
    });
    this.#renewals.set(uri.toString(), {
      dispose: () => {
        listener.dispose();
        timer?.dispose();
      },
    });
  }

  #stop(uri: vscode.Uri): void {
    this.#renewals.get(uri.toString())?.dispose();
    this.#renewals.delete(uri.toString());
  }

  #call(key: string, entryId: string): ToolEntry['call'] | undefined {
    const entry = entryById(this.#options.store.state(key)?.entries ?? [], entryId)?.found;
    return entry?.kind === 'tool' ? entry.call : undefined;
  }
}

/** VS Code closes a document that only a preview shows after some minutes: then the preview alone can read it again. */
async function refreshPreviews(uri: string): Promise<void> {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  if (!isOpen && isAnyPreviewOpen()) await vscode.commands.executeCommand('markdown.preview.refresh');
}

function isAnyPreviewOpen(): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview'),
    ),
  );
}
