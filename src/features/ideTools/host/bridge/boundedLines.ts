// Reads an agent's messages line by line in bounded memory, and finds the request that a line too long would have been.
import type { Readable } from 'node:stream';
import { LineSplitter, lineText } from '../../../../../packages/process/lineSplitter.ts';

/** Kept of the end of a line: some agents write the id of a request last. */
const TAIL_BYTES = 400;
/** A line that is this many times too long may never end. */
const ENDLESS_FACTOR = 16;

/** The id of a request; null where it cannot be known. */
export type RequestId = string | number | null;

export interface BoundedLinesOptions {
  readonly maxBytes: number;
  readonly onLine: (text: string) => void;
  /** Called once for each line that is too long; `id`: of the request in it. */
  readonly onTooLong: (id: RequestId) => void;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,200}")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const METHOD = String.raw`"method"\s*:\s*"[^"\\]*"`;
/** The members of the message itself alone: those of its parameters have ids of their own. */
const idAtStart = new RegExp(String.raw`^\s*\{\s*(?:(?:${VERSION}|${METHOD})\s*,\s*){0,2}${ID}\s*,`);
const idAtEnd = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*(?:${VERSION}|${METHOD})\s*){0,2}\}\s*$`);

/** Reads a stream to its end. */
export function readBoundedLines(stream: Readable, options: BoundedLinesOptions): void {
  const { maxBytes, onLine, onTooLong } = options;
  const splitter = new LineSplitter(maxBytes);
  let [length, tail, isReported] = [0, Buffer.alloc(0), false];
  const report = (id: RequestId): void => {
    if (!isReported) onTooLong(id);
    isReported = true;
  };
  const endLine = (line: ReturnType<LineSplitter['end']>): void => {
    if (line?.kind === 'line') onLine(lineText(line));
    else if (line !== undefined)
      report(idIn(lineText(line), idAtStart) ?? idIn(tail.toString('utf8'), idAtEnd) ?? null);
    [length, tail, isReported] = [0, Buffer.alloc(0), false];
  };
  stream.on('data', (chunk: Buffer) => {
    for (const piece of linePieces(chunk)) {
      length += piece.length;
      tail = Buffer.from(Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES));
      splitter.push(piece).forEach(endLine);
      if (length > maxBytes * ENDLESS_FACTOR) report(null);
    }
  });
  stream.on('end', () => endLine(splitter.end()));
  stream.on('error', () => {});
}

/** What a chunk has of each line, with the newline where it is there. */
function* linePieces(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length;) {
    const newline = chunk.indexOf('\n', start);
    const end = newline === -1 ? chunk.length : newline + 1;
    yield chunk.subarray(start, end);
    start = end;
  }
}

function idIn(text: string, pattern: RegExp): string | number | undefined {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) return undefined;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}
