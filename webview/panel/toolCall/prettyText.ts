// Raw values of agents as readable text.
import * as z from 'zod/mini';
import { EXIT_FIELDS } from '../../../src/core/session/toolCall/commandOutput.ts';
import { parseJson } from '../../../src/core/text/parseJson.ts';

const rawObject = z.record(z.string(), z.unknown());
const strings = z.array(z.string()).check(z.minLength(1));

/** The fields in which agents report what a tool printed, the most likely first. */
const TEXT_FIELDS = [
  'formatted_output',
  'stdout',
  'output',
  'content',
  'text',
  'result',
  'message',
  'stderr',
] as const;

/** Whether there is nothing to show. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Text as it is, an object as its fields with texts of several lines as they are, anything else as indented JSON;
 * empty for nothing.
 */
export function prettyText(value: unknown): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return value;
  const fields = Array.isArray(value) ? undefined : rawObject.safeParse(value).data;
  if (fields === undefined) return json(value);
  return Object.entries(fields)
    .map(([name, field]) => `${name}: ${fieldText(field)}`)
    .join('\n');
}

/**
 * What a tool printed, where the raw output has it (the field, the texts, or the content of an MCP result), else the
 * whole raw output. Empty for a report that nothing was printed.
 */
export function outputText(raw: unknown): string {
  const value = reportIn(raw);
  const answered = mcpText(value, MCP_LEVELS) ?? reportText(value);
  if (answered !== undefined) return answered;
  const fields = Array.isArray(value) ? undefined : rawObject.safeParse(value).data;
  if (fields !== undefined) {
    const printed = TEXT_FIELDS.map((name) => fields[name]).find(
      (field) => typeof field === 'string' && field !== '',
    );
    const { stderr } = fields;
    const texts = [printed, stderr === printed ? '' : stderr].filter(
      (text) => typeof text === 'string' && text !== '',
    );
    if (printed !== undefined) return texts.join('\n');
    if (isSilentEnd(fields)) return '';
    const { error, ...others } = fields;
    if (isEmptyValue(others)) {
      const reason = typeof error === 'string' ? error : failure.safeParse(error).data?.message;
      if (reason !== undefined) return reason;
    }
  }
  if (Array.isArray(value)) {
    const texts = strings.safeParse(value.map((item: unknown) => outputText(item)));
    if (texts.success) return texts.data.join('\n');
  }
  return prettyText(value);
}

/** Whether a command is said to have printed nothing, and how it ended, which stands in words beside its output. */
function isSilentEnd(fields: Readonly<Record<string, unknown>>): boolean {
  const ends: readonly string[] = EXIT_FIELDS;
  const others = Object.entries(fields).filter(([name]) => !ends.includes(name));
  return others.length > 0 && others.every(([, value]) => value === '' || value === null || value === false);
}

/** `{"result": …, "success": …}`, the report of one command; Cline has a list of them. */
const report = z.object({ result: z.string(), success: z.boolean(), error: z.optional(z.unknown()) });
const reports = z.array(report).check(z.minLength(1));

/** What a command printed and how it ended, as Codex reports it, with no field that a file would have beside them. */
const commandReport = z
  .strictObject({
    stdout: z.optional(z.string()),
    stderr: z.optional(z.string()),
    output: z.optional(z.string()),
    exit_code: z.optional(z.number()),
    exitCode: z.optional(z.number()),
    metadata: z.optional(z.looseObject({ exit_code: z.number() })),
  })
  .check(
    z.refine(
      ({ stdout, output, exit_code, exitCode, metadata }) =>
        (stdout ?? output) !== undefined && (exit_code ?? exitCode ?? metadata) !== undefined,
    ),
  );

/** Some agents have a report, or the result of an MCP tool, as JSON in a text. */
function reportIn(raw: unknown): unknown {
  if (typeof raw !== 'string' || !/^\s*[{[]/.test(raw)) return raw;
  const value = parseJson(raw);
  const isKnown = [report, reports, wholeMcpResult, commandReport].some(
    (schema) => schema.safeParse(value).success,
  );
  return isKnown ? value : raw;
}

function reportText(value: unknown): string | undefined {
  const found = reports.safeParse([value].flat()).data;
  return found
    ?.flatMap(({ result, error }) => [result, typeof error === 'string' ? error : ''])
    .filter((text) => text !== '')
    .join('\n');
}

/** How deep in what agents put around it the result of an MCP tool is looked for. */
const MCP_LEVELS = 3;
const AROUND_RESULT = ['result', 'Ok', 'output', 'value'] as const;

const mcpResult = z.object({
  content: z.array(
    z.object({
      type: z.string(),
      text: z.optional(z.string()),
      resource: z.optional(z.object({ text: z.optional(z.string()) })),
    }),
  ),
});
/** With no field beside those of the protocol, which a text that only looks like one may have. */
const wholeMcpResult = z.strictObject({
  ...mcpResult.shape,
  isError: z.optional(z.boolean()),
  structuredContent: z.optional(z.unknown()),
  _meta: z.optional(z.unknown()),
});
const failure = z.object({ message: z.string() });

/** The texts of the result of an MCP tool, or why it failed; undefined where the value holds no such result. */
function mcpText(value: unknown, levels: number): string | undefined {
  const fields = rawObject.safeParse(value).data;
  if (fields === undefined || Array.isArray(value) || levels === 0) return undefined;
  const content = mcpResult.safeParse(value).data?.content;
  if (content !== undefined) {
    const texts = content.flatMap(({ text, resource }) => text ?? resource?.text ?? []);
    return texts.length === 0 && content.length > 0 ? undefined : texts.join('\n');
  }
  const inner = AROUND_RESULT.map((name) => mcpText(fields[name], levels - 1)).find(
    (text) => text !== undefined,
  );
  if (inner !== undefined) return inner;
  const isEmpty = AROUND_RESULT.some((name) => fields[name] === null);
  return isEmpty ? failure.safeParse(fields['error']).data?.message : undefined;
}

function fieldText(field: unknown): string {
  if (typeof field !== 'string') return indent(json(field)).trimStart();
  return field.includes('\n') ? `\n${indent(field)}` : field;
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
