// The plan that a page shows: of a request that waits, or of an entry of the transcript.
import { entryById, findLastEntry, type Entry } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import {
  isAllowingKind,
  type PermissionDecision,
} from '../../../core/session/permission/permissionDecision.ts';
import type { PermissionOption, PermissionRequest } from '../../../core/session/permission/state.ts';
import { askedPlan } from '../../../core/session/plan/askedPlan.ts';
import type { PlanState, StoredPlan } from './planPage.ts';

export interface ShownPlan {
  readonly text: string;
  /** The path or the address of the file that has the text, where the agent has sent none. */
  readonly file?: string | undefined;
  /** The entry of the transcript that it is from. */
  readonly entryId?: string;
  /** The request that asks for it. */
  readonly requestId?: string;
  readonly options: readonly PermissionOption[];
  readonly state: PlanState['state'];
}

/** The plan of a request, or of an entry, with that id. */
export function planById(state: SessionState, id: string): ShownPlan | undefined {
  const request = state.permissions.find(({ requestId }) => requestId === id);
  if (request !== undefined) return planOfRequest(request);
  const entry = entryById(state.entries, id)?.found;
  if (entry?.kind !== 'plan' || entry.document === undefined) return undefined;
  const { text, file, isAccepted, isRemoved } = entry.document;
  // The agent may ask about what it has reported.
  const asked = waitingPlan(state);
  if (asked !== undefined && asked.text.trim() === text.trim()) return asked;
  const became = isAccepted === true ? 'accepted' : isRemoved === true ? 'withdrawn' : 'noted';
  return { text, file: text === '' ? file : undefined, entryId: id, options: [], state: became };
}

/** What is left of a plan after a reload: as its session has it, else as the page has stored it. */
export function restoredPlan(stored: StoredPlan, session: SessionState | undefined): ShownPlan | undefined {
  const { text, state } = stored;
  const known = session === undefined ? undefined : planById(session, entryOf(stored, session));
  if (known !== undefined || text === undefined) return known;
  // The agent that waited for an answer is gone, and its request with it.
  return { text, options: [], state: state === 'waiting' ? 'withdrawn' : state };
}

/** The page does not store a long plan, which is the last one of its session where it was accepted. */
function entryOf({ entryId, text, state }: StoredPlan, { entries }: SessionState): string {
  if (entryId !== undefined || text !== undefined || state !== 'accepted') return entryId ?? '';
  const isPlan = (each: Entry): each is Entry => each.kind === 'plan' && each.document?.isAccepted === true;
  return findLastEntry(entries, isPlan)?.found.id ?? '';
}

/** The first plan that waits for an answer. */
export function waitingPlan({ permissions }: Pick<SessionState, 'permissions'>): ShownPlan | undefined {
  for (const request of permissions) {
    const plan = planOfRequest(request);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

function planOfRequest({ call, requestId, options }: PermissionRequest): ShownPlan | undefined {
  const text = askedPlan(call);
  return text === undefined ? undefined : { text, requestId, options, state: 'waiting' };
}

/** What became of a plan by the decision on its request. */
export function stateAfter(decision: PermissionDecision | undefined): PlanState['state'] {
  if (decision?.option === undefined) return 'withdrawn';
  return isAllowingKind(decision.option.kind) ? 'accepted' : 'rejected';
}

/** The options that accept a plan: first the one that allows it alone. */
export function acceptingOptions(options: readonly PermissionOption[]): readonly PermissionOption[] {
  const [once, more] = ['allow_once', 'allow_always'].map((wanted) =>
    options.filter(({ kind }) => kind === wanted),
  );
  return [...(once ?? []), ...(more ?? [])];
}

/** The option that sends the plan back. */
export function rejectingOption(options: readonly PermissionOption[]): PermissionOption | undefined {
  return (
    options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind === 'reject_always')
  );
}
