// Reads a session's state from a file that another version of Parley wrote: what cannot be read is left out.
import * as z from 'zod/mini';
import { appendEntry, entry, type EntryPages } from '../session/entries.ts';
import { emptySession, sessionState, type SessionState } from '../session/model.ts';

const fields = z.record(z.string(), z.unknown());
const identity = z.pick(sessionState, { key: true, agent: true, cwd: true });
const idNumber = /^e(\d+)$/;

/** The state, without the fields and entries that cannot be read; undefined when it does not say whose it is. */
export function lenientState(value: unknown): SessionState | undefined {
  const strict = sessionState.safeParse(value);
  if (strict.success) return strict.data;
  const known = fields.safeParse(value);
  const whose = identity.safeParse(value);
  if (!known.success || !whose.success) return undefined;
  const unreadable = new Set(strict.error.issues.map(({ path }) => path[0]));
  const readable = Object.entries(known.data).filter(([name]) => !unreadable.has(name));
  const { key, agent, cwd } = whose.data;
  const pages = z.array(z.array(z.unknown())).safeParse(known.data['entries']);
  const entries = lenientEntries([], pages.success ? pages.data.flat() : []);
  const repaired = sessionState.safeParse({
    ...emptySession(key, agent, cwd),
    ...Object.fromEntries(readable),
    entries,
  });
  if (!repaired.success) return undefined;
  return { ...repaired.data, entriesMade: Math.max(repaired.data.entriesMade, firstFreeId(entries)) };
}

/** The state with those of the values that are entries added at the end of its transcript. */
export function addPage(state: SessionState, values: readonly unknown[]): SessionState {
  const entries = lenientEntries(state.entries, values);
  return { ...state, entries, entriesMade: Math.max(state.entriesMade, firstFreeId(entries.slice(-2))) };
}

function lenientEntries(pages: EntryPages, values: readonly unknown[]): EntryPages {
  let all = pages;
  for (const value of values) {
    const parsed = entry.safeParse(value);
    if (parsed.success) all = appendEntry(all, parsed.data);
  }
  return all;
}

function firstFreeId(entries: EntryPages): number {
  const numbers = entries.flat().map(({ id }) => Number(idNumber.exec(id)?.[1] ?? -1));
  return numbers.reduce((most, number) => Math.max(most, number + 1), 0);
}
