// Which entries and which prompts a turn has: the prompt that began it, and those that were sent during it.
import { isUserPrompt, type Entry, type EntryPages, type Prompt } from '../session/entries.ts';

/** The entries of the turn that an entry is in, its end included; of the last turn with a prompt where none is given. */
export function turnEntries(entries: EntryPages, entryId: string | undefined): readonly Entry[] {
  const all = entries.flat();
  const isMeant = (entry: Entry): boolean =>
    entryId === undefined ? isUserPrompt(entry) : entry.id === entryId;
  const at = all.findLastIndex(isMeant);
  if (at === -1) return [];
  const start = all.slice(0, at).findLastIndex(({ kind }) => kind === 'turn') + 1;
  const end = all.findIndex(({ kind }, index) => index >= at && kind === 'turn');
  return all.slice(start, end === -1 ? undefined : end + 1);
}

/** The prompts of that turn. */
export function turnPrompts(entries: EntryPages, entryId: string | undefined): readonly Prompt[] {
  return turnEntries(entries, entryId).filter(isUserPrompt);
}
