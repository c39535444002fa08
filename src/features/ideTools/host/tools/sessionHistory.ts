// The tool `session_history`: the messages and tool calls of the session, for an agent that continues it.
import * as z from 'zod/mini';
import { entryMarkdown, terminalsById } from '../../../../core/history/entryMarkdown.ts';
import { entryCount, type Entry } from '../../../../core/session/entries.ts';
import { sessionTitle } from '../../../../core/session/selectors.ts';
import { defineTool, fields } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';

const MAX_ENTRY_CHARACTERS = 8_000;

export const sessionHistoryTool = defineTool({
  name: 'session_history',
  title: 'Session history',
  description: `The transcript of this session as the user sees it, in pages of Markdown; useful after the context was \
compacted or the session was handed over.
op "read": all entries, the oldest first, or with \`newestFirst\` the other way round. "prompts": only what the user asked.`,
  isReadOnly: true,
  args: z.object({
    op: z.enum(['read', 'prompts']),
    newestFirst: z.optional(z.boolean()),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, newestFirst = false, limit, cursor }, { session, pages }) => {
    if (cursor !== undefined) return pages.next(cursor, limit);
    const state = session.state();
    if (state === undefined) throw new ToolError('The transcript of the session is not known yet.');
    const terminals = terminalsById(state.terminals);
    const entries = state.entries
      .flat()
      .map((entry, index) => ({ entry, index }))
      .filter(({ entry }) => (op === 'read' ? hasText(entry) : entry.kind === 'user'));
    const shown = newestFirst ? entries.toReversed() : entries;
    const page = pages.first(shown, limit, ({ entry, index }) => ({
      index,
      kind: entry.kind,
      ...textOf(entry, terminals),
    }));
    return { title: sessionTitle(state), entries: entryCount(state.entries), ...page };
  },
});

/** The end of a turn has nothing to read unless the turn ended early. */
function hasText(entry: Entry): boolean {
  return entry.kind !== 'turn' || entry.stopReason !== 'end_turn';
}

function textOf(entry: Entry, terminals: Parameters<typeof entryMarkdown>[1]): object {
  const text = entryMarkdown(entry, terminals);
  return text.length > MAX_ENTRY_CHARACTERS
    ? { text: text.slice(0, MAX_ENTRY_CHARACTERS), truncated: true }
    : { text };
}
