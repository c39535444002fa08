// The documents that are open in editors, as tracking, undoing and restoring need them.
import { reviewFile, type ChangedFile } from '../core/fileReview.ts';
import type { FileState } from '../../../core/changes/fileState.ts';
import { BYTE_ORDER_MARK, lineEndingOf, withLineEnding, withoutMark } from '../../../core/text/fileText.ts';
import { isSameText } from '../../../core/text/lineEndings.ts';
import { diskState } from '../../../snapshots/diskState.ts';

export interface OpenEditors {
  /** The text of an open document with unsaved changes, without byte order mark. */
  unsavedText(path: string): string | undefined;
  /** Whether any editor shows the file with unsaved changes: a document, a notebook or a custom editor. */
  isUnsaved(path: string): boolean;
  /**
   * Replaces the text of an open document with unsaved changes, and leaves it unsaved. Resolves to false when there is
   * no such document. What the user has typed since the document had the text `from` stays. Rejects when that is in the
   * same lines, or when the document cannot have exactly this text.
   */
  replaceUnsaved(path: string, text: string, from?: string): Promise<boolean>;
  /** Resolves when an open document without unsaved changes shows its file, or does not do so for some time. */
  follow(path: string): Promise<void>;
  /** Saves the open documents with unsaved changes among these, as far as that is possible. */
  save(paths: readonly string[]): Promise<void>;
}

/** What a file is now, unsaved changes included; its document is compared with the file as `file` knows it. */
export async function currentState(
  editors: OpenEditors,
  path: string,
  file: ChangedFile,
): Promise<FileState> {
  const unsaved = editors.unsavedText(path);
  return unsaved === undefined ? diskState(path, file) : documentState(unsaved, file.after);
}

/**
 * A document's text as it would be saved: an editor has one kind of line end and hides the byte order mark. A file with
 * the same text keeps its line ends, which may be of several kinds.
 */
export function documentState(text: string, disk: FileState): FileState {
  if (disk.kind !== 'text') return { kind: 'text', text };
  if (isSameText(withoutMark(disk.text), text)) return disk;
  const ending = lineEndingOf(disk.text);
  const fitted = ending === undefined ? text : withLineEnding(text, ending);
  return { kind: 'text', text: disk.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + fitted : fitted };
}

/**
 * Whether a document has unsaved changes from before the agent wrote the file, and nothing of the agent's: on the
 * disk there is something to undo, but the editor would overwrite one of the two.
 */
export async function isOutdated(editors: OpenEditors, path: string, file: ChangedFile): Promise<boolean> {
  if (editors.unsavedText(path) === undefined) return false;
  const contents = { ...file, modes: undefined };
  const disk = await diskState(path, file);
  if (reviewFile(contents, disk) === undefined) return false;
  // Of a file that is gone, an editor has the text that was there.
  return (
    disk.kind === 'absent' || reviewFile(contents, await currentState(editors, path, file)) === undefined
  );
}
