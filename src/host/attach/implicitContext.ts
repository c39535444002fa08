// The active file or its selection, which a chat in sight offers to send with the next prompt.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { mentionOfFile } from '../../core/mentions/mentionOfFile.ts';
import { SECRET_FILES } from '../../core/mentions/secretFiles.ts';
import type { ImplicitContext } from '../../core/panel/addedContext.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelContext } from '../chat/panelHandlers.ts';
import { readSettingPlaces } from '../contributions/settings.ts';
import { linesOf } from './selectedLines.ts';

/** Between a change in the editor and its message: a selection by mouse changes with every pixel. */
const DELAY_MS = 150;
const STORED_AS = 'parley.implicitContext';

export interface ImplicitContextOptions {
  readonly chats: Chats;
  readonly clock: Clock;
  readonly state: vscode.Memento;
}

/** Follows the active editor while a chat is in sight. */
export class ImplicitContexts implements Disposable {
  readonly #options: ImplicitContextOptions;
  readonly #owned = new DisposableStore();
  /** It stays the active one while the focus is in a chat among the editors. */
  #editor = vscode.window.activeTextEditor;
  #timer: Disposable | undefined;
  /** What the chats show, as JSON. */
  #sent = '';

  constructor(options: ImplicitContextOptions) {
    this.#options = options;
    this.#owned.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) this.#editor = editor;
        this.#changed();
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === this.#editor) this.#changed();
      }),
    );
    this.#owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#changed()));
  }

  /** Sends it to a panel that is new or was hidden. */
  send(panel: Pick<PanelContext, 'post'>): void {
    panel.post(this.#message());
  }

  /** Turns it on or off, for good. */
  async turn(isOn: boolean): Promise<void> {
    await this.#options.state.update(STORED_AS, isOn);
    this.#report();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #changed(): void {
    if (!this.#options.chats.all.some(({ isVisible }) => isVisible)) return;
    this.#timer ??= this.#options.clock.after(DELAY_MS, () => {
      this.#timer = undefined;
      this.#report();
    });
  }

  #report(): void {
    const message = this.#message();
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    for (const chat of this.#options.chats.all) if (chat.isVisible) chat.post(message);
  }

  #message(): HostMessage {
    const context = this.#context();
    const isOn = this.#options.state.get<unknown>(STORED_AS) !== false;
    return { type: 'implicit_context', isOn, ...(context === undefined ? {} : { context }) };
  }

  #context(): ImplicitContext | undefined {
    const editor = this.#editor;
    if (editor === undefined || !vscode.window.visibleTextEditors.includes(editor)) return undefined;
    const { uri } = editor.document;
    if (uri.scheme !== 'file' || isExcluded(editor.document)) return undefined;
    const lines = editor.selection.isEmpty ? undefined : linesOf(editor.selection);
    const mention = mentionOfFile({
      uri: uri.with({ query: '', fragment: '' }).toString(),
      path: uri.path,
      ...(lines === undefined ? {} : { lines }),
    });
    return { ...mention, path: vscode.workspace.asRelativePath(uri) };
  }
}

/** Whether a file stays out of prompts unless the user adds it: secrets, protected files, files that VS Code hides. */
function isExcluded(document: vscode.TextDocument): boolean {
  const { user, workspace, folder } = readSettingPlaces('permissions.protectedFiles');
  const hidden = vscode.workspace.getConfiguration('files', document.uri).get<unknown>('exclude');
  const globs = [...SECRET_FILES, ...[user, workspace, folder, hidden].flatMap(globsThatHold)];
  return globs.some((glob) => vscode.languages.match({ pattern: inAnyFolder(glob) }, document) > 0);
}

function globsThatHold(setting: unknown): readonly string[] {
  const parsed = globTable.safeParse(setting);
  return parsed.success
    ? Object.entries(parsed.data).flatMap(([glob, holds]) => (holds === false ? [] : glob))
    : [];
}

const globTable = z.record(z.string(), z.unknown());

function inAnyFolder(glob: string): string {
  return glob.startsWith('**/') || glob.startsWith('/') ? glob : `**/${glob}`;
}
