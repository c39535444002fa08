// What Claude's adapter reports of the limits of the account, in `_meta["_claude/rateLimit"]` of a usage update.
import * as z from 'zod/mini';
import { timeOf } from '../../core/failures/classifyFailure.ts';
import { lenient } from '../schema/lenient.ts';
import { shortName } from '../schema/shortName.ts';

const rateLimit = z.object({
  status: z.string(),
  resetsAt: lenient(z.union([z.number(), z.string()])),
  rateLimitType: lenient(shortName),
  /** A share, 0 … 1. */
  utilization: lenient(z.number()),
  isUsingOverage: lenient(z.boolean()),
});

const notification = z.object({
  update: z.object({ _meta: z.object({ '_claude/rateLimit': rateLimit }) }),
});

export interface AccountLimit {
  readonly isReached: boolean;
  /** Whether the agent warns that it soon is. */
  readonly isNear: boolean;
  /** Epoch milliseconds. */
  readonly resetsAt?: number;
  /** As the service names it, such as `five_hour`; empty where it does not. */
  readonly name: string;
  /** A share, 0 … 1. */
  readonly used?: number;
}

/** The limit in the params of a `session/update`; undefined where there is none. Never throws. */
export function readAccountLimit(params: unknown): AccountLimit | undefined {
  const read = notification.safeParse(params).data?.update._meta['_claude/rateLimit'];
  if (read === undefined) return undefined;
  const { status, rateLimitType = '', utilization, isUsingOverage = false } = read;
  const resetsAt = timeOf(read.resetsAt);
  return {
    isReached: status === 'rejected' && !isUsingOverage,
    isNear: status === 'allowed_warning',
    name: rateLimitType,
    ...(resetsAt === undefined ? {} : { resetsAt }),
    ...(utilization === undefined ? {} : { used: utilization }),
  };
}
