// The plans of a transcript that are texts: which of them a report is about, and what becomes of it.
import { addEntry } from '../addEntry.ts';
import { entryNumber, findLastEntry, replaceEntry, type Entry, type FoundEntry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { PlanDocument } from './state.ts';

type DocumentEntry = Extract<Entry, { kind: 'plan' }> & { readonly document: PlanDocument };

/**
 * The session after a report of a plan. It replaces the plan of its id in the same turn; one of an earlier turn stays as it
 * is, because agents use the id again, and so does one that the user accepted, which agents report under an id of its own.
 */
export function withDocument(
  state: SessionState,
  at: number,
  reported: Pick<PlanDocument, 'planId' | 'text' | 'file'>,
): SessionState {
  const known = findDocument(state, ({ planId, text, isAccepted }) =>
    isAccepted === true ? isSame(text, reported.text) : planId === reported.planId,
  );
  if (known === undefined) {
    const isEmpty = reported.text.trim() === '' && reported.file === undefined;
    return isEmpty ? state : addEntry(state, at, { kind: 'plan', entries: [], document: reported });
  }
  const { isRemoved, ...document } = known.found.document;
  const { text, file = document.file } = reported;
  const isKnown = text === document.text && file === document.file && isRemoved === undefined;
  return document.isAccepted === true || isKnown
    ? state
    : replaced(state, known, { ...document, ...reported });
}

/** The session with the plan that the user has accepted, which the agent may have reported before. */
export function withAcceptedDocument(
  state: SessionState,
  at: number,
  accepted: Pick<PlanDocument, 'planId' | 'text'>,
): SessionState {
  const known = findDocument(state, ({ text }) => isSame(text, accepted.text));
  return known === undefined
    ? addEntry(state, at, { kind: 'plan', entries: [], document: { ...accepted, isAccepted: true } })
    : replaced(state, known, { ...known.found.document, isAccepted: true });
}

/** The session after the agent has withdrawn a plan, also one of an earlier turn; undefined where no plan has that id. */
export function withoutDocument(state: SessionState, removed: string): SessionState | undefined {
  const known = findDocument(state, ({ planId }) => planId === removed, 0);
  if (known === undefined) return undefined;
  const { document } = known.found;
  return document.isRemoved === true ? state : replaced(state, known, { ...document, isRemoved: true });
}

function isSame(text: string, other: string): boolean {
  return text.trim() === other.trim();
}

/** The last such plan of the turn, or from the entry of that number on. */
function findDocument(
  { entries, idScope = 0 }: SessionState,
  isWanted: (document: PlanDocument) => boolean,
  from = idScope,
): FoundEntry<DocumentEntry> | undefined {
  const last = findLastEntry(
    entries,
    (each): each is DocumentEntry =>
      each.kind === 'plan' && each.document !== undefined && isWanted(each.document),
  );
  return last !== undefined && entryNumber(last.found) >= from ? last : undefined;
}

function replaced(
  state: SessionState,
  { found, position }: FoundEntry<DocumentEntry>,
  document: PlanDocument,
): SessionState {
  return { ...state, entries: replaceEntry(state.entries, position, { ...found, document }) };
}
