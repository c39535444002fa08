// Tool calls of a sub-agent: they are shown in the card of the call that started it.
import { entryNumber, toolEntries, type Entry, type EntryPages, type ToolEntry } from '../entries.ts';

type Page = readonly Entry[];

type Children = ReadonlyMap<string, readonly ToolEntry[]>;

/** Of the calls of a page that name another, the last one for each id that they name. */
export function lastSteps(page: Page): readonly ToolEntry[] {
  return [...childrenOf(page).values()].flatMap((steps) => steps.slice(-1));
}

/** The calls of a page that stand for sub-agents with sessions of their own. */
export function subagentCalls(page: Page): readonly ToolEntry[] {
  const found = knownSubagents.get(page) ?? page.filter(isSubagentCall);
  knownSubagents.set(page, found);
  return found;
}

function isSubagentCall(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && entry.call.subagent !== undefined;
}

const knownSubagents = new WeakMap<Page, readonly ToolEntry[]>();

/** The calls of each page that name another, by the id that they name: computed once for each page. */
const known = new WeakMap<Page, Children>();

function childrenOf(page: Page): Children {
  const found = known.get(page);
  if (found !== undefined) return found;
  const calls = page.filter(
    (entry): entry is ToolEntry => entry.kind === 'tool' && entry.call.parentToolCallId !== undefined,
  );
  const children = Map.groupBy(calls, ({ call }) => call.parentToolCallId ?? '');
  known.set(page, children);
  return children;
}

/**
 * The call in whose card another is shown: of those with the id that it names, the last one before it, because agents use
 * ids again. So no call is in its own card.
 */
export function parentCall(pages: EntryPages, entry: ToolEntry): ToolEntry | undefined {
  const { parentToolCallId } = entry.call;
  if (parentToolCallId === undefined) return undefined;
  for (const { found } of toolEntries(pages, parentToolCallId)) {
    if (entryNumber(found) < entryNumber(entry)) return found;
  }
  return undefined;
}

/** The calls in the card of a call, in their order. */
export function nestedCalls(pages: EntryPages, parent: ToolEntry): readonly ToolEntry[] {
  const { toolCallId } = parent.call;
  const named = pages.flatMap((page) => childrenOf(page).get(toolCallId) ?? NONE);
  const [first] = named;
  if (first === undefined) return NONE;
  const [, another] = toolEntries(pages, toolCallId);
  // Mostly no other call has the id: then nothing is looked up for each, while many sub-agents work at once.
  if (another === undefined && entryNumber(parent) < entryNumber(first)) return named;
  return named.filter((entry) => parentCall(pages, entry)?.id === parent.id);
}

const NONE: readonly ToolEntry[] = [];
