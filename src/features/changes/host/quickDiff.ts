// Marks the agents' changes in the gutter of editors, where each can be kept or undone, and lists the files in the
// Source Control view for as long as there are any: by session, the shown one first.
import * as vscode from 'vscode';
import { protectionStrings } from '../../../core/permissions/protectionStrings.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { titleSources } from '../../../core/session/selectors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import {
  changedPlaces,
  placesBySession,
  unreviewedFiles,
  type ChangedPlace,
  type ShownSession,
} from './changedPlaces.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { originalUri } from './originalTexts.ts';
import { reviewStrings } from './reviewStrings.ts';
import { shownTitle } from './shownTitle.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import { setContext } from './changesContext.ts';

export interface QuickDiffOptions {
  readonly tracker: ChangeTracker;
  readonly store: SessionStore;
  readonly shown: ShownSession;
}

/** A row of the Source Control view; `original` leads to the session that changed the file. */
interface FileState extends vscode.SourceControlResourceState {
  readonly original: vscode.Uri;
}

interface SessionControl {
  readonly control: vscode.SourceControl;
  /** By the name of the folder; one where the session has a single one. */
  readonly groups: ReadonlyMap<string | undefined, vscode.SourceControlResourceGroup>;
  /** The session, its label and files. */
  readonly madeFor: string;
}

/** Follows what is open in all sessions: each has a source control of its own, named after it. */
export class QuickDiff implements Disposable {
  readonly #options: QuickDiffOptions;
  readonly #owned = new DisposableStore();
  readonly #controls = new Map<string, SessionControl>();
  /** Counts the sets of comparisons: the texts of each are at addresses of their own. */
  #generation = 0;
  #described = '';

  constructor(options: QuickDiffOptions) {
    this.#options = options;
    const { tracker, store, shown } = options;
    const update = (): void => this.#update();
    this.#owned.add(tracker.onChange(update));
    this.#owned.add(shown.onChange(update));
    this.#owned.add(
      store.onSelect(titleSources, ({ key }) => {
        if (this.#controls.has(key)) update();
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
    for (const { control } of this.#controls.values()) control.dispose();
  }

  #update(): void {
    const { tracker, shown } = this.#options;
    const places = changedPlaces(tracker, shown.shownKey);
    const bySession = placesBySession(places);
    this.#describe(places);
    this.#rebuild(bySession);
    for (const [key, files] of bySession) {
      const inFolders = this.#byFolder(key, files);
      for (const [folder, group] of this.#controls.get(key)?.groups ?? [])
        group.resourceStates = (inFolders.get(folder) ?? []).map((file) => this.#row(file));
    }
  }

  #row({ key, path, review }: ChangedPlace): FileState {
    const original = originalUri(key, path);
    return {
      resourceUri: vscode.Uri.file(path),
      original,
      command: {
        title: reviewStrings.reviewChanges(),
        command: 'parley.reviewChanges',
        arguments: [original],
      },
      decorations: {
        strikeThrough: review.state === 'deleted',
        ...this.#mark(key, path, stateLabel(review.state)),
      },
      contextValue: review.hasConflict ? 'conflict' : review.state,
    };
  }

  /** How a file is marked in the list: what became of it, and whether it runs on its own. */
  #mark(key: string, path: string, state: string): vscode.SourceControlResourceDecorations {
    const [file] = this.#options.tracker.openProtected(key, path);
    if (file === undefined) return { tooltip: state };
    const tooltip = reviewStrings.runsCode(state, protectionStrings.reason(file.reason));
    return { tooltip, iconPath: new vscode.ThemeIcon('warning') };
  }

  /** An editor shows another label, or a file that is new in a session, only for another source control. */
  #rebuild(bySession: ReadonlyMap<string, readonly ChangedPlace[]>): void {
    const sessions = [...bySession].map(([key, files]) => {
      const label = this.#label(key);
      const folders = [...this.#byFolder(key, files).keys()];
      const madeFor = JSON.stringify([key, label, folders, files.map(({ path }) => path)]);
      return { key, label, folders, madeFor };
    });
    // VS Code lists them in the order in which they were made: those before the first that changed stay.
    const made = [...this.#controls];
    const change = sessions.findIndex(({ madeFor }, index) => made[index]?.[1].madeFor !== madeFor);
    const same = change < 0 ? sessions.length : change;
    if (same < Math.max(made.length, sessions.length)) this.#generation += 1;
    for (const [key, { control }] of made.slice(same)) {
      control.dispose();
      this.#controls.delete(key);
    }
    for (const { key, madeFor, ...parts } of sessions.slice(same)) {
      this.#controls.set(key, { ...this.#control(key, parts), madeFor });
    }
  }

  /** Sets the context keys. */
  #describe(places: readonly ChangedPlace[]): void {
    const paths = [...new Set(places.map(({ path }) => path))];
    const unreviewed = unreviewedFiles(places);
    const reviewed = paths.filter((path) => !unreviewed.has(path));
    const described = JSON.stringify([paths, reviewed]);
    if (described === this.#described) return;
    this.#described = described;
    setContext('parley.hasChanges', paths.length > 0);
    setContext('parley.hasSeveralChangedFiles', paths.length > 1);
    setContext('parley.changedPaths', paths);
    setContext('parley.reviewedPaths', reviewed);
  }

  #byFolder<T extends { readonly path: string }>(
    key: string,
    files: readonly T[],
  ): ReadonlyMap<string | undefined, readonly T[]> {
    const folderOf = this.#options.tracker.folderNames(key);
    return Map.groupBy(files, ({ path }) => folderOf(path));
  }

  #control(
    key: string,
    { label, folders }: { readonly label: string; readonly folders: readonly (string | undefined)[] },
  ): Omit<SessionControl, 'madeFor'> {
    // VS Code distinguishes comparisons by this id alone.
    const control = vscode.scm.createSourceControl(`parley.${key}`, label);
    control.inputBox.visible = false;
    // The panel counts these files; a badge beside the user's own commits would only be noise.
    control.count = 0;
    control.quickDiffProvider = { provideOriginalResource: (uri) => this.#original(key, uri) };
    const groups = folders.map((folder) => {
      const title =
        folder === undefined
          ? reviewStrings.sourceControlGroup()
          : reviewStrings.sourceControlGroupOf(withoutIcons(folder));
      return [folder, control.createResourceGroup(`changes/${folder ?? ''}`, title)] as const;
    });
    return { control, groups: new Map(groups) };
  }

  /** Each session compares with the text without its own changes, so that every change is marked once and as its own. */
  #original(key: string, uri: vscode.Uri): vscode.Uri | undefined {
    if (uri.scheme !== 'file') return undefined;
    const file = this.#options.tracker.open(key).find(({ path }) => path === uri.fsPath);
    if (file === undefined) return undefined;
    // VS Code drops and loads all texts of an editor whenever one of its comparisons comes or goes, and does not load
    // one that still lives at the same address: the changes of that session would not be marked.
    return originalUri(key, file.path).with({ fragment: String(this.#generation) });
  }

  #label(key: string): string {
    return reviewStrings.sourceControl(shownTitle(this.#options.store.state(key)));
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
