// A tool call as the transcript shows it, and how a patch changes it (R61–R67).
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { ownValue } from '../../base/ownValue.ts';
import { contentBlock } from '../content.ts';
import { entryIdentity } from '../entryShape.ts';
import { planEntry } from '../plan/state.ts';
import { subagentOfCall } from '../subagent/state.ts';
import { permissionDecision } from '../permission/permissionDecision.ts';

const toolCallContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: contentBlock }),
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    /** Absent for a new file (R67). */
    oldText: z.exactOptional(z.string()),
    newText: z.string(),
    /** Whether the agent says that it deletes the file: an empty text alone may be what an edit leaves of a part. */
    isDeleted: z.exactOptional(z.literal(true)),
  }),
  z.object({ type: z.literal('terminal'), terminalId: z.string() }),
  z.object({ type: z.literal('unknown'), name: z.string() }),
]);
export type ToolCallContent = Immutable<z.infer<typeof toolCallContent>>;

const toolCallLocation = z.object({
  path: z.string(),
  /** 1-based (R17). */
  line: z.exactOptional(z.number()),
});

/** The fields a `tool_call` or `tool_call_update` may carry; absent = unchanged (R61). */
export const toolCallPatch = z.object({
  toolCallId: z.string(),
  title: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  /** The call of the sub-agent that made this one, where the agent reports it. */
  parentToolCallId: z.exactOptional(z.string()),
  /** Present where the call stands for a sub-agent with a session of its own. */
  subagent: z.exactOptional(subagentOfCall),
  /** The plan of that sub-agent. */
  subagentPlan: z.exactOptional(z.array(planEntry)),
  /** Whether its agent reports its end whenever that comes: until then it goes on, also beyond its turn. */
  endIsReported: z.exactOptional(z.literal(true)),
  /** One of ACP's tool kinds, or any other word, shown plainly (R63). */
  kind: z.exactOptional(z.string()),
  /**
   * ACP's status, `rejected` by the agent, or any other word, or set by Parley: `cancelled` when it was cut off (R55),
   * `unfinished` when the turn ended without a result of it: nothing is known of it until the agent reports on it again.
   */
  status: z.exactOptional(z.string()),
  content: z.exactOptional(z.array(toolCallContent)),
  locations: z.exactOptional(z.array(toolCallLocation)),
  rawInput: z.optional(z.unknown()),
  rawOutput: z.optional(z.unknown()),
  /** Whether the agent sent more about what the call does than could be read. It stays so. */
  isIncomplete: z.exactOptional(z.boolean()),
});
export type ToolCallPatch = Immutable<z.infer<typeof toolCallPatch>>;

export const toolCall = z.extend(toolCallPatch, {
  /** Empty until the agent has given one. */
  title: z.string(),
  kind: z.string(),
  status: z.string(),
  content: z.array(toolCallContent),
  locations: z.array(toolCallLocation),
});
export type ToolCall = Immutable<z.infer<typeof toolCall>>;

/** What is remembered of a tool call that the agent asked about. */
const askedAbout = z.object({
  /** The call as it was reported before, until it ends: a further request about it adds to this, not to another request. */
  reported: z.exactOptional(toolCall),
  /** Whether the entry was made for the request, beside one of the same id in the same turn. */
  isSeparate: z.exactOptional(z.literal(true)),
  /** Whether the agent has reported on the call since it was allowed: it may never do. */
  isReported: z.exactOptional(z.literal(true)),
});

export const toolEntry = z.object({
  ...entryIdentity,
  kind: z.literal('tool'),
  call: toolCall,
  /** Whether it runs beyond its turn, by what the agent reports or the user allowed. */
  isInBackground: z.exactOptional(z.literal(true)),
  /** Whether another call of this id was running when the agent announced it. */
  isConcurrent: z.exactOptional(z.literal(true)),
  /** Present where the agent asked for permission: each request has an entry of its own. */
  asked: z.exactOptional(askedAbout),
  /** Who answered the permission request. */
  decision: z.exactOptional(permissionDecision),
});

export const toolCallsState = {
  /** How many tool calls run in the background; absent while none does. */
  background: z.exactOptional(z.number()),
};

const progress: Readonly<Record<string, number>> = {
  pending: 0,
  in_progress: 1,
  cancelled: 3,
  unfinished: 3,
  completed: 4,
  failed: 4,
  rejected: 4,
};

/** How far a status is; a word Parley does not know counts as started and not finished. */
function progressOf(status: string): number {
  return ownValue(progress, status) ?? 2;
}

/**
 * The later of two statuses: never backwards, because agents announce a call again after it started or even ended; of
 * two ends the last one said counts. A call that the user stopped is not done, whatever agents call it afterwards; one
 * of which no result was reported goes on with the next report.
 */
export function advanceStatus(current: string, next: string): string {
  if (current === 'cancelled') return current;
  if (current === 'unfinished') return next === 'pending' ? 'in_progress' : next;
  return progressOf(next) >= progressOf(current) ? next : current;
}

/** Whether nothing more is expected of the call. */
export function isFinished(status: string): boolean {
  return progressOf(status) >= progressOf('cancelled');
}

/** Whether the agent has said something else of the call than that it waits or runs. */
export function saysMore(status: string): boolean {
  return progressOf(status) > progressOf('in_progress');
}

/** A call from the first report of it (R62, R63). */
export function createToolCall(patch: ToolCallPatch): ToolCall {
  return {
    ...patch,
    title: patch.title ?? '',
    kind: patch.kind ?? 'other',
    status: patch.status ?? 'pending',
    content: patch.content ?? [],
    locations: patch.locations ?? [],
  };
}

/** The call after a patch: present fields replace, arrays as a whole, and the status only moves forward (R61). */
export function patchToolCall(call: ToolCall, patch: ToolCallPatch): ToolCall {
  const { status, ...rest } = patch;
  return {
    ...call,
    ...rest,
    status: status === undefined ? call.status : advanceStatus(call.status, status),
  };
}

/** The call after a report about it: like {@link patchToolCall}, but the changes of files that it has shown stay. */
export function reportedToolCall(call: ToolCall, patch: ToolCallPatch): ToolCall {
  return patchToolCall(call, { ...withKnownDiffs(call.content, patch), ...statusOf(call, patch) });
}

/** The status after a report: whatever it says, the call goes on. */
function statusOf(
  known: Pick<ToolCallPatch, 'status'>,
  { status }: ToolCallPatch,
): Pick<ToolCallPatch, 'status'> {
  if (status === undefined) return known.status === 'unfinished' ? { status: 'in_progress' } : {};
  return { status: known.status === undefined ? status : advanceStatus(known.status, status) };
}

/** Agents report what became of a change as text alone, in the place of the change. */
function withKnownDiffs(known: readonly ToolCallContent[] | undefined, patch: ToolCallPatch): ToolCallPatch {
  const { content } = patch;
  if (known === undefined || content === undefined || content.some(isDiff)) return patch;
  const diffs = known.filter(isDiff);
  return diffs.length === 0 ? patch : { ...patch, content: [...diffs, ...content] };
}

function isDiff({ type }: ToolCallContent): boolean {
  return type === 'diff';
}

/** One patch with the effect of two in a row on the same call. */
export function mergePatches(first: ToolCallPatch, second: ToolCallPatch): ToolCallPatch {
  return { ...first, ...withKnownDiffs(first.content, second), ...statusOf(first, second) };
}
