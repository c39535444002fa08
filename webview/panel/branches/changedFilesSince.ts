// Whether the agent changed files after a prompt.
import type { Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';

const CHANGING_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

/** Whether the transcript has a change of a file, that was made, behind the entry with that id. */
export function hasChangedFilesSince(session: SessionState | undefined, entryId: string): boolean {
  const entries = session?.entries.flat() ?? [];
  const from = entries.findIndex(({ id }) => id === entryId);
  return entries.slice(from + 1).some(isFileChange);
}

/** Whether an entry is a tool call that has changed files. */
export function isFileChange(entry: Entry): boolean {
  if (entry.kind !== 'tool' || entry.call.status !== 'completed') return false;
  return CHANGING_KINDS.has(entry.call.kind) || entry.call.content.some(({ type }) => type === 'diff');
}
