// Counts of tokens as agents report them, in the names of ACP, of its drafts and of single agents.
import * as z from 'zod/mini';
import type { TurnTokens } from '../../core/session/usage/state.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient } from './lenient.ts';

/** A number, also one that is written as a text. */
export const writtenNumber = z.pipe(
  z.union([
    z.number(),
    z.pipe(
      z.string().check(z.regex(/^\d{1,15}(?:\.\d{1,15})?$/)),
      z.transform((text) => Number(text)),
    ),
  ]),
  z.number(),
);

const count = lenient(z.pipe(writtenNumber, z.number().check(z.nonnegative())));

/** The tokens of a turn or of one request to the model; undefined where no count can be read. */
export const reportedTokens = lenient(
  z.pipe(
    z.object({
      totalTokens: count,
      inputTokens: count,
      outputTokens: count,
      thoughtTokens: count,
      reasoningOutputTokens: count,
      cachedReadTokens: count,
      cachedInputTokens: count,
      cachedWriteTokens: count,
      total_tokens: count,
      input_tokens: count,
      output_tokens: count,
      thought_tokens: count,
      reasoning_tokens: count,
      cached_read_tokens: count,
      cached_write_tokens: count,
    }),
    z.transform((read): TurnTokens | undefined => {
      const tokens: TurnTokens = withoutUndefined({
        total: read.totalTokens ?? read.total_tokens,
        input: read.inputTokens ?? read.input_tokens,
        output: read.outputTokens ?? read.output_tokens,
        thought:
          read.thoughtTokens ?? read.reasoningOutputTokens ?? read.thought_tokens ?? read.reasoning_tokens,
        cachedRead: read.cachedReadTokens ?? read.cachedInputTokens ?? read.cached_read_tokens,
        cachedWrite: read.cachedWriteTokens ?? read.cached_write_tokens,
      });
      return Object.keys(tokens).length === 0 ? undefined : tokens;
    }),
  ),
);
