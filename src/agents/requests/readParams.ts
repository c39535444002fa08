// Reads the params of a request for a file or a command, or refuses it.
import * as z from 'zod/mini';
import type { Log } from '../../core/ports/hostPorts.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { excerptOf } from '../../../packages/process/excerpt.ts';
import { ErrorCodes, ResponseError } from '../wire/responseError.ts';

/** For a field of the params which names what could be meant in two ways, or cannot be done. */
export const unclear = z.optional(
  z.unknown().check(
    z.refine((names) => names === undefined, {
      error: ({ input }) => `it is not clear what is meant by: ${String(input)}`,
    }),
  ),
);

/** The params as `near` understands them. Throws a `ResponseError` where they cannot be used (R8). */
export function readParams<T extends z.ZodMiniType>(
  schema: T,
  params: unknown,
  near: (params: unknown) => unknown,
  what: 'file' | 'terminal',
  log: Log,
): z.output<T> {
  const meant = schema.safeParse(near(params));
  if (meant.success) return meant.data;
  const problem = firstProblem(schema.safeParse(params).error ?? meant.error);
  log.warn(`Refused a ${what} request, ${problem}: ${excerptOf(params)}`);
  throw new ResponseError(ErrorCodes.InvalidParams, `Invalid params: ${problem}`);
}
