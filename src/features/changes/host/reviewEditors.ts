// The editors in which an agent's changes are reviewed: opened beside the text before, closed when nothing is left.
import * as vscode from 'vscode';
import { distinctNames } from '../../../core/paths/distinctNames.ts';
import type { ReviewedFile } from '../core/changedFiles.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { OpenReviews, type Place, type ReviewTab } from './openReviews.ts';
import { deletedUri, ORIGINAL_SCHEME, originalUri } from './originalTexts.ts';
import { reviewStrings } from './reviewStrings.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';

/** Knows the editors of this window, and of those that an earlier window left what VS Code says of them. */
export class ReviewEditors {
  readonly #tracker: ChangeTracker;
  readonly #reviews = new OpenReviews();
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
    const resources = files.map(({ path: file, review }) => {
      const uri = vscode.Uri.file(file);
      const before = review.state === 'created' ? undefined : originalUri(key, file);
      return [uri, before, review.state === 'deleted' ? undefined : uri];
    });
    const compared = files.filter(({ review }) => review.state === 'modified');
    const placeOf = (file: { readonly path: string }): Place => ({ key, path: file.path });
    const title = this.#reviews.add(
      {
        title: reviewStrings.multiDiffTitle(),
        places: files.map(placeOf),
        compared: compared.map(placeOf),
      },
      openTabs().flatMap((tab) => reviewTab(tab) ?? []),
    );
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
    const tab = activeTab && reviewTab(activeTab);
    const places = tab && (this.#reviews.find(tab)?.places ?? tab.shown);
    const [first] = places ?? [];
    return places && first && { key: first.key, paths: places.map(({ path }) => path) };
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
    const finished = openTabs().filter((tab) => !tab.isDirty && this.#isFinished(tab));
    this.#reviews.retain((places) => this.#isOpenIn(places));
    if (finished.length > 0) await vscode.window.tabGroups.close(finished, true);
  }

  #isFinished(tab: vscode.Tab): boolean {
    if (tab.input instanceof vscode.TabInputTextDiff) {
      const place = placeIn(tab.input);
      return place !== undefined && !this.#isOpenIn([place]);
    }
    const review = reviewTab(tab);
    if (review === undefined || this.#isOpenIn(review.shown)) return false;
    // Created and deleted files may stand beside them, or alone: then only the title is known.
    const known = this.#reviews.find(review);
    if (known !== undefined) return !this.#isOpenIn(known.places);
    return review.shown.length > 0 && !review.shown.some(({ key }) => this.#tracker.open(key).length > 0);
  }

  /** Whether anything is open at one of the places. */
  #isOpenIn(places: readonly Place[]): boolean {
    return places.some(({ key, path }) => this.#tracker.open(key).some((file) => file.path === path));
  }
}

function openTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** A tab with several comparisons; undefined where one of them is not of Parley's. */
function reviewTab({ label, input }: vscode.Tab): ReviewTab | undefined {
  const shown = diffsIn(input)?.map(placeIn);
  return shown?.every((place) => place !== undefined) === true ? { label, shown } : undefined;
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
