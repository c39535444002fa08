// The schema border: an agent's notifications become core's events. The spellings of drafts and of single agents end here.
import * as z from 'zod/mini';
import type { UpdateEvent } from '../../core/session/events.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { asyncTask, stateUpdate } from '../backgroundTasks/backgroundTaskSchema.ts';
import { configOptions } from './configSchema.ts';
import { contentBlock } from './contentSchema.ts';
import { readExactCall } from './exactCall.ts';
import { subagentReports, type SubagentReport } from '../subagents/subagentSchema.ts';
import { forkPointMeta } from './forkPointSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, reading } from './lenient.ts';
import { isRecord } from '../../core/base/isRecord.ts';
import type { Fields } from './near/nearFields.ts';
import { nearUpdates } from './near/nearUpdates.ts';
import { idText } from './sentText.ts';
import {
  commands,
  compaction,
  compactionChunk,
  currentMode,
  notice,
  plan,
  planRemoved,
  planUpdate,
  sessionInfo,
  usage,
} from './sessionSchema.ts';
import { toolCallPatch } from './toolCallSchema.ts';

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** An update before it has a time. */
export type Update = WithoutTime<UpdateEvent>;

/** What was made of the params of a `session/update`. */
export type SessionUpdateReading =
  | {
      readonly kind: 'parsed';
      readonly sessionId: string;
      readonly update: Update;
      /** What of it cannot be read. */
      readonly leftOut: readonly string[];
      /** The params in the shape that ACP gives them, where they came in another. */
      readonly params?: unknown;
      /** What else came in the same update: ACP has an update for each block. */
      readonly more?: readonly SessionUpdateReading[];
    }
  /** What the agent says of a sub-agent, or one session to another. */
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly report: SubagentReport }
  /** An update that Parley does not know: from a newer ACP, or the agent's own (R9). */
  | { readonly kind: 'unknown'; readonly name: string }
  /** An update of a known kind without what that kind needs, or no update at all (R9). */
  | { readonly kind: 'malformed'; readonly problem: string };

const notification = z.object({
  sessionId: z.string(),
  update: z.looseObject({ sessionUpdate: z.string() }),
});

const chunk = z.object({ content: contentBlock, messageId: lenient(idText), _meta: forkPointMeta });

function chunkOf(role: 'user' | 'agent' | 'thought') {
  return z.pipe(
    chunk,
    z.transform(({ content, messageId, _meta }): Update =>
      withoutUndefined({
        type: 'message_chunk' as const,
        role,
        content,
        messageId,
        forkPoint: _meta?.['parley.dev/entryId'],
      }),
    ),
  );
}

const configOptionUpdate = z.pipe(
  z.object({ configOptions }),
  z.transform(({ configOptions: options }): Update => ({ type: 'config_options', options })),
);

const toolCall = z.pipe(
  toolCallPatch,
  z.transform((call): Update => ({ type: 'tool_call', call, isAnnouncement: true })),
);

const toolCallUpdate = z.pipe(
  toolCallPatch,
  z.transform((call): Update => ({ type: 'tool_call', call })),
);

/** How each kind of update is read, by its discriminator. */
const consumed: ReadonlyMap<string, z.ZodMiniType<Update>> = new Map<string, z.ZodMiniType<Update>>([
  ['user_message_chunk', chunkOf('user')],
  ['agent_message_chunk', chunkOf('agent')],
  ['agent_thought_chunk', chunkOf('thought')],
  ['tool_call', toolCall],
  ['tool_call_update', toolCallUpdate],
  ['plan', plan],
  ['plan_update', planUpdate],
  ['plan_removed', planRemoved],
  ['available_commands_update', commands],
  ['current_mode_update', currentMode],
  ['config_option_update', configOptionUpdate],
  ['session_info_update', sessionInfo],
  ['usage_update', usage],
  // The name the draft had.
  ['context_update', usage],
  ['notice', notice],
  ['compaction_update', compaction],
  ['compaction_summary_chunk', compactionChunk],
  ['async_task_spawned', asyncTask],
  ['async_task_progress', asyncTask],
  ['async_task_state_update', asyncTask],
  ['_async_task_spawned', asyncTask],
  ['_async_task_state_update', asyncTask],
  ['state_update', stateUpdate],
]);

const NOTHING: readonly string[] = [];

/** What text chunks are of, by the kind of their update. */
const roles: ReadonlyMap<string, 'user' | 'agent' | 'thought'> = new Map([
  ['user_message_chunk', 'user'],
  ['agent_message_chunk', 'agent'],
  ['agent_thought_chunk', 'thought'],
]);

/**
 * A chunk that is a text and nothing more, as nearly all updates are: what the schemas make of it, in a tenth of their
 * time, of which agents that send thousands a second would need most of a processor. Undefined for any other.
 */
function readTextChunk(update: Fields): Update | undefined {
  const kind = update['sessionUpdate'];
  const role = typeof kind === 'string' ? roles.get(kind) : undefined;
  if (role === undefined || '_meta' in update) return undefined;
  const { content, messageId } = update;
  if (messageId !== undefined && typeof messageId !== 'string') return undefined;
  if (!isRecord(content) || content['type'] !== 'text' || typeof content['text'] !== 'string')
    return undefined;
  return {
    type: 'message_chunk',
    role,
    content: { type: 'text', text: content['text'] },
    ...(messageId === undefined ? {} : { messageId }),
  };
}

/** A tool call that is in exactly the shape that ACP gives it. Undefined for any other update. */
function readCall(update: Fields): Update | undefined {
  const isAnnouncement = update['sessionUpdate'] === 'tool_call';
  if (!isAnnouncement && update['sessionUpdate'] !== 'tool_call_update') return undefined;
  const call = readExactCall(update);
  if (call === undefined) return undefined;
  return { type: 'tool_call', call, ...(isAnnouncement ? { isAnnouncement } : {}) };
}

/** An update that needs no schema; undefined for any other. */
function readWithoutSchema(params: unknown): SessionUpdateReading | undefined {
  if (!isRecord(params)) return undefined;
  const { sessionId, update } = params;
  if (typeof sessionId !== 'string' || !isRecord(update)) return undefined;
  const read = readTextChunk(update) ?? readCall(update);
  return read === undefined ? undefined : { kind: 'parsed', sessionId, update: read, leftOut: NOTHING };
}

/** Reads the params of a `session/update`, also in a shape near to that of ACP. Never throws. */
export function readSessionUpdate(params: unknown): SessionUpdateReading {
  const exact = readExactUpdate(params);
  if (exact.kind === 'parsed' || exact.kind === 'subagent') return exact;
  const near = nearUpdates(params, (name) => consumed.has(name)).flatMap((each) => {
    const read = readExactUpdate(each);
    return read.kind === 'parsed' ? [{ ...read, params: each }] : [];
  });
  const [first, ...more] = near;
  return first === undefined ? exact : { ...first, more };
}

/** Reads the params of a `session/update` in the shape that ACP gives them. Never throws. */
export function readExactUpdate(params: unknown): SessionUpdateReading {
  const read = readWithoutSchema(params);
  if (read !== undefined) return read;
  const envelope = notification.safeParse(params);
  if (!envelope.success) return { kind: 'malformed', problem: firstProblem(envelope.error) };
  const { sessionId, update } = envelope.data;
  const name = update.sessionUpdate;
  const reports = subagentReports.get(name);
  if (reports !== undefined) {
    const report = reports.safeParse(update);
    if (report.success) return { kind: 'subagent', sessionId, report: report.data };
    return { kind: 'malformed', problem: `${name}: ${firstProblem(report.error)}` };
  }
  const schema = consumed.get(name);
  if (schema === undefined) return { kind: 'unknown', name };
  const { result: parsed, leftOut } = reading(() => schema.safeParse(update));
  if (!parsed.success) return { kind: 'malformed', problem: `${name}: ${firstProblem(parsed.error)}` };
  return { kind: 'parsed', sessionId, update: parsed.data, leftOut };
}
