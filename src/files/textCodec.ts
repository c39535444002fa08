// Bytes of files to text and back, in the encoding the file has. Pure Node; no `vscode` import.
import { FileAccessError } from '../core/ports/fileAccess.ts';
import { BYTE_ORDER_MARK, lineEndingOf, withLineEnding, withoutMark } from '../core/text/fileText.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';

/** Decodes and encodes by VS Code's names of encodings; a byte order mark is neither read nor written. */
export interface TextCoder {
  decode(bytes: Uint8Array, encoding: string): Promise<string>;
  encode(text: string, encoding: string): Promise<Uint8Array>;
}

/** How the text of a file is stored. */
export interface TextFormat {
  /** VS Code's name, such as `utf8` or `iso88591`. */
  readonly encoding: string;
  /** The bytes of the byte order mark; empty when there is none. */
  readonly mark: Uint8Array;
}

/** The text of a file, without byte order mark, and how it is stored. */
export interface DecodedText {
  readonly text: string;
  readonly format: TextFormat;
}

const MARKS: readonly TextFormat[] = [
  { encoding: 'utf8', mark: Uint8Array.of(0xef, 0xbb, 0xbf) },
  { encoding: 'utf16le', mark: Uint8Array.of(0xff, 0xfe) },
  { encoding: 'utf16be', mark: Uint8Array.of(0xfe, 0xff) },
];

const NO_MARK = new Uint8Array();

/** How much of a file is searched for a zero byte, which text in most encodings never has. */
const BINARY_PROBE_BYTES = 64 * 1024;

/** The format of files that VS Code stores in `encoding`; the UTF-16 ones and `utf8bom` come with a mark. */
export function formatOfEncoding(encoding: string): TextFormat {
  const plain = encoding === 'utf8bom' ? 'utf8' : encoding;
  const marked = plain !== 'utf8' || encoding === 'utf8bom';
  const mark = marked ? MARKS.find((format) => format.encoding === plain)?.mark : undefined;
  return { encoding: plain, mark: mark ?? NO_MARK };
}

/**
 * Reads the text of a file: by its byte order mark, else in `encoding`. Rejects with `binary`, or with `encoding` when
 * not every byte has a meaning in it, because writing such text back would damage the file.
 */
export async function decodeText(
  bytes: Uint8Array,
  encoding: string,
  path: string,
  coder: TextCoder,
): Promise<DecodedText> {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const format = marked ?? { encoding: formatOfEncoding(encoding).encoding, mark: NO_MARK };
  const isWide = format.encoding.startsWith('utf16');
  if (!isWide && bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) {
    throw new FileAccessError('binary', `${visiblePath(path)} is a binary file; only text is served.`);
  }
  const body = bytes.subarray(format.mark.length);
  const text = await coder.decode(body, format.encoding);
  if (!Buffer.from(await coder.encode(text, format.encoding)).equals(body)) {
    throw new FileAccessError(
      'encoding',
      `${visiblePath(path)} is not valid ${format.encoding} text. The user can set the right encoding for it with the setting files.encoding.`,
    );
  }
  return { text, format };
}

/** The bytes to store. Rejects with `encoding` when the format has no place for one of the characters. */
export async function encodeText(
  text: string,
  format: TextFormat,
  path: string,
  coder: TextCoder,
): Promise<Uint8Array> {
  const body = await coder.encode(text, format.encoding);
  if ((await coder.decode(body, format.encoding)) !== text) {
    throw new FileAccessError(
      'encoding',
      `${visiblePath(path)} is stored as ${format.encoding}, which lacks some of the characters of the new text.`,
    );
  }
  return format.mark.length === 0 ? body : Buffer.concat([format.mark, body]);
}

/** A text as agents see it: the mark, if the file has one, is its first character. */
export function textWithMark({ text, format }: DecodedText): string {
  return format.mark.length === 0 ? text : BYTE_ORDER_MARK + text;
}

/** What an agent wrote, fitted to the file it replaces: without mark, and with the file's line ending if it has one. */
export function fitted(content: string, before: string): string {
  const ending = lineEndingOf(before);
  const text = withoutMark(content);
  return ending === undefined ? text : withLineEnding(text, ending);
}
