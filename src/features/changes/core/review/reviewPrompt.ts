// The prompt that sends the user's comments on changes: text for agents, in English, with a link to each place.
import { mentionOfFile } from '../../../../core/mentions/mentionOfFile.ts';
import { withoutMentions } from '../../../../core/mentions/withoutMentions.ts';
import type { ContentBlock } from '../../../../core/session/content.ts';
import type { AnchorPlace } from './anchorSearch.ts';
import type { ReviewComment } from './reviewComment.ts';

/** A comment and where its lines are now. */
export interface PlacedComment {
  readonly comment: ReviewComment;
  /** `file://…` of its file. */
  readonly uri: string;
  readonly place: AnchorPlace;
}

const INTRODUCTION =
  'This is my review of your changes. Address every comment; mark those that are done with the tool `review_comments` ' +
  'if you have it.';

/** One prompt of all comments, by file and line. */
export function reviewPrompt(comments: readonly PlacedComment[]): readonly ContentBlock[] {
  const inOrder = comments.toSorted(
    (one, other) =>
      compare(one.comment.path, other.comment.path) ||
      one.place.start - other.place.start ||
      one.comment.at - other.comment.at,
  );
  return [
    { type: 'text', text: `${INTRODUCTION}\n\n` },
    ...inOrder.flatMap((each, index) => commentBlocks(each, index + 1)),
  ];
}

function commentBlocks(placed: PlacedComment, number: number): readonly ContentBlock[] {
  const { comment, uri, place } = placed;
  const { path, side, anchor, text, id } = comment;
  // The text before the change, and code that is gone, have no lines to go to.
  const isThere = side === 'current' && !place.isStale;
  const lines = { start: place.start + 1, end: place.end };
  const mention = mentionOfFile({ uri, path, ...(isThere ? { lines } : {}) });
  const code = withoutMentions(anchor.code);
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  const rest = [
    `${whereText(comment, place)} (comment ${id})`,
    `${fence}\n${code}${anchor.isCut === true ? '\n…' : ''}\n${fence}`,
    withoutMentions(text),
  ];
  return [
    { type: 'text', text: `${number}. ` },
    { type: 'resource_link', uri: mention.uri, name: mention.name },
    { type: 'text', text: `${rest.join('\n\n')}\n\n` },
  ];
}

function whereText({ side, anchor }: ReviewComment, place: AnchorPlace): string {
  const { start, end } = place.isStale ? anchor : place;
  const lines = end - start <= 1 ? `line ${start + 1}` : `lines ${start + 1}-${end}`;
  if (side === 'before') return `, ${lines} of the text before your change`;
  return place.isStale ? `, at ${lines} when I wrote this; the code has changed since` : `, ${lines}`;
}

function longestRun(code: string): number {
  return Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
