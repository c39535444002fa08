// Marks the agent's changes in the gutter of editors, where each can be kept or undone, and lists the files in the
// Source Control view for as long as there are any.
import * as vscode from 'vscode';
import { protectionStrings } from '../../core/permissions/protectionStrings.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { setContext } from '../contributions/contextKeys.ts';
import { originalUri } from './originalTexts.ts';
import { reviewStrings } from './reviewStrings.ts';
import type { ChangeTracker } from '../../changes/changeTracker.ts';

/** Follows what is open in all sessions. */
export class QuickDiff implements Disposable {
  readonly #tracker: ChangeTracker;
  readonly #owned = new DisposableStore();
  #control: vscode.SourceControl | undefined;
  #group: vscode.SourceControlResourceGroup | undefined;
  #paths = '';

  constructor(tracker: ChangeTracker) {
    this.#tracker = tracker;
    this.#owned.add(tracker.onChange(() => this.#update()));
  }

  dispose(): void {
    this.#owned.dispose();
    this.#control?.dispose();
  }

  #update(): void {
    const files = this.#tracker.sessions().flatMap((key) => {
      return this.#tracker.open(key).map(({ path, review }) => ({ key, path, review }));
    });
    const paths = [...new Set(files.map(({ path }) => path))].join('\n');
    if (paths !== this.#paths) this.#rebuild(paths);
    if (this.#group === undefined) return;
    this.#group.resourceStates = files.map(({ key, path, review }) => ({
      resourceUri: vscode.Uri.file(path),
      command: {
        title: reviewStrings.reviewChanges(),
        command: 'parley.reviewChanges',
        arguments: [originalUri(key, path)],
      },
      decorations: {
        strikeThrough: review.state === 'deleted',
        ...this.#mark(key, path, stateLabel(review.state)),
      },
      contextValue: review.hasConflict ? 'conflict' : review.state,
    }));
  }

  /** How a file is marked in the list: what became of it, and whether it runs on its own. */
  #mark(key: string, path: string, state: string): vscode.SourceControlResourceDecorations {
    const [file] = this.#tracker.openProtected(key, path);
    if (file === undefined) return { tooltip: state };
    const tooltip = reviewStrings.runsCode(state, protectionStrings.reason(file.reason));
    return { tooltip, iconPath: new vscode.ThemeIcon('warning') };
  }

  /** Editors ask for the text to compare with only when a provider comes or goes. */
  #rebuild(paths: string): void {
    this.#paths = paths;
    this.#control?.dispose();
    this.#control = undefined;
    this.#group = undefined;
    setContext('parley.hasChanges', paths !== '');
    setContext('parley.changedPaths', paths.split('\n'));
    if (paths === '') return;
    const control = vscode.scm.createSourceControl('parley', 'Parley');
    control.inputBox.visible = false;
    // The panel counts these files; a badge beside the user's own commits would only be noise.
    control.count = 0;
    control.quickDiffProvider = { provideOriginalResource: (uri) => this.#original(uri) };
    this.#control = control;
    this.#group = control.createResourceGroup('changes', reviewStrings.sourceControlGroup());
  }

  #original(uri: vscode.Uri): vscode.Uri | undefined {
    if (uri.scheme !== 'file') return undefined;
    for (const key of this.#tracker.sessions()) {
      const file = this.#tracker.open(key).find(({ path }) => path === uri.fsPath);
      if (file !== undefined) return originalUri(key, file.path);
    }
    return undefined;
  }
}

function stateLabel(state: 'created' | 'modified' | 'deleted'): string {
  switch (state) {
    case 'created':
      return reviewStrings.created();
    case 'modified':
      return reviewStrings.modified();
    case 'deleted':
      return reviewStrings.deleted();
  }
}
