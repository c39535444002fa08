// The events of permission requests and their answers.
import * as z from 'zod/mini';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { shortCall } from '../shortContent.ts';
import { toolCallPatch } from '../toolCall/state.ts';
import { permissionDecision } from './permissionDecision.ts';
import { askedPermission } from './state.ts';

export const permissionEvents = [
  z.object({ type: z.literal('permission_requested'), at, request: askedPermission, call: toolCallPatch }),
  /** The agent changed the call of a request that waits: the user is asked anew, in `request`. */
  z.object({
    type: z.literal('permission_changed'),
    at,
    requestId: z.string(),
    request: askedPermission,
    call: toolCallPatch,
  }),
  z.object({
    type: z.literal('permission_closed'),
    at,
    requestId: z.string(),
    decision: z.exactOptional(permissionDecision),
  }),
  /** A request that a rule answered at once: it never waited for the user. */
  z.object({
    type: z.literal('permission_decided'),
    at,
    call: toolCallPatch,
    decision: permissionDecision,
  }),
  /** What became of the text that the user edited before they allowed a call. */
  z.object({
    type: z.literal('proposal_edit'),
    at,
    toolCallId: z.string(),
    /** The entry of the request that was allowed; absent where 0.1.0 stored the event, and for calls of Parley's own. */
    entryId: z.exactOptional(z.string()),
    edit: z.enum(['written', 'unused']),
  }),
] as const;

export const shortenedPermissions: ShortenedEvents<typeof permissionEvents> = {
  permission_requested: (event) => ({ ...event, call: shortCall(event.call) }),
  permission_changed: (event) => ({ ...event, call: shortCall(event.call) }),
  permission_decided: (event) => ({ ...event, call: shortCall(event.call) }),
};
