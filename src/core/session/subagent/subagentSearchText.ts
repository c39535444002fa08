// The text in which a search finds what a sub-agent was asked, said and plans.
import { plainText } from '../content.ts';
import type { Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import { subagentMessages } from './selectors.ts';

/** Empty for an entry that stands for no sub-agent. */
export function subagentSearchText(entry: Entry, state: Pick<SessionState, 'subagents'>): string {
  if (entry.kind !== 'tool' || entry.call.subagent === undefined) return '';
  const { subagentPlan: plan = [] } = entry.call;
  const messages = subagentMessages(state, entry.call.toolCallId);
  return [...messages.map(({ content }) => plainText(content)), ...plan.map(({ content }) => content)].join(
    ' ',
  );
}
