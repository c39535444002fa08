// Fields of frames in shapes near to those of the protocol: what can be understood is not lost.
import * as z from 'zod';

const object = z.record(z.string(), z.unknown());

/** Where objects have the words for what went wrong. */
const REASON_KEYS = ['message', 'errorMessage', 'error', 'detail', 'reason', 'text'];
/** Where results have what the tool printed. */
const OUTPUT_KEYS = ['output', 'text', 'result', 'stdout', 'message'];
/** How deep a reason may be. */
const MAX_DEPTH = 4;

/** A reason in words: a text, the text in an object, or else the object as JSON; undefined for no value and an empty text. */
export function reasonIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (value === undefined || value === null) return undefined;
  const fields = object.safeParse(value).data;
  if (fields !== undefined && depth < MAX_DEPTH) {
    for (const key of REASON_KEYS) {
      const found = reasonIn(fields[key], depth + 1);
      if (found !== undefined) return found;
    }
  }
  return depth === 0 ? JSON.stringify(value) : undefined;
}

/** A text in the place of a block, a block of text without a type, or with the type of another protocol. */
export function nearBlock(value: unknown): unknown {
  if (typeof value === 'string') return { type: 'text', text: value };
  const block = object.safeParse(value).data;
  const { type } = block ?? {};
  const isText = type === undefined || type === 'output_text' || type === 'input_text';
  return isText && typeof block?.['text'] === 'string' ? { ...block, type: 'text' } : value;
}

/** A text or blocks in the place of a result, or a result with its text under another key. */
export function nearResult(value: unknown): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return { content: value };
  const result = object.safeParse(value).data;
  if (result === undefined || (result['content'] ?? undefined) !== undefined) return value;
  const content = OUTPUT_KEYS.map((key) => result[key]).find((text) => typeof text === 'string');
  return content === undefined ? value : { ...result, content };
}

/** The objects of a line that has several, one behind the other; undefined for any other line. */
export function joinedObjects(line: string): readonly string[] | undefined {
  const found: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of line.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}]|[^\s{}"]/gs)) {
    if (token === '{') {
      if (depth++ === 0) start = index;
    } else if (token === '}') {
      if (--depth === 0) found.push(line.slice(start, index + 1));
      if (depth < 0) return undefined;
    } else if (depth === 0) return undefined;
  }
  return depth === 0 && found.length > 1 ? found : undefined;
}
