// A session whose agent reports sub-agents: what it sends is read, folded and reduced as it comes.
import { readSessionUpdate, type Update } from '../../../src/agents/schema/updateSchema.ts';
import { Subagents } from '../../../src/agents/subagents/subagents.ts';
import { plainText } from '../../../src/core/session/content.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { subagentMessages, subagentStatus } from '../../../src/core/session/subagent/selectors.ts';

function lineOf(update: Update): string | undefined {
  if (update.type === 'subagent_message') return `${update.toolCallId}: ${plainText([update.content])}`;
  if (update.type !== 'tool_call') return undefined;
  const { toolCallId, title, parentToolCallId, subagent, content } = update.call;
  if (subagent !== undefined && update.isAnnouncement === true) return title ?? undefined;
  if (subagent === undefined) return parentToolCallId && `${parentToolCallId}: ${title ?? ''}`;
  const [answer] = content ?? [];
  return answer?.type === 'content' ? `${toolCallId} = ${plainText([answer.content])}` : undefined;
}

/** A session `s` whose agent sends updates. */
export function subagentSession() {
  let at = 0;
  const subagents = new Subagents(() => at);
  const roots = new Set<string>();
  const lines: { readonly root: string; readonly line: string }[] = [];
  let state: SessionState = reduce(emptySession('k', 'agent', '/w'), {
    type: 'prompt_started',
    at,
    content: [{ type: 'text', text: 'Go' }],
  });
  const apply = (root: string, updates: readonly Update[]): void => {
    roots.add(root);
    for (const update of updates) {
      const line = lineOf(update);
      if (line !== undefined) lines.push({ root, line });
      state = reduce(state, { ...update, at: ++at });
    }
  };
  const send = (sessionId: string, update: object): void => {
    const reading = readSessionUpdate({ sessionId, update });
    if (reading.kind === 'subagent') {
      const isOwn = (id: string): boolean => id === 's' || id === 'other';
      apply(subagents.rootOf(sessionId), subagents.reported(sessionId, reading.report, isOwn));
    } else if (reading.kind === 'parsed') {
      apply(subagents.rootOf(sessionId), subagents.translated(sessionId, reading.update));
    } else throw new Error(JSON.stringify(reading));
  };
  return {
    subagents,
    send,
    dispatch: (event: SessionEvent): void => {
      state = reduce(state, event);
    },
    say: (sessionId: string, text: string, kind = 'agent_message_chunk'): void =>
      send(sessionId, { sessionUpdate: kind, content: { type: 'text', text } }),
    call: (sessionId: string, toolCallId: string, more: object = {}): void =>
      send(sessionId, { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, ...more }),
    state: () => state,
    roots,
    /** What was announced, called, said and answered in a session of the user, in order. */
    received: (root: string) => lines.flatMap((each) => (each.root === root ? [each.line] : [])),
    rows: () =>
      state.entries
        .flat()
        .filter((entry) => entry.kind === 'tool')
        .map((entry) => [
          entry.call.toolCallId,
          entry.call.title,
          subagentStatus(entry),
          entry.call.parentToolCallId,
        ]),
    said: (toolCallId: string) =>
      subagentMessages(state, toolCallId).map(({ role, content }) => `${role}: ${plainText(content)}`),
  };
}

export const running = { state: { state: 'running' } };
export const announce = (id: string, more: object = {}): object => ({
  sessionUpdate: 'subagent_update',
  sessionId: id,
  title: `Child ${id}`,
  ...running,
  ...more,
});
export const ended = (id: string, more: object = {}): object => ({
  sessionUpdate: 'subagent_update',
  sessionId: id,
  state: { state: 'idle', stopReason: 'end_turn', ...more },
});
