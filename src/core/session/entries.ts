// The transcript's entries in pages, so that changing one copies a page and not the transcript.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { compactionEntry } from './compaction/state.ts';
import { messageEntries } from './message/state.ts';
import { noticeEntry } from './notice/state.ts';
import { recordedPlan } from './plan/state.ts';
import { toolEntry } from './toolCall/state.ts';
import { addPlace, keepPlaces, placesOf } from './toolCall/toolCallPlaces.ts';
import { turnEntry } from './turn/state.ts';

const PAGE_SIZE = 128;

/** One row of the transcript. */
export const entry = z.discriminatedUnion('kind', [
  ...messageEntries,
  toolEntry,
  noticeEntry,
  turnEntry,
  recordedPlan,
  compactionEntry,
]);
export type Entry = Immutable<z.infer<typeof entry>>;
export type EntryKind = Entry['kind'];
/** Every entry by its kind. */
export type EntriesByKind = { readonly [Each in Entry as Each['kind']]: Each };
/** What the agent was asked to do. */
export type Prompt = Extract<Entry, { kind: 'user' }>;

export const entryPages = z.array(z.array(entry));
export type EntryPages = Immutable<z.infer<typeof entryPages>>;

export const transcriptState = {
  entries: entryPages,
  /** How many entries were ever made: the source of entry ids. */
  entriesMade: z.number(),
  /**
   * The number of the entry from which on an id of the agent's means the same: where the last turn began or ended, or the
   * agent replayed a prompt. Absent before the first.
   */
  idScope: z.exactOptional(z.number()),
};

export type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/** Where an entry stands: page and offset in it. */
export interface EntryPosition {
  readonly page: number;
  readonly offset: number;
}

/** Whether an entry is a prompt, whether the user sent it or the agent reported it. */
export function isPrompt(candidate: Entry): candidate is Prompt {
  return candidate.kind === 'user';
}

/** Whether an entry is a prompt that the user sent from here. */
export function isUserPrompt(candidate: Entry): candidate is Prompt {
  return isPrompt(candidate) && candidate.origin === 'user';
}

/** Whether an entry is never history: what the agent only says while it runs (R107). */
export function isLiveOnly(candidate: Entry): boolean {
  return candidate.kind === 'notice' && candidate.isLiveOnly === true;
}

/** The number of entries. Every page but the last is full. */
export function entryCount(pages: EntryPages): number {
  const last = pages.at(-1);
  return last === undefined ? 0 : (pages.length - 1) * PAGE_SIZE + last.length;
}

/** The entry at a 0-based index over all pages. */
export function entryAt(pages: EntryPages, index: number): Entry | undefined {
  return pages[Math.floor(index / PAGE_SIZE)]?.[index % PAGE_SIZE];
}

/** The last entry. */
export function lastEntry(pages: EntryPages): Entry | undefined {
  return pages.at(-1)?.at(-1);
}

/** The pages with one more entry at the end. */
export function appendEntry(pages: EntryPages, added: Entry): EntryPages {
  const last = pages.at(-1);
  const appended =
    last === undefined || last.length >= PAGE_SIZE ? [...pages, [added]] : pages.with(-1, [...last, added]);
  addPlace(pages, appended, added, entryCount(pages));
  return appended;
}

/** The pages with the entry at `position` replaced. */
export function replaceEntry(pages: EntryPages, position: EntryPosition, replacement: Entry): EntryPages {
  const page = pages[position.page];
  if (page === undefined) return pages;
  return keepPlaces(pages, pages.with(position.page, page.with(position.offset, replacement)));
}

export interface FoundEntry<Found extends Entry = Entry> {
  readonly position: EntryPosition;
  readonly found: Found;
}

/** The number in the id of an entry. It counts what was made, and grows along the transcript; places do not, because entries go. */
export function entryNumber({ id }: Pick<Entry, 'id'>): number {
  return Number(id.slice(1));
}

/** The entry with that id. */
export function entryById(pages: EntryPages, id: string): FoundEntry | undefined {
  const wanted = entryNumber({ id });
  let [low, high] = [0, entryCount(pages) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = entryAt(pages, middle);
    if (found === undefined) return undefined;
    if (found.id === id) return { position: positionOf(middle), found };
    if (entryNumber(found) < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function positionOf(index: number): EntryPosition {
  return { page: Math.floor(index / PAGE_SIZE), offset: index % PAGE_SIZE };
}

/** The tool calls that the agent gave an id to, the newest first. Finding each does not depend on the transcript's length. */
export function* toolEntries(pages: EntryPages, toolCallId: string): Generator<FoundEntry<ToolEntry>> {
  const places = placesOf(pages, toolCallId);
  for (let next = places.length - 1; next >= 0; next--) {
    const index = places[next] ?? -1;
    const found = entryAt(pages, index);
    if (found?.kind !== 'tool' || found.call.toolCallId !== toolCallId) continue;
    yield { position: positionOf(index), found };
  }
}

/** The nearest entry from the end that satisfies `wanted`, looking at no more than `limit` entries. */
export function findLastEntry<Found extends Entry>(
  pages: EntryPages,
  wanted: (candidate: Entry) => candidate is Found,
  limit: number = Number.POSITIVE_INFINITY,
): FoundEntry<Found> | undefined {
  let seen = 0;
  for (let page = pages.length - 1; page >= 0; page--) {
    const entries = pages[page] ?? [];
    for (let offset = entries.length - 1; offset >= 0; offset--) {
      if (seen++ >= limit) return undefined;
      const candidate = entries[offset];
      if (candidate !== undefined && wanted(candidate))
        return { position: { page, offset }, found: candidate };
    }
  }
  return undefined;
}

/** The pages without the entries for which `isUnwanted` is true; the same pages when there is none. */
export function withoutEntries(pages: EntryPages, isUnwanted: (candidate: Entry) => boolean): EntryPages {
  if (!pages.some((page) => page.some(isUnwanted))) return pages;
  const wanted = pages.flat().filter((candidate) => !isUnwanted(candidate));
  return Array.from({ length: Math.ceil(wanted.length / PAGE_SIZE) }, (_, page) =>
    wanted.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  );
}

/** The pages with every entry passed through `change`; pages whose entries all stay the same keep their reference. */
export function mapEntries(pages: EntryPages, change: (current: Entry) => Entry): EntryPages {
  let changed = false;
  const mapped = pages.map((page) => {
    const next = page.map(change);
    if (next.every((current, offset) => current === page[offset])) return page;
    changed = true;
    return next;
  });
  return changed ? keepPlaces(pages, mapped) : pages;
}
