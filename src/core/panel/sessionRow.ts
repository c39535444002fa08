// A session as a row of the panel's session list.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

/** The sections of the list, in their order. */
export const sessionSections = ['running', 'waiting', 'recent'] as const;

export const sessionRow = z.object({
  /** The id in the list of all sessions. */
  id: z.string(),
  section: z.enum(sessionSections),
  /** What the session is doing. */
  state: z.string(),
  /** The codicon of that state, without prefix. */
  icon: z.string(),
  title: z.string(),
  isPinned: z.exactOptional(z.literal(true)),
  /** The agent, the text of the state and the age. */
  details: z.string(),
});
export type SessionRow = Immutable<z.infer<typeof sessionRow>>;
