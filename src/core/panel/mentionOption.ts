// What the panel shows of things that can be mentioned: the options of the list, and the details of a chip.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { mentionKind } from '../mentions/mention.ts';

/** An option of the list: a mention, or a kind whose mentions are listed next. */
export const mentionOption = z.object({
  kind: mentionKind,
  name: z.string(),
  /** The address of the mention; absent where `narrows` says which kind to list. */
  uri: z.exactOptional(z.string()),
  narrows: z.exactOptional(mentionKind),
  /** A path, a line, a time: what distinguishes it from others of its name. */
  detail: z.exactOptional(z.string()),
  /** Bytes. */
  size: z.exactOptional(z.number()),
  /** Why it cannot be sent. */
  problem: z.exactOptional(z.string()),
});
export type MentionOption = Immutable<z.infer<typeof mentionOption>>;

/** What a chip shows of a mention. */
export const mentionDetails = z.object({
  uri: z.string(),
  kind: mentionKind,
  /** Bytes. */
  size: z.exactOptional(z.number()),
  detail: z.exactOptional(z.string()),
  /** What the user should know before sending: that it is gone, or goes as a link because it is too large. */
  problem: z.exactOptional(z.string()),
});
export type MentionDetails = Immutable<z.infer<typeof mentionDetails>>;
