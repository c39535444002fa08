// Delivers an agent's notifications to the client, in wire order (R7, R10).
import type { Agent, AgentClient } from '../core/ports/agent.ts';
import type { DroppedInput } from '../core/base/droppedInputLog.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import { readSessionUpdate, type Update } from './schema/updateSchema.ts';
import { excerptOf } from '../process/excerpt.ts';
import { withoutInnerContext, type Quirks } from './quirks.ts';
import { elicitationCompleted } from './requests/serveElicitation.ts';
import { readForeignTerminals } from './schema/terminalMetaSchema.ts';
import { readRequestTokens } from './schema/usageMetaSchema.ts';

export interface UpdateContext {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly quirks: Quirks;
  readonly dropped: DroppedInput;
  /** Whether what comes for that session now is its history. */
  readonly isLoading: (sessionId: string) => boolean;
}

/** Delivers a notification; those Parley does not know are ignored (R7). */
export function deliverNotification(method: string, params: unknown, context: UpdateContext): void {
  if (method === 'elicitation/complete') elicitationCompleted(context.agent, context.client, params);
  if (method === 'session/update') deliverUpdate(params, context);
}

function deliverUpdate(params: unknown, context: UpdateContext): void {
  const { agent, client, clock, log, dropped } = context;
  const reading = readSessionUpdate(params);
  switch (reading.kind) {
    case 'parsed': {
      const { sessionId } = reading;
      const update = wanted(sessionId, reading.update, context);
      if (update === undefined) return;
      for (const each of [update, ...readMeta(update, params)]) {
        client.sessionUpdate(agent, sessionId, { ...each, at: clock.now() });
      }
      return;
    }
    case 'ignored':
      return;
    case 'unknown':
      dropped.count(`unknown ${reading.name}`, (number) => {
        log.warn(`Dropped update ${number} of an unknown kind, ${reading.name}: ${excerptOf(params)}`);
      });
      return;
    case 'malformed':
      dropped.count('malformed', (number) => {
        log.warn(`Dropped malformed update ${number}, ${reading.problem}: ${excerptOf(params)}`);
      });
  }
}

/** What an update says besides, in its `_meta`. */
export function readMeta(update: Update, params: unknown): readonly Update[] {
  if (update.type === 'tool_call') return readForeignTerminals(params);
  const tokens = update.type === 'message_chunk' ? readRequestTokens(params) : undefined;
  return tokens === undefined ? [] : [{ type: 'request_tokens', tokens }];
}

/** The update as it is handed on; undefined for what is none of the user's business. */
function wanted(sessionId: string, update: Update, { quirks, isLoading }: UpdateContext): Update | undefined {
  return quirks.replaysInnerContext && isLoading(sessionId) ? withoutInnerContext(update) : update;
}
