// Sets the context key of the keys that keep or undo a change: whether the cursor is at an open one.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { currentLines, isInLines } from '../core/hunkText.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import { contextSetter } from '../../../host/contributions/contextKeys.ts';
import { changedPlaces } from './changedPlaces.ts';
import { ORIGINAL_SCHEME } from './originalTexts.ts';
import type { ChangesContext } from '../feature.ts';

const setContext = contextSetter<ChangesContext>();

export class HunkContext implements Disposable {
  readonly #tracker: Pick<ChangeTracker, 'sessions' | 'open'>;
  readonly #owned = new DisposableStore();
  #isAtHunk = false;

  constructor(tracker: ChangeTracker) {
    this.#tracker = tracker;
    const update = (): void => this.#update();
    this.#owned.add(tracker.onChange(update));
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#owned.add(vscode.window.onDidChangeTextEditorSelection(update));
    update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const editor = vscode.window.activeTextEditor;
    const isAtHunk = editor !== undefined && this.#isAt(editor);
    if (isAtHunk === this.#isAtHunk) return;
    this.#isAtHunk = isAtHunk;
    setContext('parley.atHunk', isAtHunk);
  }

  #isAt({ document, selection }: vscode.TextEditor): boolean {
    const { uri, lineCount } = document;
    const lines = { start: selection.start.line, end: selection.end.line + 1 };
    if (uri.scheme !== 'file' && uri.scheme !== ORIGINAL_SCHEME) return false;
    const path = vscode.Uri.file(uri.path).fsPath;
    const places = changedPlaces(this.#tracker, undefined).filter((place) => place.path === path);
    if (uri.scheme === 'file') {
      return places.some(({ review }) => review.hunks.some((hunk) => isInLines(hunk, lines, lineCount)));
    }
    return places.some(
      ({ key, review }) => key === uri.query && currentLines(review.hunks, lines) !== undefined,
    );
  }
}
