// Reads the patches of the tool `apply_patch`, which models write in a format of their own.
import type { ToolCallContent } from '../../core/session/toolCall/state.ts';

export interface FilePatch {
  readonly kind: 'edit' | 'delete' | 'move';
  /** As the patch has it. */
  readonly path: string;
  /** One for each part of the file that changes. */
  readonly changes: readonly { readonly oldText?: string; readonly newText: string }[];
}

const FILE = /^\*\*\* (?<operation>Add|Update|Delete) File: (?<path>.+)$/;
const MOVE = /^\*\*\* Move to: (?<path>.+)$/;

interface Hunk {
  readonly before: string[];
  readonly after: string[];
}

/**
 * The files of a patch; undefined for a text that is not one in every line, because what is made of it is shown in place
 * of the text when the user decides.
 */
export function readPatch(text: string): readonly FilePatch[] | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines.shift()?.trim() !== '*** Begin Patch' || lines.pop()?.trim() !== '*** End Patch')
    return undefined;
  const files: FilePatch[] = [];
  while (lines.length > 0) {
    const file = FILE.exec(lines.shift() ?? '')?.groups;
    if (file === undefined) return undefined;
    const read = readFile(file['operation'] ?? '', file['path'] ?? '', lines);
    if (read === undefined) return undefined;
    files.push(...read);
  }
  return files.length === 0 ? undefined : files;
}

function readFile(operation: string, path: string, lines: string[]): readonly FilePatch[] | undefined {
  if (operation === 'Delete') return [{ kind: 'delete', path, changes: [] }];
  const moved = operation === 'Update' ? MOVE.exec(lines[0] ?? '')?.groups?.['path'] : undefined;
  if (moved !== undefined) lines.shift();
  const hunks = readHunks(lines);
  if (hunks === undefined) return undefined;
  if (operation === 'Add') {
    const isWhole = hunks.length === 1 && hunks[0]?.before.length === 0;
    return isWhole
      ? [{ kind: 'edit', path, changes: hunks.map(({ after }) => ({ newText: textOf(after) })) }]
      : undefined;
  }
  const changes = hunks.map(({ before, after }) => ({ oldText: textOf(before), newText: textOf(after) }));
  if (moved === undefined) return changes.length === 0 ? undefined : [{ kind: 'edit', path, changes }];
  return [
    { kind: 'move', path, changes: [] },
    { kind: 'move', path: moved, changes },
  ];
}

function readHunks(lines: string[]): readonly Hunk[] | undefined {
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  while (lines.length > 0 && FILE.exec(lines[0] ?? '') === null) {
    const line = lines.shift() ?? '';
    if (line === '*** End of File') continue;
    if (line.startsWith('@@')) {
      hunk = undefined;
      continue;
    }
    if (hunk === undefined) hunks.push((hunk = { before: [], after: [] }));
    const rest = line.slice(1);
    // Models leave out the blank of an empty line.
    const mark = line === '' ? ' ' : line.charAt(0);
    if (mark !== '+' && mark !== '-' && mark !== ' ') return undefined;
    if (mark !== '+') hunk.before.push(rest);
    if (mark !== '-') hunk.after.push(rest);
  }
  return hunks;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The changes of a patch as the content of a tool call. */
export function patchContent(files: readonly FilePatch[]): readonly ToolCallContent[] {
  return files.flatMap(({ path, changes }) =>
    changes.map((change): ToolCallContent => ({ type: 'diff', path, ...change })),
  );
}
