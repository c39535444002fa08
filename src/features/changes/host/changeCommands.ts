// What the user can do with an agent's changes: review, keep, undo, restore, redo; from panel, palette, editor, gutter.
import * as vscode from 'vscode';
import { currentLines, type MeantLines } from '../core/hunkText.ts';
import type { LineRange } from '../../../core/changes/lines.ts';
import type { ChangesAction } from '../../../core/panel/panelMessage.ts';
import { plainText } from '../../../core/session/content.ts';
import { isPrompt } from '../../../core/session/entries.ts';
import { displayLanguage } from '../../../core/text/localization.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { protectionStrings } from '../../../core/permissions/protectionStrings.ts';
import type { ProtectedFile } from '../../../core/session/permission/protectedFile.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import {
  changedPlaces,
  placeAtLines,
  placeBeside,
  placesToMark,
  type ChangedPlace,
} from './changedPlaces.ts';
import { hunkBeside, openHunks, shownHunks } from './openHunks.ts';
import { ORIGINAL_SCHEME } from './originalTexts.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';
import type { ConfirmRestore } from '../node/checkpointRestore.ts';
import { notReverted } from '../node/fileRestorer.ts';
import type { ListedFiles, WhichFiles } from '../node/review/reviewActions.ts';
import { ReviewEditors } from './reviewEditors.ts';
import { notifyNotReverted } from './revertNotifications.ts';
import { fileNames } from '../../../host/text/fileNames.ts';
import { withRevertProgress } from './revertProgress.ts';
import { reviewStrings } from './reviewStrings.ts';
import { linesAtCursor, placesIn, shownPath } from './shownSides.ts';

/** The most lines of a dialog. */
const MAX_LINES = 10;

export interface ChangeCommandsOptions {
  readonly tracker: ChangeTracker;
  readonly store: SessionStore;
  /** The key of the current session, if there is one already. */
  readonly shownKey: () => string | undefined;
  /** The current session, restored or created where there is none yet. */
  readonly currentKey: () => Promise<string>;
  /** Opens the menu that rewinds to a prompt of the session, counted from 0. */
  readonly showRewind: (key: string, prompt: number) => Promise<void>;
}

/** Where a command acts on a change: at the cursor unless lines are given. */
export interface LinesArguments {
  readonly file: vscode.Uri | undefined;
  readonly lines: LineRange | undefined;
  /** The text in which the lines are counted, where that is known. */
  readonly text: string | undefined;
}

/** Runs the commands. */
export class ChangeCommands {
  readonly #options: ChangeCommandsOptions;
  readonly #editors: ReviewEditors;

  constructor(options: ChangeCommandsOptions) {
    this.#options = options;
    this.#editors = new ReviewEditors(options.tracker);
  }

  /** The editors in which changes are reviewed. */
  get editors(): Pick<ReviewEditors, 'active'> {
    return this.#editors;
  }

  /** Reviews, marks, keeps or undoes what is open in one file of a session, or in all; `only`: of these. */
  async run(key: string, action: ChangesAction, path?: string, only?: readonly string[]): Promise<void> {
    const { tracker } = this.#options;
    await tracker.whenRead(key);
    if (action === 'review') {
      await this.#editors.open(key, path);
      return;
    }
    if (action === 'cancel_undo') {
      tracker.review.cancelUndo(key, path);
      return;
    }
    if (action === 'mark_reviewed' || action === 'mark_unreviewed') {
      await tracker.review.markReviewed(key, path, action === 'mark_reviewed');
      return;
    }
    if (action === 'claim' || action === 'dismiss') {
      await tracker.review[action](key, path);
      return;
    }
    // What the agent changes while the user is asked, they have not seen.
    const which = only ?? path;
    const listed = tracker.review.listed(key, which);
    if (action === 'keep') {
      if (!(await confirmKeep(tracker.openProtected(key, which)))) return;
      await tracker.review.keep(key, path, listed);
      showStatusMessage(reviewStrings.changesKept(listed.paths.length));
    } else {
      if (!(await confirmUndo(tracker, key, which))) return;
      await this.#undo(key, path, listed);
    }
    await this.#editors.closeFinished();
  }

  async #undo(
    key: string,
    path: string | undefined,
    listed: Pick<ListedFiles, 'paths'> & { readonly isRest?: true },
  ): Promise<void> {
    this.#notifyWaiting(key);
    const result = await withRevertProgress(reviewStrings.undoing(), (progress) =>
      this.#options.tracker.review.undo(key, path, listed, progress),
    );
    notifyNotReverted('undo', result, async (left) => {
      await this.#undo(key, path, { paths: left, isRest: true });
      await this.#editors.closeFinished();
    });
  }

  /** An undo waits for the end of the turn: the panel shows it, which may be hidden. */
  #notifyWaiting(key: string): void {
    if (this.#options.tracker.review.isAtWork(key)) showStatusMessage(reviewStrings.undoWaits());
  }

  /** {@link TrackedChanges.restoreFiles} */
  async restore(key: string, entryId: string, shown: readonly string[] = []): Promise<boolean> {
    let asked: readonly string[] = [];
    const confirm: ConfirmRestore = async (paths) => {
      asked = paths;
      return paths.every((path) => shown.includes(path)) || confirmRestore(paths);
    };
    const { review } = this.#options.tracker;
    const result = await withRevertProgress(reviewStrings.restoring(), (progress) =>
      review.restore(key, entryId, confirm, progress),
    );
    notifyNotReverted('restore', result);
    await this.#editors.closeFinished();
    if (result === undefined || result.left !== undefined) return false;
    const notDone = notReverted(result);
    return notDone.size === 0 || asked.some((path) => !notDone.has(path));
  }

  /** Redoes what the last undo or restore reverted. */
  async redo(key: string): Promise<void> {
    await this.#editors.closed();
    const result = await withRevertProgress(reviewStrings.redoing(), (progress) =>
      this.#options.tracker.review.redo(key, progress),
    );
    if (result === undefined) void vscode.window.showInformationMessage(reviewStrings.nothingToRedo());
    notifyNotReverted('redo', result, () => this.redo(key));
  }

  /** Acts on a file of any session, or on all of the current session. */
  async runOn(action: ChangesAction, file?: vscode.Uri): Promise<void> {
    const review = action === 'review' ? undefined : this.#activeReview(file);
    if (review !== undefined) {
      await this.#runOnReview(action, review);
      return;
    }
    if (action === 'mark_reviewed' || action === 'mark_unreviewed') {
      await this.#mark(file ?? activeFile(), action === 'mark_reviewed');
      return;
    }
    const [place] = this.#placesOf(file);
    const key = place?.key ?? (await this.#options.currentKey());
    await this.#options.tracker.whenRead(key);
    if (place === undefined && this.#options.tracker.open(key).length === 0) {
      void vscode.window.showInformationMessage(reviewStrings.noChanges());
      return;
    }
    await this.run(key, action, place?.path);
  }

  /** The review that a button in its title bar, or the palette beside it, is about. */
  #activeReview(file: vscode.Uri | undefined): ReturnType<ReviewEditors['active']> {
    return file === undefined || shownPath(file) === undefined ? this.#editors.active() : undefined;
  }

  /** Acts on the files that the active review shows, and on no others of the session: the user did not see those. */
  async #runOnReview(
    action: ChangesAction,
    { key, paths }: NonNullable<ReturnType<ReviewEditors['active']>>,
  ): Promise<void> {
    if (action !== 'mark_reviewed' && action !== 'mark_unreviewed') {
      await this.run(key, action, undefined, paths);
      return;
    }
    for (const path of paths) await this.run(key, action, path);
  }

  /** Marks a file in the sessions whose changes of it are shown. */
  async #mark(file: vscode.Uri | undefined, isReviewed: boolean): Promise<void> {
    const { tracker } = this.#options;
    const places = this.#placesOf(file);
    if (places.length === 0) void vscode.window.showInformationMessage(reviewStrings.noChanges());
    for (const { key, path } of placesToMark(places, isReviewed, comparedKey(file))) {
      await tracker.review.markReviewed(key, path, isReviewed);
    }
  }

  /** At a change in the gutter or a link above one, else at the cursor. */
  async runOnLines(action: 'keep' | 'undo', { file, lines: given, text }: LinesArguments): Promise<void> {
    const places = this.#placesOf(file ?? activeFile());
    // What the user means stands in what is shown now: the file may have other lines when it is its turn.
    const editor = vscode.window.activeTextEditor;
    const lines =
      given === undefined
        ? editor && (await linesAtCursor(editor, places, this.#options.tracker))
        : { ...given, shown: text === undefined ? undefined : { text, isOriginal: false } };
    const place = lines && placeAtLines(places, linesNow(lines, places));
    if (place === undefined || lines === undefined) {
      notifyNoChangeHere();
      return;
    }
    if (place.review.isWhole) {
      await this.run(place.key, action, place.path);
      return;
    }
    const { tracker } = this.#options;
    if (action === 'keep') {
      if (!(await confirmKeep(tracker.openProtected(place.key, place.path)))) return;
      if (!(await tracker.review.keepLines(place.key, place.path, lines))) notifyNoChangeHere();
    } else {
      if (!(await confirmUndo(tracker, place.key, place.path))) return;
      this.#notifyWaiting(place.key);
      const result = await tracker.review.undoLines(place.key, place.path, lines);
      if (result?.isMissing === true) notifyNoChangeHere();
      notifyNotReverted('undo', result);
    }
    await this.#editors.closeFinished();
  }

  /** Moves the cursor to the next change of an agent, or to the one before: past the last of a file into another file. */
  async goToHunk(step: 1 | -1): Promise<void> {
    const editor = changedEditor();
    const hunks =
      editor === undefined ? [] : shownHunks(this.#placesOf(editor.document.uri), editor.document.getText());
    const next = hunkBeside(hunks, editor?.selection.active.line ?? 0, step);
    if (editor === undefined || next === undefined) {
      await this.goToFile(step, step === 1 ? 'first' : 'last');
      return;
    }
    // Keys go where the change is, as the cursor does.
    if (editor !== vscode.window.activeTextEditor)
      await vscode.commands.executeCommand('diffEditor.switchSide');
    moveTo(editor, next.line);
  }

  /** Opens the changed file after or before the one in the active editor, in an editor of the same kind. */
  async goToFile(step: 1 | -1, change: 'first' | 'last' = 'first'): Promise<void> {
    const { tracker, shownKey } = this.#options;
    const isComparison = activeComparison() !== undefined;
    const editor = changedEditor();
    const path = editor && shownPath(editor.document.uri);
    const next = placeBeside(changedPlaces(tracker, shownKey()), path, step);
    const hunks = openHunks(this.#placesOf(next && vscode.Uri.file(next.path)));
    const line = hunks.at(change === 'first' ? 0 : -1)?.hunk.current.start ?? 0;
    if (next === undefined) {
      void vscode.window.showInformationMessage(reviewStrings.noChanges());
    } else if (editor !== undefined && path === next.path) {
      moveTo(editor, Math.min(line, editor.document.lineCount - 1));
    } else if (isComparison || next.review.state === 'deleted') {
      await this.#editors.open(next.key, next.path);
    } else {
      await vscode.window.showTextDocument(vscode.Uri.file(next.path), {
        viewColumn: columnBesideChat(),
        selection: new vscode.Range(line, 0, line, 0),
      });
    }
  }

  /** The sessions in which a file is open for review: of a comparison or row its own, else the shown one first. */
  #placesOf(uri: vscode.Uri | undefined): readonly ChangedPlace[] {
    const { tracker, shownKey } = this.#options;
    return uri === undefined ? [] : placesIn(changedPlaces(tracker, shownKey()), uri);
  }

  /** Lets the user choose a prompt, and opens the menu that rewinds to it. */
  async pickPrompt(): Promise<void> {
    const { store, currentKey, showRewind } = this.#options;
    const key = await currentKey();
    const prompts = store.state(key)?.entries.flat().filter(isPrompt) ?? [];
    const items = prompts.map((entry, prompt) => {
      const description = new Date(entry.at).toLocaleTimeString(displayLanguage());
      return { label: withoutIcons(oneLine(plainText(entry.content))), description, prompt };
    });
    if (items.length === 0) {
      void vscode.window.showInformationMessage(reviewStrings.noPrompts());
      return;
    }
    const placeHolder = reviewStrings.selectPrompt();
    const chosen = await vscode.window.showQuickPick(items.toReversed(), { placeHolder });
    if (chosen !== undefined) await showRewind(key, chosen.prompt);
  }
}

function notifyNoChangeHere(): void {
  void vscode.window.showInformationMessage(reviewStrings.noChangeHere());
}

/** Asks before files are kept that run on their own. */
async function confirmKeep(files: readonly ProtectedFile[]): Promise<boolean> {
  if (files.length === 0) return true;
  const keep = reviewStrings.keep();
  const lines = files.slice(0, MAX_LINES).map(protectionStrings.fileRunsCode);
  const more = files.length - lines.length;
  const answer = await vscode.window.showWarningMessage(
    reviewStrings.confirmKeep(files.length),
    { modal: true, detail: [...lines, ...(more === 0 ? [] : [reviewStrings.andMore(more)])].join('\n') },
    keep,
  );
  return answer === keep;
}

/**
 * Asks before Undo leaves less of files than the agent itself says was there before, removes the only copy of what another
 * file had, or cannot be redone.
 */
async function confirmUndo(tracker: ChangeTracker, key: string, which: WhichFiles): Promise<boolean> {
  const doubtful = tracker.doubtful(key, which);
  const unredoable = tracker.unredoable(key, which);
  const onlyCopies = tracker.onlyCopies(key, which);
  const count = new Set([...doubtful, ...unredoable, ...onlyCopies]).size;
  if (count === 0) return true;
  const undo = reviewStrings.undo();
  const details = [
    ...(doubtful.length === 0 ? [] : [reviewStrings.confirmUndoDetail(fileNames(doubtful))]),
    ...(onlyCopies.length === 0 ? [] : [reviewStrings.onlyCopyDetail(fileNames(onlyCopies))]),
    ...(unredoable.length === 0 ? [] : [reviewStrings.notRedoable(fileNames(unredoable))]),
  ];
  const answer = await vscode.window.showWarningMessage(
    reviewStrings.confirmUndo(count),
    { modal: true, detail: details.join('\n\n') },
    undo,
  );
  return answer === undo;
}

async function confirmRestore(paths: readonly string[]): Promise<boolean> {
  const restore = reviewStrings.restore();
  const answer = await vscode.window.showWarningMessage(
    reviewStrings.confirmRestore(paths.length),
    { modal: true, detail: reviewStrings.restoreDetail(fileNames(paths)) },
    restore,
  );
  return answer === restore;
}

/** The comparison with a session's changes that is shown, if the active editor is one. */
function activeComparison(): vscode.TabInputTextDiff | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff && input.original.scheme === ORIGINAL_SCHEME
    ? input
    : undefined;
}

/** The session whose changes of a file are compared in the active editor. */
function comparedKey(file: vscode.Uri | undefined): string | undefined {
  const comparison = activeComparison();
  return comparison?.modified.fsPath === file?.fsPath ? comparison?.original.query : undefined;
}

function activeFile(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

/** The editor with the file of which a side is active; the active one itself where no editor shows the file. */
function changedEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  const path = editor && shownPath(editor.document.uri);
  const ofFile = vscode.window.visibleTextEditors.find(
    ({ document: { uri }, viewColumn }) =>
      uri.scheme === 'file' && uri.fsPath === path && viewColumn === editor?.viewColumn,
  );
  return editor?.document.uri.scheme === 'file' ? editor : (ofFile ?? editor);
}

function moveTo(editor: vscode.TextEditor, line: number): void {
  editor.selection = new vscode.Selection(line, 0, line, 0);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where lines that are shown stand by what was known of the file last: lines of the text before as those of their change. */
function linesNow(lines: MeantLines, places: readonly ChangedPlace[]): LineRange {
  if (lines.shown?.isOriginal !== true) return lines;
  const found = places.map(({ review }) => currentLines(review.hunks, lines));
  return found.find((each) => each !== undefined) ?? lines;
}
