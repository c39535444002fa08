// One entry of a transcript as Markdown, by its kind.
import { structuredPatch } from 'diff';
import { plainText, type ContentBlock } from '../session/content.ts';
import type { Entry, EntryKind, EntriesByKind } from '../session/entries.ts';
import type { PlanDocument, PlanEntry } from '../session/plan/state.ts';
import { toolCallTitle } from '../session/toolCall/toolCallTitle.ts';
import { shownStatus } from '../session/toolCall/shownStatus.ts';
import type { Terminal } from '../session/terminal/state.ts';
import type { ToolCall, ToolCallContent } from '../session/toolCall/state.ts';
import { oneLine } from '../text/oneLine.ts';
import { plainOutput } from '../text/terminalText.ts';
import { historyStrings } from './historyStrings.ts';
import { closed, code, details, escapeText, fenced, quote } from './markdownText.ts';

/** Lines that stay the same around a change. */
const CONTEXT_LINES = 3;
/** Beyond this many added and removed lines a change is the old text and the new one, to bound the work. */
const MAX_EDITS = 2_000;

/** The terminals of a session by their ids. */
export type Terminals = ReadonlyMap<string, Terminal>;

export function terminalsById(terminals: readonly Terminal[]): Terminals {
  return new Map(terminals.map((terminal) => [terminal.id, terminal]));
}

const markdownOf: {
  readonly [Kind in EntryKind]: (entry: EntriesByKind[Kind], terminals: Terminals) => string;
} = {
  user: ({ content }) => contentMarkdown(content),
  agent: ({ content }) => contentMarkdown(content),
  thought: ({ content }) => details(historyStrings.thought(), contentMarkdown(content)),
  tool: (entry, terminals) => toolMarkdown(entry, terminals),
  plan: ({ entries, document }) =>
    document === undefined ? planMarkdown(entries) : documentMarkdown(document),
  compaction: ({ status, summary }) => details(historyStrings.compaction(status), contentMarkdown(summary)),
  notice: ({ severity, text }) => quote(historyStrings.notice(severity, text)),
  turn: ({ stopReason }) =>
    stopReason === 'end_turn' ? '' : `*${escapeText(historyStrings.turnEnd(stopReason))}*`,
};

/** An entry as Markdown; empty when there is nothing to say. */
export function entryMarkdown(entry: Entry, terminals: Terminals): string {
  return markdownOfKind(entry.kind, entry, terminals);
}

function markdownOfKind<Kind extends EntryKind>(
  kind: Kind,
  entry: EntriesByKind[Kind],
  terminals: Terminals,
): string {
  return markdownOf[kind](entry, terminals);
}

/** A tool call as Markdown; `steps` are those of the sub-agent that it started. */
export function toolMarkdown(
  entry: EntriesByKind['tool'],
  terminals: Terminals,
  steps: readonly string[] = [],
): string {
  const { call, decision } = entry;
  const facts = [
    ...call.locations.map(({ path, line }) => `- ${code(line === undefined ? path : `${path}:${line}`)}`),
    ...(decision?.option === undefined
      ? []
      : [`- ${escapeText(historyStrings.decision(decision.option.name, decision))}`]),
  ];
  const parts = call.content.map((content) => toolContentMarkdown(content, terminals));
  const raw =
    parts.length === 0
      ? [
          rawMarkdown(historyStrings.input(), call.rawInput),
          rawMarkdown(historyStrings.output(), call.rawOutput),
        ]
      : [];
  const body = [facts.join('\n'), ...steps, ...parts, ...raw].filter((part) => part !== '').join('\n\n');
  const status = shownStatus(entry, terminalsOf(call, terminals));
  return details(toolSummary({ ...call, status }), body);
}

/** The terminals in the content of a call. */
function terminalsOf({ content }: ToolCall, terminals: Terminals): readonly Terminal[] {
  return content.flatMap((part) => (part.type === 'terminal' ? (terminals.get(part.terminalId) ?? []) : []));
}

/** Kind, title and status; no kind where it says nothing or the title says it. */
function toolSummary({ kind, status, ...call }: ToolCall): string {
  const title = toolCallTitle({ kind, status, ...call });
  const label = historyStrings.toolKind(kind);
  const start = title.toLowerCase();
  const isInTitle = [kind, label].some((word) => start.startsWith(word.toLowerCase()));
  return kind === 'other' || isInTitle
    ? historyStrings.tool(title, status)
    : historyStrings.toolOfKind(label, title, status);
}

function toolContentMarkdown(content: ToolCallContent, terminals: Terminals): string {
  switch (content.type) {
    case 'content':
      return contentMarkdown([content.content]);
    case 'diff':
      return `${code(content.path)}\n\n${fenced(diffText(content.oldText ?? '', content.newText), 'diff')}`;
    case 'terminal': {
      const terminal = terminals.get(content.terminalId);
      return terminal === undefined ? '' : terminalMarkdown(terminal);
    }
    case 'unknown':
      return `*(${escapeText(content.name)})*`;
  }
}

function terminalMarkdown({ command, output, droppedBytes, exit }: Terminal): string {
  const prompt = command === undefined ? '' : `$ ${command}\n`;
  const dropped = droppedBytes > 0 ? '…\n' : '';
  const end = typeof exit?.code === 'number' ? `\n[${historyStrings.exitCode(exit.code)}]` : '';
  return fenced(prompt + dropped + plainOutput(output).trimEnd() + end, 'console');
}

function diffText(oldText: string, newText: string): string {
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', oldText, newText, '', '', options);
  if (patch === undefined) return [...marked('-', oldText), ...marked('+', newText)].join('\n');
  return patch.hunks
    .flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ])
    .join('\n');
}

function marked(mark: string, text: string): readonly string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => mark + line);
}

function rawMarkdown(title: string, raw: unknown): string {
  if (raw === undefined || raw === null) return '';
  return `${title}\n\n${fenced(typeof raw === 'string' ? raw : JSON.stringify(raw, undefined, 2), 'json')}`;
}

export function planMarkdown(entries: readonly PlanEntry[]): string {
  const tasks = entries.map(
    ({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${oneLine(content)}`,
  );
  return underPlan(tasks.join('\n'));
}

export function underPlan(markdown: string): string {
  return `**${historyStrings.plan()}**\n\n${markdown}`;
}

function documentMarkdown({ text, file }: PlanDocument): string {
  const name = file === undefined ? '' : code(file);
  return underPlan([name, closed(text.trim())].filter((part) => part !== '').join('\n\n'));
}

export function contentMarkdown(content: readonly ContentBlock[]): string {
  const parts: string[] = [];
  let text: ContentBlock[] = [];
  const endText = (): void => {
    const markdown = closed(plainText(text).trim());
    if (markdown !== '') parts.push(markdown);
    text = [];
  };
  for (const block of content) {
    if (block.type === 'text') {
      text.push(block);
      continue;
    }
    endText();
    parts.push(blockMarkdown(block));
  }
  endText();
  return parts.join('\n\n');
}

function blockMarkdown(block: Exclude<ContentBlock, { type: 'text' }>): string {
  switch (block.type) {
    case 'image':
    case 'audio':
      return `*(${block.type}, ${escapeText(block.mimeType)})*`;
    case 'resource_link':
      return `[${escapeText(block.title ?? block.name)}](<${block.uri.replace(/[<>\s]/g, encodeURIComponent)}>)`;
    case 'resource': {
      const { uri, text } = block.resource;
      return text === undefined ? `*(${escapeText(uri)})*` : details(uri, fenced(text, ''));
    }
    case 'unknown':
      return `*(${escapeText(block.name)})*`;
  }
}
