// The plans of a transcript that are texts: which of them a report is about, and what becomes of it.
import { addEntry } from '../addEntry.ts';
import { entryNumber, findLastEntry, replaceEntry, type Entry, type FoundEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { PlanDocument } from './state.ts';

type DocumentEntry = Extract<Entry, { kind: 'plan' }> & { readonly document: PlanDocument };

/**
 * The session after a report of a plan. It replaces the plan of its id in the same turn; one that the user accepted stays
 * as it is, and so does one of an earlier turn, of which agents use the id again.
 */
export function withDocument(
  state: SessionState,
  at: number,
  reported: Pick<PlanDocument, 'planId' | 'text' | 'file'>,
): SessionState {
  const isSame = ({ document }: DocumentEntry): boolean =>
    document.text.trim() === reported.text.trim() &&
    (reported.file === undefined || document.file === reported.file);
  // What was accepted is reported once more, under an id of its own.
  if (findDocument(state, (each) => each.document.isAccepted === true && isSame(each)) !== undefined)
    return state;
  const known = findDocument(state, ({ document }) => document.planId === reported.planId);
  if (known === undefined || known.found.document.isAccepted === true) {
    const isEmpty = reported.text.trim() === '' && reported.file === undefined;
    return isEmpty ? state : addEntry(state, at, { kind: 'plan', entries: [], document: { ...reported } });
  }
  const { isRemoved, ...document } = known.found.document;
  if (isRemoved === undefined && document.text === reported.text && isSame(known.found)) return state;
  return replaced(state, known, { ...document, ...reported });
}

/** The session with the plan that the user has accepted, which the agent may have reported before. */
export function withAcceptedDocument(
  state: SessionState,
  at: number,
  accepted: Pick<PlanDocument, 'planId' | 'text'>,
): SessionState {
  const known = findDocument(state, ({ document }) => document.text.trim() === accepted.text.trim());
  if (known === undefined) {
    return addEntry(state, at, { kind: 'plan', entries: [], document: { ...accepted, isAccepted: true } });
  }
  if (known.found.document.isAccepted === true) return state;
  return replaced(state, known, { ...known.found.document, isAccepted: true });
}

/** The session after the agent has withdrawn a plan; undefined where it is none of these. */
export function withoutDocument(state: SessionState, planId: string): SessionState | undefined {
  const known = findLastEntry(
    state.entries,
    (each): each is DocumentEntry => isDocument(each) && each.document.planId === planId,
  );
  if (known === undefined) return undefined;
  if (known.found.document.isRemoved === true) return state;
  return replaced(state, known, { ...known.found.document, isRemoved: true });
}

/** The last one of the turn that is such a one. */
function findDocument(
  { entries, idScope = 0 }: SessionState,
  isWanted: (each: DocumentEntry) => boolean,
): FoundEntry<DocumentEntry> | undefined {
  const last = findLastEntry(
    entries,
    (each): each is Entry => entryNumber(each) < idScope || (isDocument(each) && isWanted(each)),
  );
  if (last === undefined || !isDocument(last.found) || entryNumber(last.found) < idScope) return undefined;
  return { position: last.position, found: last.found };
}

function isDocument(entry: Entry): entry is DocumentEntry {
  return entry.kind === 'plan' && entry.document !== undefined;
}

function replaced(
  state: SessionState,
  { found, position }: FoundEntry<DocumentEntry>,
  document: PlanDocument,
): SessionState {
  return { ...state, entries: replaceEntry(state.entries, position, { ...found, document }) };
}
