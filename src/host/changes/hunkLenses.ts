// Keep and Undo above each open change of an agent, in editors and on the right side of comparisons.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { ChangeTracker } from '../../changes/changeTracker.ts';
import { withIcon } from '../window/iconText.ts';
import { changedPlaces, type ShownSession } from './changedPlaces.ts';
import { openHunks, shownLine, type OpenHunk } from './openHunks.ts';
import { originalUri } from './originalTexts.ts';
import { reviewStrings } from './reviewStrings.ts';
import { shownTitle } from './shownTitle.ts';

export interface HunkLensesOptions {
  readonly tracker: ChangeTracker;
  readonly store: SessionStore;
  readonly shown: ShownSession;
}

export class HunkLenses implements vscode.CodeLensProvider, Disposable {
  readonly #options: HunkLensesOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<void>();

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(options: HunkLensesOptions) {
    this.#options = options;
    this.#owned.add(this.#changed);
    this.#owned.add(options.tracker.onChange(() => this.#changed.fire()));
    this.#owned.add(vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this));
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    const { tracker, shown } = this.#options;
    const places = changedPlaces(tracker, shown.shownKey).filter(({ path }) => path === uri.fsPath);
    return openHunks(places).flatMap((open) => this.#lenses(open, lineCount));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #lenses({ place, hunk, number }: OpenHunk, lineCount: number): readonly vscode.CodeLens[] {
    const { key, path, review } = place;
    const line = shownLine(hunk, lineCount);
    const range = new vscode.Range(line, 0, line, 0);
    const original = originalUri(key, path);
    const { start, end } = hunk.current;
    // As VS Code hands a change of the gutter to a command: an end of 0 means that only lines went.
    const change = {
      modifiedStartLineNumber: start === end ? start : start + 1,
      modifiedEndLineNumber: start === end ? 0 : end,
    };
    const lens = (title: string, command: string, ...rest: readonly unknown[]): vscode.CodeLens =>
      new vscode.CodeLens(range, { title, command, arguments: [original, ...rest] });
    return [
      lens(withIcon('check', reviewStrings.keepHunk()), 'parley.keepHunk', [change], 0),
      lens(withIcon('discard', reviewStrings.undoHunk()), 'parley.undoHunk', [change], 0),
      lens(
        reviewStrings.hunkOf(shownTitle(this.#options.store.state(key)), number, review.hunks.length),
        'parley.reviewChanges',
      ),
    ];
  }
}
