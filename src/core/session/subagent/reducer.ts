// What is said in sub-agents: apart from the transcript, in which nothing of it ends a message of their parent.
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import { appendContent } from '../content.ts';
import type { EventsByType } from '../events.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import type { SubagentTranscript } from './state.ts';

export const subagentTopic: Topic<'subagent_message'> = {
  handlers: { subagent_message: reduceMessage },
  updates: { subagent_message: { inReplay: 'part', isSignOfLife: true } },
};

function reduceMessage(state: SessionState, event: EventsByType['subagent_message']): SessionState {
  const { subagents = [], entriesMade } = state;
  const { toolCallId } = event;
  const index = subagents.findLastIndex((known) => known.toolCallId === toolCallId);
  const changed = {
    toolCallId,
    messages: messagesAfter(subagents[index]?.messages ?? [], event, entriesMade),
  };
  return { ...state, subagents: index === -1 ? [...subagents, changed] : subagents.with(index, changed) };
}

function messagesAfter(
  messages: SubagentTranscript['messages'],
  { messageId: id, role, content, at, isRemoved }: EventsByType['subagent_message'],
  before: number,
): SubagentTranscript['messages'] {
  const plan = role === 'plan' ? messages.find((message) => message.id === id) : undefined;
  const made = { id, role, at, before, content: [content], ...withoutUndefined({ isRemoved }) };
  if (plan !== undefined) {
    return messages.with(messages.indexOf(plan), { ...made, at: plan.at, before: plan.before });
  }
  const last = messages.at(-1);
  if (last?.id === id) return messages.with(-1, { ...last, content: appendContent(last.content, content) });
  return [...messages, made];
}
