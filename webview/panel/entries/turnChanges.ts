// Whether a turn changed files that can be committed.
import type { SessionState } from '../../../src/core/session/model.ts';
import { turnEntries, turnPrompts } from '../../../src/core/changes/turnPrompts.ts';
import { isFileChange } from '../branches/changedFilesSince.ts';

/**
 * Of the turn that the entry with this id is in, once it has ended, by its tool calls; `isChanged`: whether it is known to
 * have changed files anyway.
 */
export function hasTurnChanges({ entries }: SessionState, entryId: string, isChanged: boolean): boolean {
  const prompts = turnPrompts(entries, entryId);
  if (prompts.length === 0 || prompts.some(({ checkpoint }) => checkpoint === undefined)) return false;
  const turn = turnEntries(entries, entryId);
  return turn.at(-1)?.kind === 'turn' && (isChanged || turn.some(isFileChange));
}
