// The errors that refuse a client-side request. For the agent, so in English and never localized.
import type { ClientRequest } from '../ports/clientRequests.ts';
import { FileAccessError } from '../ports/fileAccess.ts';
import { commandOf } from './clientRequestCall.ts';
import { visiblePath } from '../paths/visiblePath.ts';
import { READ_ONLY_MESSAGE } from './policy/readOnlyMode.ts';
import { READ_ONLY_MODE } from './policy/ruleLabel.ts';

/** A rule denies the request; `rule` is its label. */
export function refusedByRule(request: ClientRequest, rule: string | undefined): FileAccessError {
  if (rule === READ_ONLY_MODE) return new FileAccessError('no-permission', READ_ONLY_MESSAGE);
  if (rule === undefined) return refusedByUser(request);
  return new FileAccessError(
    'refused',
    `${subjectOf(request)}: the user's permission rules do not allow this (${rule}). Ask the user, or continue without it.`,
  );
}

export function refusedByUser(request: ClientRequest): FileAccessError {
  const subject = subjectOf(request);
  if (request.use === 'command' || request.isInside) {
    return new FileAccessError('refused', `${subject}: the user did not allow this. Ask what to do instead.`);
  }
  const done = request.use === 'read' ? 'read' : 'written';
  return new FileAccessError(
    'outside',
    `${subject} is outside the folders of this session and the user did not allow it to be ${done}. Work inside the folders.`,
  );
}

export function withdrawn(request: ClientRequest): FileAccessError {
  return new FileAccessError(
    'cancelled',
    `${subjectOf(request)}: the request was canceled before the user answered it.`,
  );
}

function subjectOf(request: ClientRequest): string {
  return request.use === 'command' ? commandOf(request) : visiblePath(request.real);
}
