// The tool `review_comments`: the user's comments on the changes of the session, listed and resolved by its agent.
import * as z from 'zod/mini';
import type { ServedComment } from '../../../../core/ports/servedSession.ts';
import { defineTool, fields, required } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';

export const reviewCommentsTool = defineTool({
  name: 'review_comments',
  title: 'Review comments',
  description: `The user's review comments on the files that you changed in this session.
op "list": those that are open, with file, lines (from 1), the code when the comment was written (\`outdated\`: it has changed \
since) and text; \`status\` lists the resolved ones or all, \`path\` those of one file. "resolve": marks the comment \`id\` as \
done; \`note\` says in a sentence what you did, and the user reads it.`,
  isReadOnly: false,
  args: z.object({
    op: z.enum(['list', 'resolve']),
    status: z.optional(z.enum(['open', 'resolved', 'all'])),
    path: z.optional(fields.path),
    id: z.optional(z.string().check(z.maxLength(100), z.describe('Id of the comment'))),
    note: z.optional(z.string().check(z.maxLength(2_000))),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, status = 'open', path, id, note, limit, cursor }, { session, pages }) => {
    if (cursor !== undefined) return pages.next(cursor, limit);
    const comments = await session.comments();
    if (comments === undefined) throw new ToolError('The session is not open in the window any more.');
    if (op === 'resolve') {
      const wanted = required(id, 'id', op);
      if (!(await comments.resolve(wanted, note))) {
        throw new ToolError(
          `This session has no comment with the id ${JSON.stringify(wanted)}. Call \`list\`.`,
        );
      }
      return { resolved: wanted };
    }
    const all = await comments.list();
    const wanted = all.filter(
      (comment) =>
        (status === 'all' || comment.isResolved === (status === 'resolved')) &&
        (path === undefined || comment.path === path),
    );
    return pages.first(wanted, limit, asItem);
  },
});

function asItem(comment: ServedComment): object {
  const { id, path, start, end, isBeforeChange, isStale, code, text, isResolved, note } = comment;
  return {
    id,
    path,
    line: start + 1,
    endLine: Math.max(start + 1, end),
    ...(isBeforeChange ? { beforeChange: true } : {}),
    ...(isStale ? { outdated: true } : {}),
    code,
    text,
    status: isResolved ? 'resolved' : 'open',
    ...(note === undefined ? {} : { note }),
  };
}
