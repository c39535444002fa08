// A session as Markdown, for people: prompts and answers as they are, what the agent did folded away.
import { structuredPatch } from 'diff';
import { plainText, type ContentBlock } from '../session/content.ts';
import type { Entry } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
import { oneLine } from '../text/oneLine.ts';
import type { PlanEntry } from '../session/plan.ts';
import { entryText, sessionTitle, toolCallTitle } from '../session/selectors.ts';
import type { Terminal } from '../session/terminalState.ts';
import type { ToolCall, ToolCallContent } from '../session/toolCall.ts';
import { plainOutput } from '../text/terminalText.ts';

/** Lines that stay the same around a change. */
const CONTEXT = 3;
/** Beyond this many added and removed lines a change is the old text and the new one, to bound the work. */
const MAX_EDITS = 2_000;

/** The session as one document, which ends with a line end. Times are in UTC. */
export function exportMarkdown(state: SessionState): string {
  const terminals = new Map(state.terminals.map((terminal) => [terminal.id, terminal]));
  const facts = [`- Agent: ${code(state.agent)}`, `- Folder: ${code(state.cwd)}`];
  if (state.sessionId !== undefined) facts.push(`- Session: ${code(state.sessionId)}`);
  const parts = [`# ${escapeText(sessionTitle(state) ?? 'Session')}`, facts.join('\n')];
  let speaker: string | undefined;
  for (const entry of state.entries.flat()) {
    const next = entry.kind === 'user' ? 'You' : escapeText(state.agent);
    const body = entryMarkdown(entry, terminals);
    if (body === '') continue;
    if (next !== speaker || entry.kind === 'user') parts.push(`## ${next} · ${time(entry.at)}`);
    speaker = next;
    parts.push(body);
  }
  return `${parts.join('\n\n')}\n`;
}

function entryMarkdown(entry: Entry, terminals: ReadonlyMap<string, Terminal>): string {
  switch (entry.kind) {
    case 'user':
    case 'agent':
      return contentMarkdown(entry.content);
    case 'thought':
      return details('Thought', contentMarkdown(entry.content));
    case 'tool':
      return toolMarkdown(entry, terminals);
    case 'plan':
      return `**Plan**\n\n${planMarkdown(entry.entries)}`;
    case 'compaction':
      return details(`Earlier context summarised (${entry.status})`, contentMarkdown(entry.summary));
    case 'notice':
      return quote(`${entry.severity === 'info' ? 'Note' : capital(entry.severity)}: ${entryText(entry)}`);
    case 'turn':
      return entry.stopReason === 'end_turn' ? '' : `*Ended: ${escapeText(spaced(entry.stopReason))}*`;
  }
}

function toolMarkdown(
  { call, decision }: Extract<Entry, { kind: 'tool' }>,
  terminals: ReadonlyMap<string, Terminal>,
): string {
  const by = decision?.by === 'rule' ? (decision.rule ?? 'a rule') : 'you';
  const facts = [
    ...call.locations.map(({ path, line }) => `- ${code(line === undefined ? path : `${path}:${line}`)}`),
    ...(decision?.option === undefined ? [] : [`- ${escapeText(decision.option.name)} (${escapeText(by)})`]),
  ];
  const parts = call.content.map((content) => toolContentMarkdown(content, terminals));
  const raw =
    parts.length === 0 ? [rawMarkdown('Input', call.rawInput), rawMarkdown('Output', call.rawOutput)] : [];
  const body = [facts.join('\n'), ...parts, ...raw].filter((part) => part !== '').join('\n\n');
  return details(toolSummary(call), body);
}

/** Kind, title and status; no kind where it says nothing or the title says it. */
function toolSummary(call: ToolCall): string {
  const title = toolCallTitle(call);
  const isTold = call.kind === 'other' || title.toLowerCase().startsWith(call.kind.toLowerCase());
  return `${isTold ? '' : `${capital(oneLine(call.kind))}: `}${title} (${spaced(call.status)})`;
}

function toolContentMarkdown(content: ToolCallContent, terminals: ReadonlyMap<string, Terminal>): string {
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
  const end = exit?.code === undefined || exit.code === null ? '' : `\n[exit code ${exit.code}]`;
  return fenced(prompt + dropped + plainOutput(output).trimEnd() + end, 'console');
}

function diffText(oldText: string, newText: string): string {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
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

function planMarkdown(entries: readonly PlanEntry[]): string {
  return entries
    .map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${oneLine(content)}`)
    .join('\n');
}

function contentMarkdown(content: readonly ContentBlock[]): string {
  const parts: string[] = [];
  let text: ContentBlock[] = [];
  const endText = (): void => {
    const words = closed(plainText(text).trim());
    if (words !== '') parts.push(words);
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

function details(summary: string, body: string): string {
  const head = `<details>\n<summary>${escapeHtml(oneLine(summary))}</summary>`;
  return body === '' ? `${head}\n</details>` : `${head}\n\n${body}\n\n</details>`;
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Markdown whose last code block, cut off with the message, ends where the message does. */
function closed(markdown: string): string {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const mark = fence?.[1] ?? '';
    if (mark === '') continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && fence?.[2]?.trim() === '') open = undefined;
  }
  return open === undefined ? markdown : `${markdown}\n${open}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${escapeText(line)}`)
    .join('\n');
}

function code(text: string): string {
  const words = oneLine(text);
  const longest = (words.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${words}${fence}` : `${fence} ${words} ${fence}`;
}

function escapeText(text: string): string {
  return escapeHtml(oneLine(text)).replace(/[\\`*_[\]]/g, '\\$&');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A word of the protocol for people. */
function spaced(word: string): string {
  return oneLine(word).replaceAll('_', ' ');
}

/** To the minute. */
function time(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
