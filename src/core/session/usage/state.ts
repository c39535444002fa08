// Tokens, context and cost as the session state has them.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

/** Cumulative for the session, in the agent's own unit: an ISO 4217 code or any other word (R102). */
export const cost = z.object({ amount: z.number(), currency: z.string() });
export type Cost = Immutable<z.infer<typeof cost>>;

/** The state of the context window in tokens. */
export const usage = z.object({
  /** Absent while the agent has reported none, though a size or a cost. */
  used: z.exactOptional(z.number()),
  /** Absent when unlimited or unknown (R103). */
  size: z.exactOptional(z.number()),
  cost: z.exactOptional(cost),
  /** The values of the options that choose the model it was reported for; absent when the agent had reported none. */
  model: z.exactOptional(z.string()),
  /** A compaction that began after the report; once it is done, the figures are not known until the next report. */
  compaction: z.exactOptional(z.enum(['running', 'done'])),
});
export type Usage = Immutable<z.infer<typeof usage>>;
export type KnownUsage = Usage & { readonly used: number };

/** The tokens of one turn by kind. */
export const turnTokens = z.object({
  total: z.exactOptional(z.number()),
  input: z.exactOptional(z.number()),
  output: z.exactOptional(z.number()),
  thought: z.exactOptional(z.number()),
  cachedRead: z.exactOptional(z.number()),
  cachedWrite: z.exactOptional(z.number()),
});
export type TurnTokens = Immutable<z.infer<typeof turnTokens>>;

/** How full the context is; everything but `normal` has a warning. */
const usageLevel = z.enum(['normal', 'yellow', 'orange', 'red']);
export type UsageLevel = z.infer<typeof usageLevel>;

const contextWarning = z.object({
  /** The warning on display. */
  current: z.exactOptional(usageLevel),
  /** The warnings that were on display since the context was last well below them. */
  shown: z.array(usageLevel),
});
export type ContextWarning = Immutable<z.infer<typeof contextWarning>>;

export const usageState = {
  usage: z.exactOptional(usage),
  /** The tokens of all turns so far, where the agent reports sums (Copilot). */
  sessionTokens: z.exactOptional(turnTokens),
  contextWarning,
};
