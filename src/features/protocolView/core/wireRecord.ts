// One line between Parley and an agent, as it is recorded in memory and saved to a file.
import * as z from 'zod/mini';
import { parseJson } from '../../../core/text/parseJson.ts';

/** `in`: from the agent; `out`: to the agent. */
export const wireDirection = z.enum(['in', 'out']);
export type WireDirection = z.infer<typeof wireDirection>;

export interface WireRecord {
  /** Counts the records of a recording from 1. */
  readonly seq: number;
  /** Milliseconds; from the start of the recording where it was read from a file. */
  readonly at: number;
  readonly direction: WireDirection;
  /** The JSON of a message, or what was no message. */
  readonly text: string;
  readonly isMessage: boolean;
  /** The size of the line as it went over the wire. */
  readonly sizeBytes: number;
}

/** The form of `parley.trace`: `dir` says from whom to whom, `t` counts milliseconds. */
const savedLine = z.object({
  t: z.number(),
  dir: z.enum(['a2c', 'c2a']),
  msg: z.optional(z.unknown()),
  raw: z.optional(z.string()),
});

/** A saved recording has at most so many lines that are read. */
const MAX_SAVED_LINES = 200_000;

/** The line of a record in a file; `text` of it is without secrets. */
export function savedText({ at, direction, text, isMessage }: WireRecord, startedAt: number): string {
  const fields = isMessage ? `"msg":${text}` : `"raw":${JSON.stringify(text)}`;
  const direct = direction === 'in' ? 'a2c' : 'c2a';
  return `{"t":${Math.max(0, Math.round(at - startedAt))},"dir":"${direct}",${fields}}\n`;
}

/** The records of a file; other lines are left out and counted. */
export function readSaved(content: string): {
  readonly records: readonly WireRecord[];
  readonly skipped: number;
} {
  const records: WireRecord[] = [];
  let skipped = 0;
  for (const line of content.split('\n')) {
    if (line.trim() === '') continue;
    const parsed = records.length < MAX_SAVED_LINES ? savedLine.safeParse(parseJson(line)) : undefined;
    if (parsed?.success !== true) {
      skipped++;
      continue;
    }
    const { t, dir, msg, raw } = parsed.data;
    const text = raw ?? JSON.stringify(msg ?? null);
    records.push({
      seq: records.length + 1,
      at: t,
      direction: dir === 'a2c' ? 'in' : 'out',
      text,
      isMessage: raw === undefined,
      sizeBytes: text.length,
    });
  }
  return { records, skipped };
}
