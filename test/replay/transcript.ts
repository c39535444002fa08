// A session as markdown: everything of its state that shows, for comparison with a file.
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { ConfigOption } from '../../src/core/session/configOptions/state.ts';
import type { Entry, ToolEntry } from '../../src/core/session/entries.ts';
import { sessionTitle } from '../../src/core/session/selectors.ts';
import { toolCallTitle } from '../../src/core/session/toolCall/toolCallTitle.ts';
import type { ToolCallContent } from '../../src/core/session/toolCall/state.ts';
import { subagentMessages, subagentStatus } from '../../src/core/session/subagent/selectors.ts';
import type { SessionState } from '../../src/core/session/model.ts';
import type { Terminal } from '../../src/core/session/terminal/state.ts';
import type { Replay } from './replay.ts';

/** The longest text that is written out whole, in characters. */
const TEXT_LENGTH = 400;

/** The transcript of a replay. Times are left out, ids are not. */
export function transcript({ agent, state, besides }: Replay): string {
  const facts = [
    `agent: ${agent}`,
    `title: ${sessionTitle(state) ?? 'none'}`,
    `updated: ${state.info.updatedAt ?? 'never'}`,
    `metadata: ${JSON.stringify(state.info.meta)}`,
    ...state.configOptions.map((option) => `option ${describeOption(option)}`),
    `commands: ${state.commands.map(({ name }) => `/${name}`).join(' ') || 'none'}`,
    `usage: ${state.usage === undefined ? 'none' : JSON.stringify(state.usage)}`,
    ...state.plan.map(({ status, content }) => `plan, ${status}: ${content}`),
    `turn: ${state.turn === undefined ? 'none' : 'running'}`,
    `open permissions: ${state.permissions.length}`,
  ];
  const sections = [
    list(facts),
    ...state.entries.flat().map((entry) => describeEntry(entry, state)),
    ...(besides.length === 0 ? [] : [`## Besides\n\n${list(besides)}`]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function describeOption(option: ConfigOption): string {
  const values =
    option.type === 'boolean'
      ? ''
      : ` of ${option.groups
          .map(({ name, values: offered }) => {
            const names = offered.map(({ value }) => value).join(', ');
            return name === undefined ? names : `${name}: ${names}`;
          })
          .join('; ')}`;
  return `${option.id} (${option.category ?? 'no category'}, by ${option.setBy}): ${option.currentValue}${values}`;
}

function describeEntry(entry: Entry, state: SessionState): string {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      return `## ${entry.kind}\n\n${entry.content.map(describeBlock).join('\n')}`;
    case 'tool':
      return `## tool: ${toolCallTitle(entry.call)}\n\n${describeCall(entry, state)}`;
    case 'notice':
      return `## notice, ${entry.severity}\n\n${entry.text}`;
    case 'turn':
      return `## turn ended: ${entry.stopReason}${entry.tokens === undefined ? '' : `\n\n${JSON.stringify(entry.tokens)}`}`;
    case 'plan':
      return entry.document === undefined
        ? `## plan\n\n${list(entry.entries.map(({ status, content }) => `${status}: ${content}`))}`
        : `## plan as a text, ${entry.document.isAccepted === true ? 'accepted' : 'not accepted'}\n\n${entry.document.text}`;
    case 'compaction':
      return `## compaction, ${entry.status}\n\n${entry.summary.map(describeBlock).join('\n')}`;
  }
}

function describeCall(entry: ToolEntry, state: SessionState): string {
  const { call, decision } = entry;
  const { terminals } = state;
  const isOfCall = ({ id }: Terminal): boolean =>
    call.content.some((part) => part.type === 'terminal' && part.terminalId === id);
  return list([
    `${call.toolCallId}: ${call.kind}, ${subagentStatus(entry)}`,
    ...(call.parentToolCallId === undefined ? [] : [`in ${call.parentToolCallId}`]),
    ...(call.subagent === undefined
      ? []
      : [
          `sub-agent${call.subagent.isRunning === true ? ', running' : ''}${call.subagent.canStop === true ? ', can be stopped' : ''}`,
        ]),
    ...(entry.isInBackground === true ? ['in the background'] : []),
    ...(decision?.option === undefined ? [] : [`decided: ${decision.option.name}`]),
    ...subagentMessages(state, call.toolCallId).map(
      ({ role, content }) => `${role} said ${JSON.stringify(cut(content.map(describeBlock).join(' ')))}`,
    ),
    ...terminals.filter(isOfCall).map(describeTerminal),
    ...call.locations.map(({ path, line }) => `at ${path}${line === undefined ? '' : `:${line}`}`),
    ...call.content.map(describeContent),
    ...(call.rawInput === undefined ? [] : [`input ${cut(JSON.stringify(call.rawInput))}`]),
    ...(call.rawOutput === undefined ? [] : [`output ${cut(JSON.stringify(call.rawOutput))}`]),
  ]);
}

function describeTerminal({ exit, endedAt, isInBackground, output }: Terminal): string {
  const code = exit?.code ?? 'unknown';
  const end = endedAt === undefined ? 'runs' : `ended with ${code}`;
  return `command ${end}${isInBackground === true ? ' in the background' : ''}, output ${JSON.stringify(cut(output))}`;
}

function describeContent(content: ToolCallContent): string {
  switch (content.type) {
    case 'content':
      return `content ${JSON.stringify(cut(describeBlock(content.content)))}`;
    case 'diff':
      return `diff of ${content.path}: ${JSON.stringify(cut(content.oldText ?? 'new file'))} → ${JSON.stringify(cut(content.newText))}`;
    case 'terminal':
      return `terminal ${content.terminalId}`;
    case 'unknown':
      return `unknown ${content.name}`;
  }
}

function describeBlock(block: ContentBlock): string {
  if (block.type === 'text') return cut(block.text);
  const { type, ...rest } = block;
  return `[${type}] ${cut(JSON.stringify(rest))}`;
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH)}…`;
}
