// Permission requests that wait for the user.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { toolCall } from '../toolCall/state.ts';
import { protectedFile } from './protectedFile.ts';

const permissionOption = z.object({
  optionId: z.string(),
  name: z.string(),
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, or any other word, never read as allow (R72). */
  kind: z.string(),
});
export type PermissionOption = Immutable<z.infer<typeof permissionOption>>;

/** What is asked about a tool call. `requestId` is Parley's own, unique in the window; a changed request has another. */
export const askedPermission = z.object({
  requestId: z.string(),
  toolCallId: z.string(),
  options: z.array(permissionOption),
  at: z.number(),
  /** The label of the rule because of which the user is asked. */
  rule: z.exactOptional(z.string()),
  /** Whether the proposed texts may be edited before they are allowed. */
  canEdit: z.exactOptional(z.boolean()),
  /** The files because of which the user is asked, whatever rules allow: they run on their own. */
  protectedFiles: z.exactOptional(z.array(protectedFile)),
  /** The commands, with all their words, that a rule may name so that the user is not asked again. */
  wordsToAllow: z.exactOptional(z.array(z.string())),
  /** Whether the agent changed the call after it had asked. */
  isChanged: z.exactOptional(z.literal(true)),
});
export type AskedPermission = Immutable<z.infer<typeof askedPermission>>;

/** A permission request that waits for the user: the one value that they see, and that rules, log and grants use. */
const permissionRequest = z.extend(askedPermission, {
  /** The call as it was when the user was asked. What the agent reports of it later changes nothing here. */
  call: toolCall,
  /** The entry of the transcript that shows the request and its answer. */
  entryId: z.string(),
});
export type PermissionRequest = Immutable<z.infer<typeof permissionRequest>>;

export const permissionState = { permissions: z.array(permissionRequest) };
