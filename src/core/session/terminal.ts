// A terminal as the transcript shows it: a command of the agent with the end of its output (R69, R70, R80–R87).
import * as z from 'zod';
import type { Immutable } from '../immutable.ts';

/** The characters of output that are kept of a terminal, in UTF-16 code units; those of older ones shrink. */
export const KEPT_OUTPUT = 262_144;

export const terminalExit = z.object({
  /** Null when a signal ended the command, or the agent does not tell (R84). */
  code: z.number().nullable(),
  signal: z.string().nullable(),
});
export type TerminalExit = Immutable<z.infer<typeof terminalExit>>;

export const terminal = z.object({
  /** The id by which tool calls name it: unique in the session. */
  id: z.string(),
  /** The command line to show; absent when the agent runs the command itself and does not tell. */
  command: z.string().exactOptional(),
  /** Absolute. */
  cwd: z.string().exactOptional(),
  /** Whether the agent runs the command itself and only tells of it: then it cannot be stopped here (R70). */
  isForeign: z.boolean(),
  /** The end of what it printed, escape sequences included. */
  output: z.string(),
  /** How many bytes came before that and are not kept. */
  droppedBytes: z.number(),
  startedAt: z.number(),
  /** Absent while it runs. */
  endedAt: z.number().exactOptional(),
  /** Absent while it runs, and when it is not known how it ended. */
  exit: terminalExit.exactOptional(),
});
export type Terminal = Immutable<z.infer<typeof terminal>>;

/** A piece of output: `data` comes after `skippedBytes` that were left out; when there are any, nothing before is kept. */
export interface OutputPiece {
  readonly data: string;
  readonly skippedBytes: number;
}

/** Two pieces in a row as one, cut to the end that is kept. Associative. */
export function joinPieces(first: OutputPiece, second: OutputPiece, limit = KEPT_OUTPUT): OutputPiece {
  if (second.skippedBytes > 0) {
    const skippedBytes = first.skippedBytes + utf8Bytes(first.data) + second.skippedBytes;
    return cutPiece({ data: second.data, skippedBytes }, limit);
  }
  return cutPiece({ data: first.data + second.data, skippedBytes: first.skippedBytes }, limit);
}

/** The piece with at most `limit` code units of its data: its end, from a whole character on. */
export function cutPiece({ data, skippedBytes }: OutputPiece, limit = KEPT_OUTPUT): OutputPiece {
  if (data.length <= limit) return { data, skippedBytes };
  const from = data.length - limit;
  const start = isInsidePair(data, from) ? from + 1 : from;
  return { data: data.slice(start), skippedBytes: skippedBytes + utf8Bytes(data, start) };
}

/** The bytes of the first `end` code units in UTF-8; half of a surrogate pair counts as half of its four. */
function utf8Bytes(text: string, end = text.length): number {
  let bytes = 0;
  for (let index = 0; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || isSurrogate(unit)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether the code units before and after this place are the halves of one character. */
function isInsidePair(text: string, place: number): boolean {
  return place > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(place - 1, place + 1));
}
