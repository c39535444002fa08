// One question to the user about a client-side request: what is asked, the answers there are, and what each grants.
import type { ClientRequest, FileUse } from '../ports/clientRequests.ts';
import type { FileAccessError } from '../ports/fileAccess.ts';
import type { PermissionOption } from '../session/permission/state.ts';
import { isAllowed } from '../session/permission/permissionDecision.ts';
import type { ToolCallPatch } from '../session/toolCall/state.ts';
import { clientRequestCall, proposedDiff } from './clientRequestCall.ts';
import { refusedByRule, refusedByUser, withdrawn } from './clientRequestRefusals.ts';
import type { Answer, UserQuestion } from './permissionAnswer.ts';
import { permissionStrings } from './permissionStrings.ts';

/** An immutable value: whatever changes makes another one. */
export interface Question extends UserQuestion {
  /** The key of the session that the agent asks in. */
  readonly key: string;
  readonly request: ClientRequest;
  /** What answers are remembered by; undefined where each request is a question of its own. */
  readonly place: string | undefined;
  /** Whether it is about writing a file that runs on its own: each such write is a question of its own. */
  readonly isProtected: boolean;
}

/** What an answer leads to, and how long it holds. */
export type Effect =
  | {
      readonly kind: 'allowed';
      readonly holds: 'once' | 'session';
      /** What the user made of the text to write. */
      readonly text?: string;
    }
  | { readonly kind: 'refused'; readonly holds: 'once' | 'turn'; readonly error: FileAccessError };

/** The question about a request. Outside of the session's folders no rule may allow it, only the user (R78). */
export function questionAbout(
  key: string,
  toolCallId: string,
  request: ClientRequest,
  isProtected: boolean,
): Question {
  const isOutside = request.use !== 'command' && !request.isInside;
  return {
    key,
    request,
    call: clientRequestCall(toolCallId, request),
    options: isOutside && !isProtected ? [allowOnce(), allowForSession(), reject()] : [allowOnce(), reject()],
    onlyUserAllows: isOutside,
    canEdit: request.use === 'write',
    place: isOutside ? placeOf(request.use, request.real) : undefined,
    isProtected,
  };
}

/** The call of a write with the texts that there are now; undefined for what writes no text. Reads the file. */
export async function callAsOfNow({ call, request }: Question): Promise<ToolCallPatch | undefined> {
  if (request.use !== 'write' || request.proposal === undefined) return undefined;
  return { ...call, content: proposedDiff(request, await request.proposal.texts()) };
}

/** What an answer to a question leads to. Only an answer about a place outside the folders holds for longer than once. */
export function effectOf({ request, place }: Question, answer: Answer): Effect {
  const { option, by, rule, edits = [] } = answer;
  if (isAllowed(answer)) {
    const holds = place !== undefined && option?.kind === 'allow_always' ? 'session' : 'once';
    const text = edits[0]?.text;
    return { kind: 'allowed', holds, ...(text === undefined ? {} : { text }) };
  }
  // A refusal holds for the turn, so that an agent cannot ask until it gets a yes.
  const holds = place !== undefined && option?.kind === 'reject_once' ? 'turn' : 'once';
  switch (by) {
    case 'cancelled':
      return { kind: 'refused', holds, error: withdrawn(request) };
    case 'rule':
      return { kind: 'refused', holds, error: refusedByRule(request, rule) };
    case 'user':
      return { kind: 'refused', holds, error: refusedByUser(request) };
  }
}

/** What answers about the use of a file are remembered by. */
export function placeOf(use: FileUse, real: string): string {
  return `${use}:${real}`;
}

// An agent that did not ask the user itself offers no answers, so they are Parley's own.
const allowOnce = (): PermissionOption => ({
  optionId: 'once',
  name: permissionStrings.allowOnce(),
  kind: 'allow_once',
});
const allowForSession = (): PermissionOption => ({
  optionId: 'session',
  name: permissionStrings.allowForSession(),
  kind: 'allow_always',
});
const reject = (): PermissionOption => ({
  optionId: 'reject',
  name: permissionStrings.reject(),
  kind: 'reject_once',
});
