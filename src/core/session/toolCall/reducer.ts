// Tool calls: created by the first report of them, patched by the rest (R61, R62).
import { addEntry } from '../addEntry.ts';
import { countedCall } from './backgroundCalls.ts';
import { withoutBackgroundTerminals } from '../terminal/backgroundTerminals.ts';
import { replaceEntry, toolEntries, type FoundEntry, type ToolEntry } from '../entries.ts';
import { reportedCall } from './callsOfId.ts';
import { withoutRowsShownBy } from './commandRows.ts';
import { isOtherCall } from './isOtherCall.ts';
import { shortCall } from '../shortContent.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import { isAllowed, type PermissionDecision } from '../permission/permissionDecision.ts';
import { advanceStatus, createToolCall, isFinished, reportedToolCall, type ToolCallPatch } from './state.ts';
import { toolCallTitle } from './toolCallTitle.ts';

export const toolCallTopic: Topic<'tool_call', 'tool'> = {
  handlers: {
    tool_call(before, { call, at, isAnnouncement }) {
      const state = withoutRowsShownBy(before, call);
      const known = reportedCall(state, call, isAnnouncement === true);
      if (known !== undefined && !(isAnnouncement === true && isOtherCall(known.found.call, call))) {
        return settleTerminals(replaceCall(state, known, withReport(known.found, call)), known);
      }
      const isConcurrent = known === undefined ? {} : { isConcurrent: true as const };
      const added = countedCall(state, {
        kind: 'tool' as const,
        call: createToolCall(call),
        ...isConcurrent,
      });
      return addEntry(added.state, at, added.entry);
    },
  },
  updates: { tool_call: { inReplay: 'entry', isSignOfLife: true } },
  entries: {
    tool: {
      text: ({ call }) => toolCallTitle(call),
      searchText: ({ call }) => [toolCallTitle(call), ...call.locations.map(({ path }) => path)].join(' '),
      shortened: shortenedToolEntry,
    },
  },
};

function withReport(entry: ToolEntry, patch: ToolCallPatch): ToolEntry {
  const { asked, ...rest } = entry;
  const call = reportedToolCall(entry.call, patch);
  if (asked === undefined) return { ...entry, call };
  const { reported, ...remembered } = asked;
  return {
    ...rest,
    call,
    asked: {
      ...remembered,
      // A call that has ended is not asked about again.
      ...(reported === undefined || isFinished(call.status) ? {} : { reported }),
      ...(entry.decision === undefined ? {} : { isReported: true as const }),
    },
  };
}

function shortenedToolEntry(entry: ToolEntry): ToolEntry {
  const { rawInput: _input, rawOutput: _output, ...call } = entry.call;
  const { asked, ...rest } = entry;
  const { reported: _reported, ...remembered } = asked ?? {};
  const kept = asked === undefined ? {} : { asked: remembered };
  return { ...rest, ...kept, call: { ...call, ...shortCall(entry.call) } };
}

/** The session in which the agent's own terminals of a call that has ended are no work any more. */
function settleTerminals(state: SessionState, { position }: Pick<FoundEntry, 'position'>): SessionState {
  const entry = state.entries[position.page]?.[position.offset];
  if (entry?.kind !== 'tool' || !isFinished(entry.call.status)) return state;
  const { content } = entry.call;
  return withoutBackgroundTerminals(state, ({ id }) =>
    content.some((part) => part.type === 'terminal' && part.terminalId === id),
  );
}

/** The session with a tool call replaced by what was reported of it, or decided about it. */
export function replaceCall(
  state: SessionState,
  { position }: Pick<FoundEntry, 'position'>,
  replacement: ToolEntry,
): SessionState {
  const counted = countedCall(state, replacement);
  return { ...counted.state, entries: replaceEntry(state.entries, position, counted.entry) };
}

/** A tool call with the answer to the permission request on it. */
export function decidedCall(entry: ToolEntry, decision: PermissionDecision): ToolEntry {
  const { call } = entry;
  // An allowed call runs until its agent says otherwise: some say nothing until it ends.
  const status = advanceStatus(call.status, statusAfter(decision) ?? call.status);
  return { ...entry, call: status === call.status ? call : { ...call, status }, decision };
}

/** What an agent withdrew may go on without the user; what nobody answered does not. */
function statusAfter(decision: PermissionDecision): string | undefined {
  if (isAllowed(decision)) return 'in_progress';
  if (decision.by !== 'cancelled') return undefined;
  return decision.isWithdrawn === true ? 'unfinished' : 'cancelled';
}

/** The newest call of an id of which it is known who decided about it. */
export function lastDecided(state: SessionState, toolCallId: string): FoundEntry<ToolEntry> | undefined {
  for (const call of toolEntries(state.entries, toolCallId)) {
    if (call.found.decision !== undefined) return call;
  }
  return undefined;
}
