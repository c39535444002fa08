// Sets the context key of the keys that keep or undo a change: whether the cursor is at an open one.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import { contextSetter } from '../../../host/contributions/contextKeys.ts';
import { changedPlaces } from './changedPlaces.ts';
import { changedLines, linesAtCursor, placesIn } from './shownSides.ts';
import type { ChangesContext } from '../feature.ts';

const setContext = contextSetter<ChangesContext>();

export class HunkContext implements Disposable {
  readonly #tracker: Pick<ChangeTracker, 'sessions' | 'open' | 'textWithoutAgent'>;
  readonly #owned = new DisposableStore();
  #isAtHunk = false;
  /** Counts the updates: what an earlier one finds counts no longer. */
  #updates = 0;

  constructor(tracker: ChangeTracker) {
    this.#tracker = tracker;
    const update = (): void => void this.#update();
    this.#owned.add(tracker.onChange(update));
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#owned.add(vscode.window.onDidChangeTextEditorSelection(update));
    update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Where git's text is shown, it is compared with the text before, which takes a moment. */
  async #update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const update = (this.#updates += 1);
    const isAtHunk = editor !== undefined && (await this.#isAt(editor));
    if (update !== this.#updates || isAtHunk === this.#isAtHunk) return;
    this.#isAtHunk = isAtHunk;
    setContext('parley.atHunk', isAtHunk);
  }

  async #isAt(editor: vscode.TextEditor): Promise<boolean> {
    const places = placesIn(changedPlaces(this.#tracker, undefined), editor.document.uri);
    const lines = places.length > 0 && (await linesAtCursor(editor, places, this.#tracker));
    if (!lines) return false;
    return places.some((place) => changedLines(place, lines) !== undefined);
  }
}
