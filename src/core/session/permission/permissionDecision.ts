// Who answered a permission request, and how: shown on the tool call afterwards.
import * as z from 'zod/mini';
import { withStoredUser } from '../storedUser.ts';
import { protectedFile } from './protectedFile.ts';
import type { Immutable } from '../../base/immutable.ts';

export const permissionDecision = z.object({
  /** `cancelled`: nobody answered, because the user stopped the session, or its agent withdrew the request or ended. */
  by: withStoredUser(z.enum(['user', 'rule', 'cancelled'])),
  /** Whether the agent withdrew the request. */
  isWithdrawn: z.exactOptional(z.literal(true)),
  /** The name and the kind of the option that was chosen; absent when none was. */
  option: z.exactOptional(z.object({ name: z.string(), kind: z.string() })),
  /** The label of the rule that decided, in English; `localizedRuleLabel` shows it. */
  rule: z.exactOptional(z.string()),
  /**
   * What became of the text that the user edited before they allowed it: it waits for the agent's write, was written,
   * or could not be used, because the agent wrote something else or on its own.
   */
  edit: z.exactOptional(z.enum(['waiting', 'written', 'unused'])),
  /** The files that run on their own which the request was about. */
  protectedFiles: z.exactOptional(z.array(protectedFile)),
});
export type PermissionDecision = Immutable<z.infer<typeof permissionDecision>>;

/** Whether an option of a kind lets its request through. Only ACP's own kinds count as that (R72). */
export function isAllowingKind(kind: string): boolean {
  return kind === 'allow_once' || kind === 'allow_always';
}

/** Whether the request was let through. */
export function isAllowed({ option }: { readonly option?: { readonly kind: string } | undefined }): boolean {
  return option !== undefined && isAllowingKind(option.kind);
}

/** Whether the request was not let through, by an answer: one that was withdrawn was not answered. */
export function isRejected({ by, option }: Pick<PermissionDecision, 'by' | 'option'>): boolean {
  if (by === 'cancelled') return false;
  // A rule that rejects may find no option for it.
  return option === undefined
    ? by === 'rule'
    : option.kind === 'reject_once' || option.kind === 'reject_always';
}
