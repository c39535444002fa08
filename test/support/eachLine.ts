// Lines of a stream, cut at line feeds and nowhere else: to a text reader, U+2028 is the end of a line too.
import type { Readable } from 'node:stream';

/** Hands on each line without its end; what comes after the last line feed is not handed on. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
