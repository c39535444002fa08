// What a panel reports of the attachments of a draft: only what changed, because each may be megabytes.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { contentBlock, type ContentBlock } from '../session/content.ts';

/** Attachments that others replace, as `Array.splice` takes them. */
export const attachmentsChange = z.object({
  start: z.number().check(z.int(), z.nonnegative()),
  /** Absent: all from `start` on. */
  deleteCount: z.exactOptional(z.number().check(z.int(), z.nonnegative())),
  added: z.array(contentBlock),
});
export type AttachmentsChange = Immutable<z.infer<typeof attachmentsChange>>;

/** What to report; undefined where nothing changed. `before`: what the host has, undefined where that is not known. */
export function attachmentsChangeOf(
  before: readonly ContentBlock[] | undefined,
  after: readonly ContentBlock[],
): AttachmentsChange | undefined {
  if (before === undefined) return { start: 0, added: after };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const deleteCount = before.length - start - end;
  const added = after.slice(start, after.length - end);
  return deleteCount === 0 && added.length === 0 ? undefined : { start, deleteCount, added };
}

/** The attachments after a change; undefined where those before it are needed and not known. */
export function withAttachmentsChange(
  before: readonly ContentBlock[] | undefined,
  { start, deleteCount, added }: AttachmentsChange,
): readonly ContentBlock[] | undefined {
  const isWhole = start === 0 && (deleteCount === undefined || deleteCount === 0);
  if (before === undefined) return isWhole ? added : undefined;
  return before.toSpliced(start, deleteCount ?? before.length, ...added);
}
