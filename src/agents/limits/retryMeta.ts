// What Codex's adapter reports in `_meta.codex.error` of a session's facts while a request to the model is repeated.
import * as z from 'zod/mini';
import { oneLine } from '../../core/text/oneLine.ts';
import { startOf } from '../../core/text/wholeCharacters.ts';
import { lenient } from '../schema/lenient.ts';

const MAX_LENGTH = 500;

const notification = z.object({
  update: z.object({
    _meta: z.object({
      codex: z.object({
        error: z.object({
          message: z.string().check(z.trim(), z.minLength(1)),
          additionalDetails: lenient(z.nullable(z.string())),
        }),
      }),
    }),
  }),
});

/** `Reconnecting... 2/5 — stream disconnected before completion`; undefined where nothing is repeated. Never throws. */
export function readRetry(params: unknown): string | undefined {
  const error = notification.safeParse(params).data?.update._meta.codex.error;
  if (error === undefined) return undefined;
  const { message, additionalDetails } = error;
  const isMore = typeof additionalDetails === 'string' && !message.includes(additionalDetails.trim());
  return startOf(oneLine(isMore ? `${message} — ${additionalDetails}` : message), MAX_LENGTH);
}
