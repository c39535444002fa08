// Opens the transcript of a sub-agent in a tab, and renews it while the sub-agent works.
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

export interface SubagentPageOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly transcripts: Pick<TranscriptPages, 'show' | 'changed'>;
}

/** `entryId` is that of the call that stands for the sub-agent. Only shows: nothing is loaded or prompted. */
export async function showSubagent(
  key: string,
  entryId: string,
  { store, clock, transcripts }: SubagentPageOptions,
): Promise<void> {
  const call = callIn(store, key, entryId);
  if (call === undefined) return;
  const uri = await transcripts.show(key, toolCallTitle(call), entryId);
  const name = uri.toString();
  followed.get(name)?.dispose();
  followed.delete(name);
  if (isFinished(call.status)) return;
  let timer: Disposable | undefined;
  const renew = (): void => {
    timer = undefined;
    transcripts.changed(uri);
    void refreshPreviews(name);
    const now = callIn(store, key, entryId);
    if (now === undefined || isFinished(now.status) || !isAnyPreviewOpen()) followed.get(name)?.dispose();
  };
  const listener = store.onChange((change) => {
    if (change.key === key) timer ??= clock.after(RENEWAL_MS, renew);
  });
  followed.set(name, {
    dispose: () => {
      listener.dispose();
      timer?.dispose();
      followed.delete(name);
    },
  });
}

/** By the address of the page. */
const followed = new Map<string, Disposable>();

function callIn(store: SessionStore, key: string, entryId: string): ToolEntry['call'] | undefined {
  const entry = entryById(store.state(key)?.entries ?? [], entryId)?.found;
  return entry?.kind === 'tool' ? entry.call : undefined;
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
