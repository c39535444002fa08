// The user's comments on the lines of a plan, and the prompt that sends them.
import * as z from 'zod/mini';
import type { Immutable } from '../../../core/base/immutable.ts';
import { withoutMentions } from '../../../core/mentions/withoutMentions.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import { startOf } from '../../../core/text/wholeCharacters.ts';

/** The lines of a plan that a prompt quotes at most, for each comment. */
const MAX_QUOTED_CHARACTERS = 600;

export const MAX_PLAN_COMMENTS = 200;
export const MAX_COMMENT_CHARACTERS = 20_000;

export const planComment = z.object({
  /** Unique in the page. */
  id: z.string(),
  /** From 1 on; 0 for a comment on the whole plan. */
  start: z.number().check(z.int(), z.nonnegative()),
  /** The last line, inclusive. */
  end: z.number().check(z.int(), z.nonnegative()),
  /** The lines when the comment was written. */
  quote: z.string(),
  text: z.string().check(z.maxLength(MAX_COMMENT_CHARACTERS)),
  /** Whether the lines are not in the plan any more. */
  isOutdated: z.exactOptional(z.literal(true)),
});
export type PlanComment = Immutable<z.infer<typeof planComment>>;

/** The comments on a plan that has changed: each at the place of its lines that is the nearest to where they were. */
export function movedComments(comments: readonly PlanComment[], text: string): readonly PlanComment[] {
  if (comments.length === 0) return comments;
  const lines = text.split('\n');
  return comments.map((comment) => {
    const { isOutdated: _before, ...rest } = comment;
    if (comment.start === 0) return rest;
    const start = nearest(lines, comment);
    if (start === undefined) return { ...rest, isOutdated: true };
    return { ...rest, start, end: start + comment.end - comment.start };
  });
}

function nearest(lines: readonly string[], { start, quote }: PlanComment): number | undefined {
  const wanted = quote.split('\n');
  let found: number | undefined;
  for (let index = 0; index + wanted.length <= lines.length; index += 1) {
    if (!wanted.every((line, offset) => lines[index + offset] === line)) continue;
    const line = index + 1;
    if (found === undefined || Math.abs(line - start) < Math.abs(found - start)) found = line;
  }
  return found;
}

const INTRODUCTION =
  'These are my comments on your plan. Do not begin yet: revise the plan by every comment, and ask me again.';

/** One prompt of all comments, by line: text for agents, in English. */
export function planCommentsPrompt(comments: readonly PlanComment[]): readonly ContentBlock[] {
  const inOrder = comments.toSorted((one, other) => one.start - other.start);
  const parts = inOrder.map(
    (comment, index) => `${index + 1}. ${whereText(comment)}\n\n${withoutMentions(comment.text.trim())}`,
  );
  return [{ type: 'text', text: [INTRODUCTION, ...parts].join('\n\n') }];
}

function whereText({ start, end, quote, isOutdated }: PlanComment): string {
  if (start === 0) return 'On the whole plan:';
  const lines = end === start ? `line ${start}` : `lines ${start}-${end}`;
  const place = isOutdated === true ? `${lines} of an earlier version` : lines;
  const cut = startOf(quote, MAX_QUOTED_CHARACTERS);
  const quoted = withoutMentions(cut.length < quote.length ? `${cut}…` : quote);
  return `On ${place}:\n\n${quoted
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;
}
