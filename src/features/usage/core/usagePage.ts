// What the page about usage and its host send each other.
import * as z from 'zod/mini';
import type { Immutable } from '../../../core/base/immutable.ts';
import { agentUsage, sessionUsage } from './usageReport.ts';

/** From the host to the page: what the sessions of the window used. */
export const usagePageState = z.object({
  type: z.literal('usage'),
  sessions: z.array(sessionUsage),
  agents: z.array(agentUsage),
});
export type UsagePageState = Immutable<z.infer<typeof usagePageState>>;

/** From the page to the host. */
export const usagePageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('export') }),
]);
export type UsagePageMessage = z.infer<typeof usagePageMessage>;
