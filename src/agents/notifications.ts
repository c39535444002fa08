// Delivers an agent's notifications to the client, in wire order (R7, R10).
import * as z from 'zod/mini';
import type { Agent, AgentClient } from '../core/ports/agent.ts';
import type { UpdateEvent } from '../core/session/events.ts';
import { isFinished } from '../core/session/toolCall/state.ts';
import type { DroppedInput } from '../core/base/droppedInputLog.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { AccountLimits } from './limits/accountLimits.ts';
import { readRetry } from './limits/retryMeta.ts';
import { readContentBlock } from './schema/contentSchema.ts';
import { withSessionId } from './schema/near/nearFields.ts';
import { readSessionUpdate, type SessionUpdateReading, type Update } from './schema/updateSchema.ts';
import { excerptOf } from '../../packages/process/excerpt.ts';
import { readCall } from './readCall.ts';
import type { Quirks } from './quirks.ts';
import { withoutInnerContext } from './quirks/innerContext.ts';
import { confirmedMode } from './quirks/modeText.ts';
import { elicitationCompleted } from './requests/serveElicitation.ts';
import type { Subagents } from './subagents/subagents.ts';
import { readForeignTerminals } from './schema/terminalMetaSchema.ts';
import { todoPlan } from './schema/todoSchema.ts';
import { readRequestTokens } from './schema/usageMetaSchema.ts';

export interface UpdateContext {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly deliver: (sessionId: string, event: UpdateEvent) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly quirks: Quirks;
  readonly dropped: DroppedInput;
  readonly limits: AccountLimits;
  /** Something for the user cannot be read. The session, where that much can be. */
  readonly unreadable: (sessionId: string | undefined) => void;
  /** The sub-agents of the sessions. */
  readonly subagents: Subagents;
  /** Whether a session was opened by the user, or may be the one that is being opened. */
  readonly isOwn: (sessionId: string) => boolean;
  /** Whether what comes for that session now is its history. */
  readonly isLoading: (sessionId: string) => boolean;
  /** Whether a prompt is being answered in that session. */
  readonly isPrompted: (sessionId: string) => boolean;
  /** The folder of that session, absolute; undefined where it is not known. */
  readonly folder: (sessionId: string) => string | undefined;
}

const sessionParams = z.object({ sessionId: z.string() });

/** What the quirks of an agent depend on. */
export type QuirkContext = Pick<UpdateContext, 'quirks' | 'isLoading' | 'isPrompted' | 'folder'>;

const KNOWN: ReadonlySet<string> = new Set(['session/update', 'elicitation/complete', '_auth/status_update']);

/** Delivers a notification; those Parley does not know are ignored (R7). */
export function deliverNotification(method: string, params: unknown, context: UpdateContext): void {
  if (method === 'elicitation/complete') elicitationCompleted(context.agent, context.client, params);
  if (method === 'session/update') deliverUpdate(params, context);
  if (KNOWN.has(method)) return;
  context.dropped.count(`notification ${method}`, (number) => {
    context.log.info(`Ignored notification ${number} of an unknown kind, ${method}: ${excerptOf(params)}`);
  });
}

function deliverUpdate(params: unknown, context: UpdateContext): void {
  deliverReading(readSessionUpdate(params), params, context);
}

function deliverReading(reading: SessionUpdateReading, sent: unknown, context: UpdateContext): void {
  const { deliver, clock, log, dropped, unreadable, subagents, isOwn } = context;
  const handOn = (root: string, updates: readonly Update[]): void => {
    for (const each of updates) deliver(root, { ...each, at: clock.now() });
  };
  switch (reading.kind) {
    case 'parsed': {
      const { sessionId, leftOut, params = sent, more = [] } = reading;
      if (leftOut.length > 0) {
        dropped.count('part', (number) => {
          log.warn(`Left out part ${number} of updates, ${leftOut.join('; ')}: ${excerptOf(params)}`);
        });
      }
      const update = wanted(sessionId, reading.update, context);
      if (update !== undefined) {
        const meta = readMeta(update, params);
        // The last output of a call came before its end.
        const isEnd = update.type === 'tool_call' && isFinished(update.call.status ?? '');
        const root = subagents.rootOf(sessionId);
        for (const each of isEnd ? [...meta, update] : [update, ...meta]) {
          handOn(root, subagents.translated(sessionId, each));
        }
        if (update.type === 'usage') deliverLimit(sessionId, params, context);
      }
      for (const next of more) deliverReading(next, params, context);
      return;
    }
    case 'subagent':
      handOn(
        subagents.rootOf(reading.sessionId),
        subagents.reported(reading.sessionId, reading.report, isOwn),
      );
      return;
    case 'unknown':
      dropped.count(`unknown ${reading.name}`, (number) => {
        log.warn(`Dropped update ${number} of an unknown kind, ${reading.name}: ${excerptOf(sent)}`);
      });
      if (isTextLost(sent)) unreadable(sessionOf(sent));
      return;
    case 'malformed':
      dropped.count('malformed', (number) => {
        log.warn(`Dropped malformed update ${number}, ${reading.problem}: ${excerptOf(sent)}`);
      });
      if (!isCount(sent)) unreadable(sessionOf(sent));
      deliverMeta(sent, context);
  }
}

const named = z.object({ update: z.object({ sessionUpdate: z.string() }) });
const saying = z.object({
  update: z.union([z.object({ text: z.string() }), z.object({ content: z.unknown() })]),
});

/** Counts of tokens alone are missed by nobody. */
function isCount(params: unknown): boolean {
  return /usage|context/.test(named.safeParse(params).data?.update.sessionUpdate ?? '');
}

/** Whether an update of a kind that Parley does not know says something: its own kinds are each agent's affair. */
function isTextLost(params: unknown): boolean {
  const update = saying.safeParse(params).data?.update;
  if (update === undefined) return false;
  return 'text' in update || readContentBlock(update.content) !== undefined;
}

function sessionOf(params: unknown): string | undefined {
  return sessionParams.safeParse(withSessionId(params)).data?.sessionId;
}

/** What an update says besides counts also where the rest of it cannot be read. */
function deliverMeta(params: unknown, context: UpdateContext): void {
  const sessionId = sessionOf(params);
  if (sessionId === undefined) return;
  const tokens = readRequestTokens(params);
  if (tokens !== undefined) {
    const updates = context.subagents.translated(sessionId, { type: 'request_tokens', tokens });
    for (const each of updates) context.deliver(sessionId, { ...each, at: context.clock.now() });
  }
  deliverLimit(sessionId, params, context);
}

/** A line for the user where a limit of the account comes near. */
function deliverLimit(
  sessionId: string,
  params: unknown,
  { agent, limits, deliver, clock, subagents }: UpdateContext,
): void {
  const text = limits.read(params, agent.label);
  if (text === undefined) return;
  deliver(subagents.rootOf(sessionId), {
    type: 'notice',
    severity: 'warning',
    text,
    isLiveOnly: true,
    at: clock.now(),
  });
}

/** What an update says besides. */
export function readMeta(update: Update, params: unknown): readonly Update[] {
  if (update.type === 'tool_call') {
    const plan = todoPlan(update.call);
    return [
      ...readForeignTerminals(params),
      ...(plan === undefined ? [] : [{ type: 'plan' as const, entries: plan }]),
    ];
  }
  if (update.type === 'session_info') {
    const text = readRetry(params);
    return text === undefined
      ? []
      : [{ type: 'notice', severity: 'warning', text, isLiveOnly: true, isRetry: true }];
  }
  const tokens = update.type === 'message_chunk' ? readRequestTokens(params) : undefined;
  return tokens === undefined ? [] : [{ type: 'request_tokens', tokens }];
}

/** The update as it is handed on; undefined for an update that does not concern the user. */
export function wanted(sessionId: string, update: Update, context: QuirkContext): Update | undefined {
  const { quirks, isLoading, isPrompted, folder } = context;
  if (update.type === 'tool_call') {
    return { ...update, call: readCall(update.call, folder(sessionId), quirks) };
  }
  const isReplay = isLoading(sessionId);
  if (quirks.confirmsModesInText && (isReplay || !isPrompted(sessionId))) {
    const modeId = confirmedMode(update);
    // In a replay it is no news.
    if (modeId !== undefined) return isReplay ? undefined : { type: 'current_mode', modeId };
  }
  return quirks.replaysInnerContext && isReplay ? withoutInnerContext(update) : update;
}
