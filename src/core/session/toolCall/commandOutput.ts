// What a command printed and how it ended, out of the text and the raw output of its tool call.
import * as z from 'zod/mini';
import type { ToolCall } from './state.ts';

/** A fence around all of the text, as agents put it around output for clients that show Markdown. */
const FENCE = /^\s*(`{3,}|~{3,})[\w+-]*\r?\n(?<output>[^]*?)\r?\n?\1\s*$/;

/** The last line of Copilot. */
const COPILOT_END = /(?:^|\n)<(?:command with )?shellId: [^>\n]* exit code (?<code>-?\d+)>\s*$/;

/** Longer than the last line of Copilot. */
const MAX_END_CHARACTERS = 1_000;

/** What OpenCode adds to the end. */
const OPENCODE_TAGS = ['shell_metadata', 'bash_metadata'] as const;

/** The lines after the output in the report of Qwen Code, and of Gemini CLI, from which it descends. */
const REPORT_END =
  /^(?<name>Error|Stderr|Exit Code|Signal|Background PIDs|Process Group PGID): (?<value>.*)$/;

/** The first line of Cline and of Nanocoder. */
const FIRST_LINE = /^(?:\[Command exited with code|EXIT_CODE:) (?<code>-?\d+)\]?(?:\r?\n|$)/;

/** Where Cline has the exit code of each command. */
const CLINE_CODE = /^\[?Command exited with code (?<code>-?\d+)/;

/** What stands for nothing. */
const NOTHING: ReadonlySet<string> = new Set(['', '(empty)', '(none)']);

interface Printed {
  readonly output: string;
  /** The exit code that the text names. */
  readonly code: number | undefined;
}

/** What a command printed, without what agents always put around it. */
export function commandOutput(text: string): string {
  return readPrinted(text).output;
}

function readPrinted(text: string): Printed {
  const whole = FENCE.exec(text)?.groups?.['output'] ?? text;
  const start = FIRST_LINE.exec(whole);
  if (start !== null) return { output: whole.slice(start[0].length), code: numberOf(start.groups?.['code']) };
  return readReport(whole) ?? readCopilot(whole) ?? { output: withoutMetadata(whole), code: undefined };
}

/** Line by line from its end: an expression for the whole would take too long where a text only begins like one. */
function readReport(text: string): Printed | undefined {
  const folder = text.startsWith('Command: ') ? text.indexOf('\nDirectory: ') : -1;
  const begin = folder < 0 ? -1 : text.indexOf('\n', folder + 1) + 1;
  const label = ['Output: ', 'Stdout: '].find((each) => begin > 0 && text.startsWith(each, begin));
  if (label === undefined) return undefined;
  let end = text.trimEnd().length;
  let error = '';
  let code: number | undefined;
  let isReport = false;
  for (;;) {
    const lineStart = text.lastIndexOf('\n', end - 1);
    const line = lineStart < begin ? undefined : REPORT_END.exec(text.slice(lineStart + 1, end))?.groups;
    if (line === undefined) break;
    const { name, value = '' } = line;
    if (name === 'Exit Code') code = numberOf(value);
    if (name === 'Error' || name === 'Stderr') error = value;
    isReport ||= name === 'Exit Code' || name === 'Signal';
    end = lineStart;
  }
  if (!isReport) return undefined;
  const parts = [text.slice(begin + label.length, end), error].filter((part) => !NOTHING.has(part));
  return { output: parts.join('\n'), code };
}

function readCopilot(text: string): Printed | undefined {
  const from = Math.max(0, text.length - MAX_END_CHARACTERS);
  const end = COPILOT_END.exec(text.slice(from));
  return end === null
    ? undefined
    : { output: text.slice(0, from + end.index), code: numberOf(end.groups?.['code']) };
}

/** What OpenCode says there stays, such as why it ended the command. */
function withoutMetadata(text: string): string {
  const trimmed = text.trimEnd();
  const tag = OPENCODE_TAGS.find((each) => trimmed.endsWith(`</${each}>`));
  const at = tag === undefined ? -1 : trimmed.lastIndexOf(`<${tag}>`);
  if (tag === undefined || at < 0) return text;
  const said = trimmed.slice(at + tag.length + 2, -tag.length - 3).trim();
  const output = trimmed.slice(0, at).trimEnd();
  return said === '' ? output : `${output}\n${said}`;
}

/** Where agents have the exit code in the raw output. */
export const EXIT_FIELDS = [
  'exitCode',
  'exit_code',
  'exit',
  'exitStatus',
  'exit_status',
  'returncode',
  'returnCode',
  'return_code',
] as const;
const INNER_FIELDS = ['metadata', 'contents', 'result'] as const;

const fields = z.record(z.string(), z.unknown());

/** How deep and how wide an exit code is looked for. */
const MAX_LEVELS = 3;
const MAX_ITEMS = 20;

/**
 * The exit code of a command, from the raw output of its call or else from the text; undefined where the agent does not
 * say. Of several commands, that of the first that failed.
 */
export function exitCodeOf({ content, rawOutput }: ToolCall): number | undefined {
  const codes = codesIn(rawOutput, MAX_LEVELS);
  if (codes.length > 0) return codes.find((code) => code !== 0) ?? 0;
  const texts = content.flatMap((part) =>
    part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
  );
  const printed = typeof rawOutput === 'string' ? [rawOutput, ...texts] : texts;
  return printed.map((text) => readPrinted(text).code).findLast((code) => code !== undefined);
}

function codesIn(value: unknown, levels: number): readonly number[] {
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((item) => codesIn(item, levels - 1));
  const read = fields.safeParse(value).data ?? {};
  const isPrinted = typeof read['stdout'] === 'string' || typeof read['stderr'] === 'string';
  // A code may be of anything, but beside what a command printed.
  const names = isPrinted ? [...EXIT_FIELDS, 'code'] : EXIT_FIELDS;
  const own = names.map((name) => codeOf(read[name])).find((code) => code !== undefined);
  if (own !== undefined) return [own];
  const inner = INNER_FIELDS.flatMap((name) => codesIn(read[name], levels - 1));
  if (inner.length > 0) return inner;
  return [read['result'], read['error']].flatMap((text) => {
    const code = typeof text === 'string' ? numberOf(CLINE_CODE.exec(text)?.groups?.['code']) : undefined;
    return code === undefined ? [] : [code];
  });
}

/** Some agents have the number as text. */
function codeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return numberOf(value);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
}
