// The editors in which prompts are written. What is in one is the draft of its session, at every moment: it survives the
// editor, the window and the session. While there is an editor, the composer of the panel is locked.
import * as vscode from 'vscode';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import { withLineFeeds } from '../../../core/text/lineEndings.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import type { Drafts } from '../../../host/prompt/drafts.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import { PROMPT_SCHEME, promptKey } from '../core/promptScheme.ts';
import { PromptFiles } from './promptFiles.ts';
import { promptNameStrings } from './promptNameStrings.ts';

/** From a change until the document is saved: closing an editor that is not would ask. */
const SAVE_DELAY_MS = 100;
/** The length of a title in the name of an editor, in UTF-16 code units. */
const MAX_TITLE_LENGTH = 40;

/** Knows the editors by the tabs that VS Code shows, which also come back after a reload. */
export class PromptEditors implements Disposable {
  readonly #drafts: Drafts;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #edited = this.#owned.add(new Emitter<string>());
  /** The next saving, by the address of the document. */
  readonly #saving = new Map<string, Disposable>();
  /** Documents that are being saved while another one is active. */
  readonly #savingInBackground = new Set<vscode.TextDocument>();

  /** Fires, a moment after the user typed in an editor, with the key of the session. */
  readonly onEdit: Event<string> = this.#edited.event;

  /** The drafts as the files of those editors. */
  readonly files: PromptFiles;

  constructor(drafts: Drafts, clock: Clock, log: Log) {
    this.#drafts = drafts;
    this.#clock = clock;
    this.files = this.#owned.add(new PromptFiles(drafts));
    this.#owned.add(vscode.workspace.onDidOpenTextDocument((document) => this.#record(document)));
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#record(document);
        // Whether it is saved may be known only with a later event, which has no changes: so it is for what is added here.
        else this.#planSave(document);
      }),
    );
    this.#owned.add(
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        if ([...opened, ...closed].some((tab) => uriOf(tab) !== undefined)) this.#reportTabs();
      }),
    );
    this.#owned.add(drafts.onTextChange((key) => inBackground(log, this.#update(key))));
    this.#reportTabs();
    // VS Code may have brought back what was not saved before a reload.
    for (const document of vscode.workspace.textDocuments) this.#record(document);
  }

  /** Opens the draft of a session beside the chat; shows its editor if there is one. */
  async open(key: string, title: string | undefined): Promise<void> {
    const [shown] = this.#tabs(key);
    const uri = (shown === undefined ? undefined : uriOf(shown)) ?? promptUri(key, title);
    if (shown === undefined) this.files.reload(uri);
    const opened = await vscode.workspace.openTextDocument(uri);
    if (shown === undefined) await replaceText(opened, this.#drafts.of(key));
    const isMarkdown = opened.languageId === 'markdown';
    const document = isMarkdown ? opened : await vscode.languages.setTextDocumentLanguage(opened, 'markdown');
    const end = document.positionAt(document.getText().length);
    await vscode.window.showTextDocument(document, {
      preview: false,
      viewColumn: shown?.group.viewColumn ?? columnBesideChat(),
      ...(shown === undefined ? { selection: new vscode.Range(end, end) } : {}),
    });
  }

  /** The text of a draft, as it is in its editor. */
  text(key: string): string {
    const document = this.#document(key);
    return document === undefined ? this.#drafts.of(key) : withLineFeeds(document.getText());
  }

  /** Shows the draft as it is now: something was added to it in the panel, it was sent, or a prompt came back. */
  async #update(key: string): Promise<void> {
    const document = this.#tabs(key).length === 0 ? undefined : this.#document(key);
    if (document !== undefined && !this.#savingInBackground.has(document))
      await replaceText(document, this.#drafts.of(key));
  }

  #reportTabs(): void {
    const uris = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(uriOf));
    const keys = uris.map((uri) => (uri === undefined ? undefined : promptKey(uri)));
    this.#drafts.setInEditors(keys.filter((key) => key !== undefined));
  }

  /** Closes the editors of a draft, which stays as it is. */
  async close(key: string): Promise<void> {
    const document = this.#document(key);
    if (document !== undefined) await this.#save(document);
    await vscode.window.tabGroups.close(this.#tabs(key));
  }

  dispose(): void {
    for (const saving of this.#saving.values()) saving.dispose();
    this.#owned.dispose();
  }

  #record(document: vscode.TextDocument): void {
    const key = promptKey(document.uri);
    if (key === undefined || this.#savingInBackground.has(document)) return;
    const text = withLineFeeds(document.getText());
    if (text !== this.#drafts.of(key)) this.#drafts.set(key, text);
    this.#planSave(document);
  }

  #planSave(document: vscode.TextDocument): void {
    const key = promptKey(document.uri);
    const id = document.uri.toString();
    if (key === undefined || !document.isDirty || this.#saving.has(id)) return;
    this.#saving.set(
      id,
      this.#clock.after(SAVE_DELAY_MS, () => {
        this.#saving.delete(id);
        this.#edited.fire(this.#drafts.keyOf(key));
        void this.#save(document);
      }),
    );
  }

  /** A saved document closes without a question. What runs on saving, such as a formatter, would change what is typed. */
  async #save(document: vscode.TextDocument): Promise<void> {
    if (!document.isDirty || document.isClosed) return;
    const isActive = vscode.window.activeTextEditor?.document === document;
    if (isActive) await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    else await this.#saveInBackground(document);
  }

  /** Only the active editor can be saved without what runs on saving, so the text from before is restored. */
  async #saveInBackground(document: vscode.TextDocument): Promise<void> {
    const key = promptKey(document.uri);
    const text = withLineFeeds(document.getText());
    this.#savingInBackground.add(document);
    try {
      await document.save();
      if (key === undefined || document.isDirty || withLineFeeds(document.getText()) === text) return;
      this.#drafts.set(key, text);
      this.files.reload(document.uri);
    } finally {
      this.#savingInBackground.delete(document);
      // The user may have gone on typing.
      if (document.isDirty) this.#record(document);
    }
  }

  #document(key: string): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri }) => this.#isOf(uri, key));
  }

  #tabs(key: string): readonly vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter((tab) => {
        const uri = uriOf(tab);
        return uri !== undefined && this.#isOf(uri, key);
      }),
    );
  }

  /** A session that did not come back has left its draft, and its editor, to another. */
  #isOf(uri: vscode.Uri, key: string): boolean {
    const of = promptKey(uri);
    return of !== undefined && this.#drafts.keyOf(of) === this.#drafts.keyOf(key);
  }
}

/** The address of the prompt that a tab shows. */
function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText && input.uri.scheme === PROMPT_SCHEME ? input.uri : undefined;
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  if (withLineFeeds(document.getText()) === text) return;
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, document.validateRange(whole), text);
  await vscode.workspace.applyEdit(edit);
}

/** The address of a session's prompt. The title is what the tab shows; the key says which session it is. */
function promptUri(key: string, title: string | undefined): vscode.Uri {
  const line = oneLine((title ?? '').slice(0, 4 * MAX_TITLE_LENGTH)).replaceAll(/[/\\?#%:*"<>|]/g, ' ');
  const short = line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…` : line;
  const name = short.trim() === '' ? promptNameStrings.prompt() : promptNameStrings.promptOf(short.trim());
  return vscode.Uri.from({ scheme: PROMPT_SCHEME, path: `/${name}.md`, query: key });
}
