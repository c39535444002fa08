// A file that runs on its own once it is written, and why: shown on the cards and in the lists that name it.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

/** What runs or applies such a file; `setting`: the user or the workspace listed it. */
export const protectionReason = z.enum([
  'versionControl',
  'gitHooks',
  'editor',
  'shell',
  'system',
  'packageManager',
  'container',
  'ci',
  'agent',
  'build',
  'setting',
]);
export type ProtectionReason = z.infer<typeof protectionReason>;

export const protectedFile = z.object({
  /** Absolute, links resolved as far as that is known. */
  path: z.string(),
  reason: protectionReason,
});
export type ProtectedFile = Immutable<z.infer<typeof protectedFile>>;
