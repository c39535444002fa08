// A terminal as the transcript shows it: a command of the agent with the end of its output (R69, R70, R80–R87).
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { isInsidePair } from '../../text/wholeCharacters.ts';

/**
 * At least this much of a terminal's output stays, in UTF-8; less of older terminals. Before the output is cut it may
 * grow to twice as much, so that a small piece does not cost as much as all of it.
 */
export const OUTPUT_LIMIT_BYTES = 262_144;

export const terminalExit = z.object({
  /** Null when a signal ended the command, or the agent does not report it (R84). */
  code: z.nullable(z.number()),
  signal: z.nullable(z.string()),
});
export type TerminalExit = Immutable<z.infer<typeof terminalExit>>;

const terminal = z.object({
  /** The id by which tool calls name it: unique in the session. Agents use theirs again, then the older one gets another. */
  id: z.string(),
  /** Where the id was meant last, of a terminal of the agent: the `idScope` of the session, and the tool call. */
  idScope: z.exactOptional(z.number()),
  toolCallId: z.exactOptional(z.string()),
  /** The command line to show; absent when the agent runs the command itself and does not report it. */
  command: z.exactOptional(z.string()),
  /** Absolute. */
  cwd: z.exactOptional(z.string()),
  /** The variables that the agent set for it. */
  env: z.exactOptional(z.record(z.string(), z.string())),
  /** The entry of the call that shows the command without the terminal: it stands for no second run of it. */
  shownIn: z.exactOptional(z.string()),
  /** Whether the agent runs the command itself and only reports it: then it cannot be stopped here (R70). */
  isForeign: z.boolean(),
  /** Whether the agent has reported on it though no turn ran: the end of such a command is often not reported. */
  isInBackground: z.exactOptional(z.literal(true)),
  /** The end of what it printed, escape sequences included. */
  output: z.string(),
  /** The length of `output` in bytes of UTF-8, counted once; absent in logs of earlier versions. */
  outputBytes: z.exactOptional(z.number()),
  /** How many bytes came before that and were dropped. */
  droppedBytes: z.number(),
  startedAt: z.number(),
  /** Absent while it runs. */
  endedAt: z.exactOptional(z.number()),
  /** Absent while it runs, and when it is not known how it ended. */
  exit: z.exactOptional(terminalExit),
});
export type Terminal = Immutable<z.infer<typeof terminal>>;

export const terminalsState = {
  /** In the order in which they were reported. */
  terminals: z.array(terminal),
};

/** A piece of output: `data` comes after `skippedBytes` that were left out; when there are any, everything before is dropped. */
export interface OutputPiece {
  readonly data: string;
  readonly skippedBytes: number;
}

/** The end of an output, with its length: to count it with each new piece would take as long as it is. */
export interface BoundedOutput extends OutputPiece {
  /** The size of `data` in UTF-8. */
  readonly bytes: number;
}

/** All of the piece, with its length. Takes time in proportion to it. */
export function countedPiece({ data, skippedBytes }: OutputPiece): BoundedOutput {
  return { data, skippedBytes, bytes: utf8Bytes(data) };
}

/**
 * The output with one more piece: its end, at least `limit` bytes of it and less than twice as many. It is cut only
 * at every `limit`th byte of all that was printed. So it depends on the text and not on the pieces it came in, and each
 * piece takes time in proportion to itself, the cuts shared out among them.
 */
export function appendPiece(
  output: BoundedOutput,
  piece: OutputPiece,
  limit = OUTPUT_LIMIT_BYTES,
): BoundedOutput {
  const bytes = utf8Bytes(piece.data);
  const joined =
    piece.skippedBytes > 0
      ? { data: piece.data, bytes, skippedBytes: output.skippedBytes + output.bytes + piece.skippedBytes }
      : { data: output.data + piece.data, bytes: output.bytes + bytes, skippedBytes: output.skippedBytes };
  return cutOutput(joined, limit);
}

/** The output as {@link appendPiece} would have left it with this limit. */
export function cutOutput(output: BoundedOutput, limit = OUTPUT_LIMIT_BYTES): BoundedOutput {
  const printed = output.skippedBytes + output.bytes;
  const outdated = (Math.floor(printed / limit) - 1) * limit - output.skippedBytes;
  if (outdated <= 0) return output;
  // Where a byte is a code unit there is nothing to count.
  let start = output.bytes === output.data.length ? outdated : 0;
  let dropped = start;
  while (dropped < outdated || isInsidePair(output.data, start)) {
    dropped += unitBytes(output.data.charCodeAt(start));
    start++;
  }
  return {
    data: output.data.slice(start),
    bytes: output.bytes - dropped,
    skippedBytes: output.skippedBytes + dropped,
  };
}

/**
 * Two pieces in a row as one that does the same to any output of this limit. Of a long one only the end is left, up
 * to four times the limit in UTF-16 code units; that too takes time in proportion to the pieces.
 */
export function joinPieces(first: OutputPiece, second: OutputPiece, limit = OUTPUT_LIMIT_BYTES): OutputPiece {
  if (second.skippedBytes > 0) {
    const skippedBytes = first.skippedBytes + utf8Bytes(first.data) + second.skippedBytes;
    return { data: second.data, skippedBytes };
  }
  const { skippedBytes } = first;
  const data = first.data + second.data;
  if (data.length <= 4 * limit) return { data, skippedBytes };
  // What can stay, less than twice the limit in bytes, and the whole character before it.
  const from = data.length - 2 * limit - 2;
  const start = isInsidePair(data, from) ? from + 1 : from;
  return { data: data.slice(start), skippedBytes: skippedBytes + utf8Bytes(data, start) };
}

/** The bytes of the first `end` code units in UTF-8. */
function utf8Bytes(text: string, end = text.length): number {
  // Most output is ASCII, which is seen several times as fast as it is counted.
  if (!/[\u0080-\uffff]/.test(text)) return end;
  let bytes = 0;
  for (let unit = 0; unit < end; unit++) bytes += unitBytes(text.charCodeAt(unit));
  return bytes;
}

/** The bytes of a code unit in UTF-8; half of a surrogate pair counts as half of its four. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}
