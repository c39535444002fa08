// Tool calls of a sub-agent: they are shown in the card of the call that started it.
import type { Entry, EntryPages } from '../../../src/core/session/entries.ts';

export type ToolEntry = Extract<Entry, { kind: 'tool' }>;

type Page = readonly Entry[];

/** The calls of a page, computed once for each page. */
interface PageCalls {
  readonly ids: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, readonly ToolEntry[]>;
}

const known = new WeakMap<Page, PageCalls>();

function callsOf(page: Page): PageCalls {
  const found = known.get(page);
  if (found !== undefined) return found;
  const calls = page.filter((entry) => entry.kind === 'tool');
  const children = Map.groupBy(
    calls.filter(({ call }) => call.parentToolCallId !== undefined),
    ({ call }) => call.parentToolCallId ?? '',
  );
  const made: PageCalls = { ids: new Set(calls.map(({ call }) => call.toolCallId)), children };
  known.set(page, made);
  return made;
}

/** Whether the entry is shown in another's card: its parent comes before it, so no call is in its own. */
export function isNested(pages: EntryPages, page: number, offset: number): boolean {
  const entry = pages[page]?.[offset];
  const parent = entry?.kind === 'tool' ? entry.call.parentToolCallId : undefined;
  if (parent === undefined) return false;
  const isOnEarlierPage = pages.slice(0, page).some((earlier) => callsOf(earlier).ids.has(parent));
  return isOnEarlierPage || (pages[page] ?? []).slice(0, offset).some((before) => isCall(before, parent));
}

/** The calls in the card of a call, in their order. */
export function nestedCalls(pages: EntryPages, toolCallId: string): readonly ToolEntry[] {
  if (!pages.some((page) => callsOf(page).children.has(toolCallId))) return NONE;
  return pages.flatMap((page, index) =>
    (callsOf(page).children.get(toolCallId) ?? []).filter((entry) =>
      isNested(pages, index, page.indexOf(entry)),
    ),
  );
}

const NONE: readonly ToolEntry[] = [];

function isCall(entry: Entry, toolCallId: string): boolean {
  return entry.kind === 'tool' && entry.call.toolCallId === toolCallId;
}
