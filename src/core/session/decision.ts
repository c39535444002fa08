// Who answered a permission request, and how: shown on the tool call afterwards.
import * as z from 'zod';
import type { Immutable } from '../immutable.ts';

export const permissionDecision = z.object({
  /** `cancelled`: nobody answered, because the turn was cancelled or the agent took the request back. */
  by: z.enum(['person', 'rule', 'cancelled']),
  /** The name and the kind of the option that was chosen; absent when none was. */
  option: z.object({ name: z.string(), kind: z.string() }).exactOptional(),
  /** The words for the rule that decided. */
  rule: z.string().exactOptional(),
});
export type PermissionDecision = Immutable<z.infer<typeof permissionDecision>>;
