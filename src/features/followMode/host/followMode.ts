// Follow mode: the editor shows the places an agent works at, until the user types or scrolls there.
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { Log } from '../../../core/ports/hostPorts.ts';
import type { ToolCallPatch } from '../../../core/session/toolCall/state.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../../../host/chat/currentSession.ts';
import { followStrings } from './followStrings.ts';
import { workspaceFile } from '../../../host/editors/workspaceFile.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import { onSettingsChange, readSetting, writeSetting } from './followSettings.ts';

/** A file, and where in it (1-based). */
interface Place {
  readonly path: string;
  readonly cwd: string;
  readonly line: number | undefined;
}

export interface FollowModeOptions {
  readonly store: SessionStore;
  readonly current: Pick<CurrentSession, 'shownKey'>;
  readonly log: Log;
}

/** Follows the shown session while `parley.followAgent` is set. */
export class FollowMode implements Disposable {
  readonly #options: FollowModeOptions;
  readonly #owned = new DisposableStore();
  /** The setting, but changed at once by a toggle, because writing the setting takes time. */
  #isOn = readSetting('followAgent');
  /** The place that was shown last, and whether it has been visible since, because revealing takes time. */
  #shown: { readonly editor: vscode.TextEditor; readonly range: vscode.Range; wasSeen: boolean } | undefined;
  /** Whether the user typed or scrolled; the next prompt follows again. */
  #isPaused = false;
  #next: Place | undefined;
  #isShowing = false;

  constructor(options: FollowModeOptions) {
    this.#options = options;
    const { current, store } = options;
    this.#owned.add(
      store.onEvent('prompt_started', ({ key }) => {
        if (key !== current.shownKey) return;
        this.#isPaused = false;
        this.#shown = undefined;
      }),
    );
    this.#owned.add(
      store.onEvent('tool_call', ({ key, event, state }) => {
        const isFollowed = key === current.shownKey && this.#isOn && !this.#isPaused;
        if (isFollowed) this.#follow(event.call, state.cwd);
      }),
    );
    this.#owned.add(
      onSettingsChange((affects) => {
        if (affects('followAgent')) this.#isOn = readSetting('followAgent');
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        // A reveal by Parley and the edits of an agent have another kind.
        const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
        if (kind === Keyboard || kind === Mouse) this.#pause();
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
        if (this.#shown?.editor !== textEditor || this.#isShowing) return;
        if (isVisible(visibleRanges, this.#shown.range)) this.#shown.wasSeen = true;
        // The user scrolled away; before it was visible, the editor is only laid out.
        else if (this.#shown.wasSeen) this.#pause();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
    this.#next = undefined;
  }

  /** What the contributed command does. */
  toggle(): Promise<void> {
    return this.turn(!this.#isOn);
  }

  /** Turns it on or off, for all sessions. */
  async turn(follows: boolean): Promise<void> {
    this.#isOn = follows;
    this.#isPaused = false;
    await writeSetting('followAgent', follows);
    const text = follows ? followStrings.on() : followStrings.off();
    showStatusMessage(text);
  }

  #pause(): void {
    this.#isPaused = true;
    this.#next = undefined;
  }

  #follow(call: ToolCallPatch, cwd: string): void {
    const place = placeOf(call, cwd);
    if (place === undefined) return;
    this.#next = place;
    if (!this.#isShowing) {
      this.#showNext().catch((error: unknown) =>
        this.#options.log.warn(`The editor could not follow the agent: ${String(error)}`),
      );
    }
  }

  /** Shows one place at a time, always the latest; those in between are skipped. */
  async #showNext(): Promise<void> {
    this.#isShowing = true;
    try {
      for (let place = this.#next; place !== undefined; place = this.#next) {
        this.#next = undefined;
        await this.#show(place);
      }
    } finally {
      this.#isShowing = false;
    }
  }

  async #show({ path, cwd, line }: Place): Promise<void> {
    const file = await workspaceFile(isAbsolute(path) ? path : resolve(cwd, path), cwd);
    if (file === undefined || this.#isPaused) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file)).then(
      (opened) => opened,
      // It is a folder, or not text.
      () => undefined,
    );
    if (document === undefined || this.#isPaused) return;
    const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    // Some agents count from 0, or report lines that no longer exist.
    const at = Math.max(0, Math.min((line ?? 1) - 1, document.lineCount - 1));
    const range = document.lineAt(at).range;
    this.#shown = { editor, range, wasSeen: isVisible(editor.visibleRanges, range) };
    if (line !== undefined) {
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

function isVisible(visible: readonly vscode.Range[], range: vscode.Range): boolean {
  return visible.some((part) => part.intersection(range) !== undefined);
}

/** Where a call works: its last location, else the file of its last diff (R68). */
function placeOf({ locations = [], content = [] }: ToolCallPatch, cwd: string): Place | undefined {
  const location = locations.at(-1);
  if (location !== undefined) return { path: location.path, cwd, line: location.line };
  const diff = content.findLast(({ type }) => type === 'diff');
  return diff?.type === 'diff' ? { path: diff.path, cwd, line: undefined } : undefined;
}
