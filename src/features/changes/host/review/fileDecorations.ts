// Marks files in the Explorer and in tabs that an agent changed and the user has not reviewed, kept or undone.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import { listText } from '../../../../core/text/localization.ts';
import type { ChangeTracker } from '../../node/changeTracker.ts';
import { changedPlaces, unreviewedFiles } from '../changedPlaces.ts';
import { agentLabel } from '../../../../host/settings/settings.ts';
import { commentStrings } from './commentStrings.ts';

/** VS Code reports of more files in one event that something changed in their folders, and draws all of these again. */
const MAX_FILES_IN_EVENT = 200;
/** The time between two such events, in which VS Code draws. */
const EVENT_INTERVAL_MS = 20;

export interface FileDecorationsOptions {
  readonly tracker: Pick<ChangeTracker, 'onChange' | 'sessions' | 'open'>;
  readonly store: Pick<SessionStore, 'state'>;
  readonly clock: Clock;
}

/** Asked by VS Code about the files that it shows; nothing is registered before there is one to mark. */
export class FileDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #options: FileDecorationsOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  /** The sessions that changed each file, by path. */
  #marked: ReadonlyMap<string, readonly string[]> = new Map();
  #isRegistered = false;
  /** The paths whose change was not reported to VS Code yet. */
  readonly #unreported = new Set<string>();
  #timer: Disposable | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(options: FileDecorationsOptions) {
    this.#options = options;
    this.#owned.add(this.#changed);
    this.#owned.add(options.tracker.onChange(() => this.#update()));
  }

  provideFileDecoration({ scheme, fsPath }: vscode.Uri): vscode.FileDecoration | undefined {
    const keys = scheme === 'file' ? this.#marked.get(fsPath) : undefined;
    if (keys === undefined) return undefined;
    const agents = keys.flatMap((key) => this.#options.store.state(key)?.agent ?? []);
    const labels = [...new Set(agents.map(agentLabel))];
    return { badge: commentStrings.badge(), tooltip: commentStrings.notReviewed(listText(labels)) };
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #update(): void {
    const before = this.#marked;
    const after = unreviewedFiles(changedPlaces(this.#options.tracker, undefined));
    this.#marked = after;
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(path)?.join('\n') !== after.get(path)?.join('\n')) this.#unreported.add(path);
    }
    if (after.size > 0 && !this.#isRegistered) {
      this.#isRegistered = true;
      this.#owned.add(vscode.window.registerFileDecorationProvider(this));
      // VS Code asks about everything that it shows.
      this.#unreported.clear();
    }
    if (this.#timer === undefined) this.#report();
  }

  /** Reports some of the files now, and the rest of them after that. */
  #report(): void {
    const paths = [...this.#unreported].slice(0, MAX_FILES_IN_EVENT);
    for (const path of paths) this.#unreported.delete(path);
    if (paths.length > 0) this.#changed.fire(paths.map((path) => vscode.Uri.file(path)));
    this.#timer =
      this.#unreported.size === 0
        ? undefined
        : this.#options.clock.after(EVENT_INTERVAL_MS, () => {
            this.#timer = undefined;
            this.#report();
          });
  }
}
