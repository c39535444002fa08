// Keep and Undo above each open change of an agent, in editors and on the right side of comparisons; for a deleted file in
// the text before.
import * as vscode from 'vscode';
import { isSameData } from '../../../core/base/isSameData.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import { withIcon } from '../../../host/text/iconText.ts';
import { changedPlaces, type ChangedPlace, type ShownSession } from './changedPlaces.ts';
import { shownHunks, type ShownHunk } from './openHunks.ts';
import { isDeletedUri, ORIGINAL_SCHEME, originalUri } from './originalTexts.ts';
import { placesIn } from './shownSides.ts';
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
  /** What the lenses were made of last. */
  #known: readonly unknown[] = [];

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(options: HunkLensesOptions) {
    this.#options = options;
    this.#owned.add(this.#changed);
    this.#owned.add(options.tracker.onChange(() => this.#update()));
    const documents = [{ scheme: 'file' }, { scheme: ORIGINAL_SCHEME }];
    this.#owned.add(vscode.languages.registerCodeLensProvider(documents, this));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { uri } = document;
    if (isDeletedUri(uri)) return [];
    const isShown = ({ review }: ChangedPlace): boolean =>
      uri.scheme === 'file' || review.state === 'deleted';
    const places = placesIn(this.#places(), uri).filter(isShown);
    return shownHunks(places, document.getText()).flatMap((open) => this.#lenses(open));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #places(): readonly ChangedPlace[] {
    return changedPlaces(this.#options.tracker, this.#options.shown.shownKey);
  }

  /** VS Code asks for lenses when a time has passed without news: news of nothing would keep old lenses in sight. */
  #update(): void {
    // What is open in a file that has not changed stays the same object.
    const known = this.#places().flatMap(({ key, path, review, text }) => [
      key,
      path,
      text,
      shownTitle(this.#options.store.state(key)),
      review.hunks,
    ]);
    const isSame =
      known.length === this.#known.length && known.every((each, at) => isSameData(each, this.#known[at]));
    this.#known = known;
    if (!isSame) this.#changed.fire();
  }

  #lenses({ place, hunk, number, line }: ShownHunk): readonly vscode.CodeLens[] {
    const { key, path, review, text = '' } = place;
    const range = new vscode.Range(line, 0, line, 0);
    const original = originalUri(key, path);
    const { start, end } = hunk.current;
    // VS Code hands a change of the gutter to a command in this form: an end of 0 means that only lines went.
    const change = {
      modifiedStartLineNumber: start === end ? start : start + 1,
      modifiedEndLineNumber: start === end ? 0 : end,
    };
    const lens = (title: string, command: string, ...rest: readonly unknown[]): vscode.CodeLens =>
      new vscode.CodeLens(range, { title, command, arguments: [original, ...rest] });
    return [
      lens(withIcon('check', reviewStrings.keepHunk()), 'parley.keepHunk', [change], 0, text),
      lens(withIcon('discard', reviewStrings.undoHunk()), 'parley.undoHunk', [change], 0, text),
      lens(
        reviewStrings.hunkOf(shownTitle(this.#options.store.state(key)), number, review.hunks.length),
        'parley.reviewChanges',
      ),
    ];
  }
}
