// Follow mode: the editor shows the places an agent works at, until the user types or scrolls there.
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { ToolCallPatch } from '../../core/session/toolCall.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import { onSettingsChange, readSetting, writeSetting } from '../contributions/settings.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { workspaceFile } from './workspaceFile.ts';

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
  /** As the setting says, and from a toggle on at once: writing the setting takes its time. */
  #isOn = readSetting('followAgent');
  /** The editor and the place in it that was shown last, and whether it has been in sight: revealing takes its time. */
  #shown: { readonly editor: vscode.TextEditor; readonly range: vscode.Range; wasSeen: boolean } | undefined;
  /** Whether the user took over; the next prompt follows again. */
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
        // Parley's own reveal has no such kind, and neither have edits of an agent.
        const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
        if (kind === Keyboard || kind === Mouse) this.#pause();
      }),
    );
    this.#owned.add(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
        if (this.#shown?.editor !== textEditor || this.#isShowing) return;
        if (isInSight(visibleRanges, this.#shown.range)) this.#shown.wasSeen = true;
        // Scrolled away, and not only laid out anew, or not there yet.
        else if (this.#shown.wasSeen) this.#pause();
      }),
    );
  }

  /** The handler of the contributed command. */
  get handlers(): Pick<CommandHandlers, 'parley.toggleFollow'> {
    return { 'parley.toggleFollow': () => this.#toggle() };
  }

  dispose(): void {
    this.#owned.dispose();
    this.#next = undefined;
  }

  async #toggle(): Promise<void> {
    const follows = !this.#isOn;
    this.#isOn = follows;
    this.#isPaused = false;
    await writeSetting('followAgent', follows);
    const words = follows
      ? vscode.l10n.t('Editors follow the agent, until you type or scroll.')
      : vscode.l10n.t('Editors no longer follow the agent.');
    vscode.window.setStatusBarMessage(words, 5_000);
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

  /** One at a time, and always the latest: those in between have passed. */
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
      // Not a text, or a folder.
      () => undefined,
    );
    if (document === undefined || this.#isPaused) return;
    const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    // Agents also count from 0, and tell lines that are no more.
    const at = Math.max(0, Math.min((line ?? 1) - 1, document.lineCount - 1));
    const range = document.lineAt(at).range;
    this.#shown = { editor, range, wasSeen: isInSight(editor.visibleRanges, range) };
    if (line !== undefined) {
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

function isInSight(visible: readonly vscode.Range[], range: vscode.Range): boolean {
  return visible.some((part) => part.intersection(range) !== undefined);
}

/** Where a call works: its last location, else the file of its last diff (R68). */
function placeOf({ locations = [], content = [] }: ToolCallPatch, cwd: string): Place | undefined {
  const location = locations.at(-1);
  if (location !== undefined) return { path: location.path, cwd, line: location.line };
  const diff = content.findLast(({ type }) => type === 'diff');
  return diff?.type === 'diff' ? { path: diff.path, cwd, line: undefined } : undefined;
}
