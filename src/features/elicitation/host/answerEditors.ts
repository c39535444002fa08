// Editors in which the user writes a long answer to an agent's question; saving sends it.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import type { ElicitationRequest, ElicitationValues } from '../../../core/session/elicitation/state.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { answerStrings } from './answerStrings.ts';
import { MemoryFiles } from '../../../host/editors/memoryFiles.ts';
import type { OrphanedTexts } from '../../../host/editors/orphanedText.ts';

/** The scheme of answers that the user is writing. */
const SCHEME = 'parley-answer';

/** The request whose answer was saved, and the key of its session. */
export interface SavedAnswer {
  readonly key: string;
  readonly requestId: string;
}

/** An answer that the user is writing. */
interface OpenAnswer extends SavedAnswer {
  /** The name of the form's field. */
  readonly field: string;
  readonly initial: string;
  readonly uri: vscode.Uri;
}

/** Owns the editors; each is opened with its question and closed with it. What the user wrote and did not send stays. */
export class AnswerEditors implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #saved = this.#owned.add(new Emitter<SavedAnswer>());
  readonly #files = new MemoryFiles();
  readonly #orphans: OrphanedTexts;
  /** The requests whose answer was handed over. */
  readonly #sent = new Set<string>();
  /** Documents that the user is saving. VS Code may also auto-save a half-written answer, which must not send it. */
  readonly #saving = new WeakSet<vscode.TextDocument>();
  #open: readonly OpenAnswer[] = [];
  #count = 0;

  /** Fires when the user saves an answer, which sends it. */
  readonly onSave: Event<SavedAnswer> = this.#saved.event;

  constructor(store: SessionStore, orphans: OrphanedTexts) {
    this.#orphans = orphans;
    this.#owned.add(this.#files);
    this.#owned.add(
      vscode.workspace.registerFileSystemProvider(SCHEME, this.#files, { isCaseSensitive: true }),
    );
    this.#owned.add(
      store.onEvent('elicitation_requested', ({ key, event }) => void this.#show(key, event.request)),
    );
    this.#owned.add(store.onEvent('elicitation_closed', ({ event }) => void this.#close(event.requestId)));
    this.#owned.add(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#saving.add(document);
        else this.#saving.delete(document);
      }),
    );
    this.#owned.add(vscode.workspace.onDidSaveTextDocument((document) => this.#documentSaved(document)));
  }

  /** The current text of the editors of a request, by field: it is sent. */
  written(requestId: string): ElicitationValues {
    this.#sent.add(requestId);
    const answers = this.#open.filter((answer) => answer.requestId === requestId);
    const documents = vscode.workspace.textDocuments;
    return Object.fromEntries(
      answers.flatMap(({ field, uri }) => {
        const document = documents.find((each) => each.uri.toString() === uri.toString());
        return document === undefined ? [] : [[field, document.getText()]];
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #show(key: string, { requestId, question }: ElicitationRequest): Promise<void> {
    if (question.mode !== 'form') return;
    const field = question.fields.find((each) => each.kind === 'text' && each.isLong === true);
    if (field?.kind !== 'text') return;
    const name = answerStrings.answer();
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${++this.#count}/${name}.md` });
    this.#files.put(uri, field.initial ?? '');
    this.#open = [...this.#open, { key, requestId, field: field.key, initial: field.initial ?? '', uri }];
    this.#orphans.follow(uri, name);
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  #documentSaved(document: vscode.TextDocument): void {
    if (!this.#saving.delete(document)) return;
    const answer = this.#open.find(({ uri }) => uri.toString() === document.uri.toString());
    if (answer !== undefined) this.#saved.fire(answer);
  }

  async #close(requestId: string): Promise<void> {
    const closing = this.#open.filter((answer) => answer.requestId === requestId);
    this.#open = this.#open.filter((answer) => answer.requestId !== requestId);
    const isSent = this.#sent.delete(requestId);
    for (const { uri, initial } of closing) {
      const text = this.#files.currentText(uri);
      const isOrphan = !isSent && text !== undefined && text !== initial;
      await this.#orphans.end(uri, isOrphan ? text : undefined);
      const isOurs = ({ input }: vscode.Tab): boolean =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isOurs));
      // Saved first, because closing a dirty editor would ask; it no longer answers anything.
      const document = this.#files.document(uri);
      if (document?.isDirty === true) await document.save();
      await vscode.window.tabGroups.close(tabs);
      this.#files.remove(uri);
    }
  }
}
