// Takes a top-level code block apart: its language and the code in it.

export interface CodeText {
  /** All that is written after the fence. */
  readonly info: string;
  /** The first word after the fence, or empty. */
  readonly language: string;
  /** The code, without the line ending of its last line. */
  readonly code: string;
}

const FENCE = /^(?:[ \t]*(?:\r\n?|\n))*( {0,3})(`{3,}|~{3,})([^\r\n]*)(?:\r\n?|\n|$)/;

/** Reads the raw text of a `code` block, fenced or indented, closed or still open. */
export function readCode(raw: string): CodeText {
  const match = FENCE.exec(raw);
  if (match === null) return { info: '', language: '', code: indentedCode(raw) };
  const [opening, indent = '', fence = '', info = ''] = match;
  const body = normalizeLines(raw.slice(opening.length));
  return {
    info: info.trim(),
    language: languageOf(info),
    code: outdent(withoutClosing(body, fence), indent.length),
  };
}

/** A file or a place in one, as the first word of an info string: `src/a.ts:12-15`, `12:15:src/a.ts`. */
const PLACE = /^\s*(?:\d+:\d+:)?(?=\S*[/\\:])[^\s:]*\.(?<extension>\w+)(?::\d+(?:[-:]\d+)?)?(?:\s|$)/;

/** The language in an info string, e.g. of "ts title=x" or "{.python}"; that of the file where it names one. */
export function languageOf(info: string): string {
  const { extension } = PLACE.exec(info)?.groups ?? {};
  if (extension !== undefined) return extension;
  return /[^\s{}.,:]+/.exec(info)?.[0] ?? '';
}

function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Cuts off the closing fence and blank lines after it, if they are there. */
function withoutClosing(body: string, fence: string): string {
  const end = body.trimEnd().length;
  const lastLine = body.lastIndexOf('\n', end - 1) + 1;
  const line = body.slice(lastLine, end);
  const run = line.trimStart();
  const isClosing =
    line.length - run.length <= 3 &&
    run.length >= fence.length &&
    run === fence.charAt(0).repeat(run.length) &&
    !line.startsWith('\t');
  if (isClosing) return body.slice(0, Math.max(0, lastLine - 1));
  return body.endsWith('\n') ? body.slice(0, -1) : body;
}

/** Takes up to `columns` spaces from the front of every line. */
function outdent(code: string, columns: number): string {
  return columns === 0 ? code : code.replace(new RegExp(`^ {1,${columns}}`, 'gm'), '');
}

function indentedCode(raw: string): string {
  const code = normalizeLines(raw)
    .replace(/^(?:[ \t]*\n)+/, '')
    .replace(/^(?: {4}| {0,3}\t| {1,3}$)/gm, '');
  const lastLineEnd = code.indexOf('\n', code.trimEnd().length);
  return lastLineEnd === -1 ? code : code.slice(0, lastLineEnd);
}
