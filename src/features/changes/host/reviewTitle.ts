// What VS Code shows around the review of several files: which buttons are in its title bar, and how far the user is.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { setContext } from './changesContext.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import type { ReviewEditors } from './reviewEditors.ts';
import { reviewStrings } from './reviewStrings.ts';

export interface ReviewTitleOptions {
  readonly tracker: Pick<ChangeTracker, 'open' | 'onChange'>;
  readonly editors: Pick<ReviewEditors, 'active'>;
}

/** Follows the active editor and what the user does with its files. */
export class ReviewTitle implements Disposable {
  readonly #options: ReviewTitleOptions;
  readonly #owned = new DisposableStore();
  readonly #progress: vscode.StatusBarItem;

  constructor(options: ReviewTitleOptions) {
    this.#options = options;
    this.#progress = this.#owned.add(
      vscode.window.createStatusBarItem('parley.review', vscode.StatusBarAlignment.Left),
    );
    this.#progress.name = reviewStrings.multiDiffTitle();
    this.#owned.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#show()));
    this.#owned.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#show()));
    this.#owned.add(options.tracker.onChange(() => this.#show()));
    this.#show();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(): void {
    const { tracker, editors } = this.#options;
    const review = editors.active();
    const open = review === undefined ? [] : tracker.open(review.key);
    const files = open.filter(({ path }) => review?.paths.includes(path) === true);
    if (review === undefined || files.length === 0) {
      setContext('parley.isReviewShown', false);
      this.#progress.hide();
      return;
    }
    // What was kept or undone is reviewed, too.
    const left = files.filter(({ isReviewed }) => !isReviewed).length;
    const total = review.paths.length;
    setContext('parley.isReviewShown', true);
    setContext('parley.isReviewDone', left === 0);
    this.#progress.text = `$(eye) ${reviewStrings.reviewed(total - left, total)}`;
    this.#progress.show();
  }
}
