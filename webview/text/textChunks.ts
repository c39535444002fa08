// Cuts long text into chunks of whole lines, so that appending to it changes only the last one.

const LINES_PER_CHUNK = 50;
/** A chunk of several lines is not longer than this (characters); a longer line is a chunk of its own. */
const LONGEST_CHUNK = 2_048;

/** The chunks of a text; joined they are the text. All but the last stay the same when text is appended. */
export function textChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  let lines = 0;
  for (let offset = 0; offset < text.length;) {
    const newline = text.indexOf('\n', offset);
    const end = newline === -1 ? text.length : newline + 1;
    if (end - start > LONGEST_CHUNK && offset > start) {
      chunks.push(text.slice(start, offset));
      start = offset;
      lines = 0;
    }
    offset = end;
    if (newline !== -1 && (++lines === LINES_PER_CHUNK || end - start > LONGEST_CHUNK)) {
      chunks.push(text.slice(start, end));
      start = end;
      lines = 0;
    }
  }
  if (start < text.length) chunks.push(text.slice(start));
  return chunks;
}
