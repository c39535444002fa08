// The ids that an agent gives to what it replays, and whether each names one thing only.
import type { Entry } from '../entries.ts';
import type { UpdateEvent } from '../events.ts';
import type { ReplayedTurn } from './replayedTurns.ts';
import type { StoredTurn } from './storedTurns.ts';
import { promptKey } from './gluedPrompts.ts';
import type { ToolCall } from '../toolCall/state.ts';

/** What the agent calls what it reports: a message or a tool call; undefined where it has no name for it. */
export function updateId(update: UpdateEvent): string | undefined {
  switch (update.type) {
    case 'message_chunk':
      return update.messageId === undefined ? undefined : `${update.role}:${update.messageId}`;
    case 'tool_call':
      return `tool:${update.call.toolCallId}`;
    case 'subagent_message':
      return `tool:${update.toolCallId}`;
    case 'compaction':
      return `compaction:${update.compactionId}`;
    default:
      return undefined;
  }
}

/** The same of an entry. */
export function entryId(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      return entry.messageId === undefined ? undefined : `${entry.kind}:${entry.messageId}`;
    case 'tool':
      return `tool:${entry.call.toolCallId}`;
    case 'compaction':
      return `compaction:${entry.compactionId}`;
    default:
      return undefined;
  }
}

/** Whether an id names other things in another turn: agents that begin anew in each turn have ids that say nothing here. */
export function usesIdsAgain(stored: readonly StoredTurn[], replayed: readonly ReplayedTurn[]): boolean {
  const ofStored = stored.map(({ prompt, rest }) => thingsOf([prompt, ...rest], entryId, dataOfEntry));
  const ofReplay = replayed.map(({ chunks, rest }) => thingsOf([...chunks, ...rest], updateId, dataOfUpdate));
  return [ofStored, ofReplay].some(hasConflict);
}

type Things = ReadonlyMap<string, string>;

/** What is said and done in one turn, by id. */
function thingsOf<T>(
  items: readonly T[],
  idOf: (item: T) => string | undefined,
  dataOf: (item: T) => string,
): Things {
  const things = new Map<string, string>();
  for (const item of items) {
    const id = idOf(item);
    if (id !== undefined) things.set(id, (things.get(id) ?? '') + dataOf(item));
  }
  return things;
}

function hasConflict(turns: readonly Things[]): boolean {
  const known = new Map<string, string>();
  for (const [id, data] of turns.flatMap((things) => [...things])) {
    if ((known.get(id) ?? data) !== data) return true;
    known.set(id, data);
  }
  return false;
}

function dataOfEntry(entry: Entry): string {
  if (entry.kind === 'tool') return dataOfCall(entry.call);
  return 'content' in entry ? promptKey(entry.content) : '';
}

function dataOfUpdate(update: UpdateEvent): string {
  if (update.type === 'tool_call') return update.isAnnouncement === true ? dataOfCall(update.call) : '';
  return update.type === 'message_chunk' ? promptKey([update.content]) : '';
}

function dataOfCall({ title, rawInput }: Partial<ToolCall>): string {
  return JSON.stringify([title, rawInput]);
}
