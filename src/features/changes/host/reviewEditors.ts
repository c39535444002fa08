// The editors in which an agent's changes are reviewed: opened beside the text before, closed when nothing is left.
import * as vscode from 'vscode';
import { distinctNames } from '../../../core/paths/distinctNames.ts';
import type { ReviewedFile } from '../core/changedFiles.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { deletedUri, ORIGINAL_SCHEME, originalUri } from './originalTexts.ts';
import { reviewStrings } from './reviewStrings.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';

/** A file in the session it was changed in. */
interface Place {
  readonly key: string;
  readonly path: string;
}

/** What an editor with the changes of several files was opened for. */
interface Review {
  readonly title: string;
  readonly places: readonly Place[];
  /** The places that have a text before: VS Code knows only of them whether a tab shows them. */
  readonly compared: readonly Place[];
}

/** Knows the editors of this window, and of those that an earlier window left what VS Code says of them. */
export class ReviewEditors {
  readonly #tracker: ChangeTracker;
  #reviews: readonly Review[] = [];
  #closing: Promise<void> = Promise.resolve();

  constructor(tracker: ChangeTracker) {
    this.#tracker = tracker;
  }

  /** Shows what is open in one file of a session, or in all; nothing happens when nothing is. */
  async open(key: string, path: string | undefined): Promise<void> {
    const open = this.#tracker.open(key);
    const files = path === undefined ? open : open.filter((file) => file.path === path);
    const [first] = files;
    if (first === undefined) {
      if (path !== undefined) await this.#openOther(key, path);
      return;
    }
    if (files.length === 1 && isComparable(first)) {
      await vscode.commands.executeCommand(
        'vscode.diff',
        originalUri(key, first.path),
        first.review.state === 'deleted' ? deletedUri(key, first.path) : vscode.Uri.file(first.path),
        reviewStrings.diffTitle(
          nameAmong(
            open.map((file) => file.path),
            first.path,
          ),
        ),
        { viewColumn: columnBesideChat() },
      );
      return;
    }
    const title = reviewStrings.multiDiffTitle();
    const resources = files.map(({ path: file, review }) => {
      const uri = vscode.Uri.file(file);
      const before = review.state === 'created' ? undefined : originalUri(key, file);
      return [uri, before, review.state === 'deleted' ? undefined : uri];
    });
    const compared = files.filter(({ review }) => review.state === 'modified');
    const placeOf = (file: { readonly path: string }): Place => ({ key, path: file.path });
    this.#reviews = [
      ...this.#reviews,
      { title, places: files.map(placeOf), compared: compared.map(placeOf) },
    ];
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }

  /** Shows a change that is not the agent's, beside the text before. */
  async #openOther(key: string, path: string): Promise<void> {
    const change = this.#tracker.others(key).get(path);
    if (change === undefined) return;
    const uri = vscode.Uri.file(path);
    const before = change.before.kind === 'absent' ? undefined : originalUri(key, path);
    const resource = [uri, before, change.after.kind === 'absent' ? undefined : uri];
    const title = reviewStrings.otherChange(nameAmong(this.#tracker.others(key).keys(), path));
    await vscode.commands.executeCommand('vscode.changes', title, [resource]);
  }

  /** The session and the files of the review in the active editor, if it is one of several files. */
  active(): { readonly key: string; readonly paths: readonly string[] } | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const shown = activeTab && diffsIn(activeTab.input)?.map(placeIn);
    if (activeTab === undefined || !shown?.every((place) => place !== undefined)) return undefined;
    const known = this.#reviews.findLast((review) => isShownIn(review, activeTab.label, shown));
    const places = known?.places ?? shown;
    const [first] = places;
    return first && { key: first.key, paths: places.map(({ path }) => path) };
  }

  /** Closes the editors in which everything was kept or undone, but none with unsaved text. */
  closeFinished(): Promise<void> {
    this.#closing = this.#closeFinished();
    return this.#closing;
  }

  /** Resolves when the last closing is done: VS Code asks about a file that is edited while its editor closes. */
  async closed(): Promise<void> {
    await this.#closing.catch(() => undefined);
  }

  async #closeFinished(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const finished = tabs.filter((tab) => !tab.isDirty && this.#isFinished(tab));
    this.#reviews = this.#reviews.filter(({ places }) => this.#isOpenIn(places));
    if (finished.length > 0) await vscode.window.tabGroups.close(finished, true);
  }

  #isFinished({ input, label }: vscode.Tab): boolean {
    if (input instanceof vscode.TabInputTextDiff) {
      const place = placeIn(input);
      return place !== undefined && !this.#isOpenIn([place]);
    }
    const diffs = diffsIn(input);
    if (diffs === undefined) return false;
    const shown = diffs.map(placeIn);
    if (!shown.every((place) => place !== undefined) || this.#isOpenIn(shown)) return false;
    // Created and deleted files may stand beside them, or alone: then only the title is known.
    const reviews = this.#reviews.filter((review) => isShownIn(review, label, shown));
    if (reviews.length > 0) return !reviews.some(({ places }) => this.#isOpenIn(places));
    return shown.length > 0 && !shown.some(({ key }) => this.#tracker.open(key).length > 0);
  }

  /** Whether anything is open at one of the places. */
  #isOpenIn(places: readonly Place[]): boolean {
    return places.some(({ key, path }) => this.#tracker.open(key).some((file) => file.path === path));
  }
}

/** Whether a tab with this label and these comparisons was opened for a review. */
function isShownIn({ title, compared }: Review, label: string, shown: readonly Place[]): boolean {
  return (
    label.startsWith(title) &&
    compared.length === shown.length &&
    shown.every((place) => includes(compared, place))
  );
}

/** The name of a file, with as many folders as it takes to distinguish it from the others. */
function nameAmong(others: Iterable<string>, path: string): string {
  return distinctNames([path, ...others]).get(path) ?? path;
}

/** Whether a comparison of two texts shows what became of a file. */
function isComparable({ review, text }: ReviewedFile): boolean {
  return (
    review.state === 'deleted' || (text !== undefined && (review.state === 'created' || !review.isWhole))
  );
}

/** The comparisons of a tab with several of them, which VS Code's types do not name; undefined for any other tab. */
function diffsIn(input: unknown): readonly vscode.TabInputTextDiff[] | undefined {
  if (typeof input !== 'object' || input === null || !('textDiffs' in input)) return undefined;
  const diffs: unknown = input.textDiffs;
  return Array.isArray(diffs) ? diffs.filter((diff) => diff instanceof vscode.TabInputTextDiff) : undefined;
}

/** What a comparison of ours is about; undefined for one of somebody else. */
function placeIn({ original }: vscode.TabInputTextDiff): Place | undefined {
  if (original.scheme !== ORIGINAL_SCHEME) return undefined;
  return { key: original.query, path: vscode.Uri.file(original.path).fsPath };
}

function includes(places: readonly Place[], { key, path }: Place): boolean {
  return places.some((place) => place.key === key && place.path === path);
}
