// A permission request and its answer: what a rule answers, and what the agent and the transcript learn of it.
import { withoutUndefined } from '../base/withoutUndefined.ts';
import type { PermissionOutcome } from '../ports/agent.ts';
import type { PermissionOption } from '../session/permission/state.ts';
import type { PermissionDecision } from '../session/permission/permissionDecision.ts';
import type { ToolCallPatch } from '../session/toolCall/state.ts';
import type { Verdict } from './policy/permissionPolicy.ts';

/** A question to the user, with what else decides about it. */
export interface UserQuestion {
  readonly call: ToolCallPatch;
  readonly options: readonly PermissionOption[];
  /** Whether no rule may allow it, only the user. */
  readonly onlyUserAllows: boolean;
  /** Whether the proposed texts may be edited: they will be written through Parley. */
  readonly canEdit: boolean;
}

/** A proposed text, and what the user made of it. */
export interface ProposalEdit {
  /** As the agent wrote it. */
  readonly path: string;
  readonly proposed: string;
  readonly text: string;
}

/** An answer, and who gives it. */
export interface Answer {
  readonly by: PermissionDecision['by'];
  readonly isWithdrawn?: true | undefined;
  readonly option?: PermissionOption | undefined;
  readonly rule?: string | undefined;
  readonly edits?: readonly ProposalEdit[] | undefined;
}

/** Nobody answers: the user stopped or closed the session, or its agent is gone. */
export const CANCELLED: Answer = { by: 'cancelled' };

/** Nobody answers, because the agent withdrew the request. */
export const WITHDRAWN_REQUEST: Answer = { by: 'cancelled', isWithdrawn: true };

/**
 * What a rule answers; undefined when the user is asked.
 * Allow: the only option of kind `allow_once`, never one that allows more than this request (R72). Where there are
 * several they are a choice, and where there is none the agent offers no such answer: both are the user's.
 * Deny: `reject_once`, else `reject_always`, which denies no less, else `cancelled`, with which the agent may end
 * its turn: a denied request is never left waiting.
 */
export function answerOf(
  { action, rule }: Verdict,
  { options, onlyUserAllows }: Pick<UserQuestion, 'options' | 'onlyUserAllows'>,
): Answer | undefined {
  const ofKind = (kind: string): readonly PermissionOption[] =>
    options.filter((option) => option.kind === kind);
  switch (action) {
    case 'ask':
      return undefined;
    case 'allow': {
      if (onlyUserAllows) return undefined;
      const [only, ...others] = ofKind('allow_once');
      return only === undefined || others.length > 0 ? undefined : { by: 'rule', rule, option: only };
    }
    case 'deny':
      return { by: 'rule', rule, option: ofKind('reject_once')[0] ?? ofKind('reject_always')[0] };
  }
}

export function outcomeOf({ option }: Answer): PermissionOutcome {
  return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
}

export function decisionOf({ by, option, rule, isWithdrawn, edits = [] }: Answer): PermissionDecision {
  return {
    by,
    ...withoutUndefined({
      option: option && { name: option.name, kind: option.kind },
      rule,
      isWithdrawn,
    }),
    ...(edits.length === 0 ? {} : { edit: 'waiting' }),
  };
}
