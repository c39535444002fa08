// A tool call as Markdown with what the sub-agent that it started was asked, said and did.
import { parentCall, nestedCalls } from '../session/subagent/nestedCalls.ts';
import { subagentMessages, subagentStatus } from '../session/subagent/selectors.ts';
import type { SubagentMessage } from '../session/subagent/state.ts';
import { subagentSteps, type SubagentStep } from '../session/subagent/subagentSteps.ts';
import type { Entry, ToolEntry } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
import { toolCallTitle } from '../session/toolCall/toolCallTitle.ts';
import {
  contentMarkdown,
  planMarkdown,
  terminalsById,
  toolMarkdown,
  underPlan,
  type Terminals,
} from './entryMarkdown.ts';
import { historyStrings } from './historyStrings.ts';
import { details, escapeText } from './markdownText.ts';

/** Sub-agents in sub-agents: those that are deeper follow the steps of the last one in which they fit. */
const MAX_DEPTH = 12;

type Session = Pick<SessionState, 'entries' | 'subagents'>;

/** Whether an entry is a step of a sub-agent, and so a part of the call of that one. */
export function isStep(entry: Entry, { entries }: Session): boolean {
  return entry.kind === 'tool' && parentCall(entries, entry) !== undefined;
}

/** The call with all of its sub-agent's steps. */
export function callMarkdown(state: Session, entry: ToolEntry, terminals: Terminals, depth = 0): string {
  return toolMarkdown(entry, terminals, stepsMarkdown(state, entry, terminals, depth));
}

/** The transcript of a sub-agent as one document, which ends with a line end. */
export function subagentMarkdown(state: SessionState, entry: ToolEntry): string {
  const terminals = terminalsById(state.terminals);
  const title = historyStrings.tool(toolCallTitle(entry.call), subagentStatus(entry));
  const answer = entry.call.content.flatMap((part) => (part.type === 'content' ? [part.content] : []));
  const parts = [
    `# ${escapeText(title)}`,
    ...stepsMarkdown(state, entry, terminals),
    contentMarkdown(answer),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What a sub-agent was asked, said and did, and its plan. */
function stepsMarkdown(state: Session, entry: ToolEntry, terminals: Terminals, depth = 0): readonly string[] {
  const steps = depth < MAX_DEPTH ? stepsOf(state, entry) : allSteps(state, entry);
  const { subagentPlan: plan = [] } = entry.call;
  return [
    ...(plan.length === 0 ? [] : [planMarkdown(plan)]),
    ...steps.map((step) => {
      if (step.kind === 'message') return messageMarkdown(step.message);
      return depth < MAX_DEPTH
        ? callMarkdown(state, step.entry, terminals, depth + 1)
        : toolMarkdown(step.entry, terminals);
    }),
  ].filter((part) => part !== '');
}

function stepsOf(state: Session, entry: ToolEntry): readonly SubagentStep[] {
  return subagentSteps(subagentMessages(state, entry.call.toolCallId), nestedCalls(state.entries, entry));
}

/** The steps of a sub-agent and of all within it, one after the other. */
function allSteps(state: Session, entry: ToolEntry): readonly SubagentStep[] {
  const all: SubagentStep[] = [];
  const waiting = stepsOf(state, entry).toReversed();
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    all.push(step);
    if (step.kind === 'call') waiting.push(...stepsOf(state, step.entry).toReversed());
  }
  return all;
}

function messageMarkdown({ role, content }: SubagentMessage): string {
  const markdown = contentMarkdown(content);
  if (markdown === '') return '';
  if (role === 'plan') return underPlan(markdown);
  if (role === 'thought') return details(historyStrings.thought(), markdown);
  return role === 'user' ? `**${historyStrings.task()}**\n\n${markdown}` : markdown;
}
