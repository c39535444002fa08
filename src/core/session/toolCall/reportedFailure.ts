// Whether a call failed by what it reports, though the agent calls it completed.
import * as z from 'zod/mini';
import { exitCodeOf } from './commandOutput.ts';
import type { ToolCall } from './state.ts';

/** How deep and how wide the raw output is looked at. */
const MAX_LEVELS = 3;
const MAX_ITEMS = 20;

/** Where commands have results within others. */
const INNER_FIELDS = ['metadata', 'result', 'results', 'details'] as const;

/** What agents say of a command that did not get to its end. */
const ENDED_FIELDS = ['interrupted', 'timedOut', 'timed_out'] as const;

const fields = z.record(z.string(), z.unknown());

/** What only a command has. */
const printed = z.union([z.object({ stdout: z.string() }), z.object({ stderr: z.string() })]);

/** What Cline sends as text where it sends an object otherwise: nothing else counts, because it may be the output. */
const envelope = z.looseObject({ query: z.unknown(), success: z.boolean() });
const envelopes = z.union([envelope, z.array(envelope).check(z.minLength(1))]);
const MAX_ENVELOPE_CHARACTERS = 1_000_000;

/** The result of an MCP tool within the output of a call. */
const mcpError = z.object({ result: z.object({ content: z.array(z.unknown()), isError: z.literal(true) }) });

/** What OpenCode says of a command that it ended, after the output. */
const ENDED_COMMAND =
  /<(?<tag>shell_metadata|bash_metadata)>[^<]*\b(?:abort|cancel|interrupt|terminat|timed out|timeout|kill)[^<]*<\/\k<tag>>\s*$/i;
const MAX_END_CHARACTERS = 2_000;

/** Whether a call that is called completed did not do what it was to do: its command failed, or it says so itself. */
export function reportsFailure(call: ToolCall): boolean {
  if (call.status !== 'completed') return false;
  if (isCommand(call) && ((exitCodeOf(call) ?? 0) !== 0 || wasEnded(call))) return true;
  // Most calls have none, and it takes schemas long to refuse it.
  if (call.rawOutput === undefined) return false;
  // What else has results within others has them as data, which may be about failures.
  const output = parsed(call.rawOutput);
  return isCommand(call) || envelopes.safeParse(output).success
    ? saysFailed(output, MAX_LEVELS)
    : saysFailed(output, 1) || mcpError.safeParse(output).success;
}

/** A command by its kind, or by what it printed where the agent does not say what kind of call it is. */
function isCommand({ kind, rawOutput }: ToolCall): boolean {
  return (
    kind === 'execute' ||
    (kind === 'other' && rawOutput !== undefined && printed.safeParse(rawOutput).success)
  );
}

function parsed(rawOutput: unknown): unknown {
  if (typeof rawOutput !== 'string') return rawOutput;
  if (rawOutput.length > MAX_ENVELOPE_CHARACTERS || !/^\s*[[{]/.test(rawOutput)) return undefined;
  try {
    return envelopes.safeParse(JSON.parse(rawOutput)).data;
  } catch {
    return undefined;
  }
}

function saysFailed(value: unknown, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).some((item) => saysFailed(item, levels - 1));
  const read = fields.safeParse(value).data ?? {};
  const { success, aborted, isError, is_error: isErrorToo, error } = read;
  if (ENDED_FIELDS.some((name) => read[name] === true)) return true;
  if (success === false || aborted === true || isError === true || isErrorToo === true) return true;
  if (success !== true && isReason(error)) return true;
  return INNER_FIELDS.some((name) => saysFailed(read[name], levels - 1));
}

/** Whether an error is there: `null`, `false`, "none", an empty text and an empty object say that there was none. */
function isReason(error: unknown): boolean {
  if (typeof error === 'string')
    return !/^\s*(?:no(?:ne|t applicable)?|no errors?|null|nil|ok|false|0|n\/a|-)?\.?\s*$/i.test(error);
  return error === true || (typeof error === 'object' && error !== null && Object.keys(error).length > 0);
}

function wasEnded({ content, rawOutput }: ToolCall): boolean {
  const read = rawOutput === undefined ? undefined : fields.safeParse(rawOutput).data;
  const { output, signal } = read ?? {};
  if ((typeof signal === 'string' && signal !== '') || (typeof signal === 'number' && signal > 0))
    return true;
  const texts = content.map((part) =>
    part.type === 'content' && part.content.type === 'text' ? part.content.text : '',
  );
  return [...texts, output].some(
    (text) => typeof text === 'string' && ENDED_COMMAND.test(text.slice(-MAX_END_CHARACTERS)),
  );
}
