// Bytes of files to text and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileAccessError } from '../../src/core/ports/fileAccess.ts';
import {
  decodeText,
  encodeText,
  fitted,
  formatOfEncoding,
  textWithMark,
  type TextCoder,
} from '../../src/files/textCodec.ts';

/** Node's encodings under VS Code's names; those of VS Code itself are tested in its extension host. */
const coder: TextCoder = {
  decode: async (bytes, encoding) => Buffer.from(bytes).toString(nodeName(encoding)),
  encode: async (text, encoding) => Buffer.from(text, nodeName(encoding)),
};

function nodeName(encoding: string): BufferEncoding {
  return encoding === 'utf16le' ? 'utf16le' : encoding === 'iso88591' ? 'latin1' : 'utf8';
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => (error instanceof FileAccessError ? error.refusal : String(error)),
  );
}

describe('Decoding', () => {
  it('goes by the byte order mark before the setting', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\n', 'utf16le')]);
    const decoded = await decodeText(utf16, 'utf8', '/a', coder);
    expect(decoded.text).toBe('a\n');
    expect(decoded.format.encoding).toBe('utf16le');
    expect(textWithMark(decoded)).toBe('\uFEFFa\n');
  });

  it('goes by the setting else', async () => {
    const decoded = await decodeText(Buffer.from([0x61, 0xe4]), 'iso88591', '/a', coder);
    expect(textWithMark(decoded)).toBe('aä');
  });

  it.each([
    ['binary', Buffer.from([0x61, 0, 0x62]), 'utf8'],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'iso88591'],
    ['encoding', Buffer.from([0x61, 0xe4]), 'utf8'],
    ['encoding', Buffer.from([0xef, 0xbb, 0xbf, 0xff]), 'utf8'],
    ['encoding', Buffer.from([0xff, 0xfe, 0x61]), 'utf8'],
  ])('refuses as %s what is no text: %o in %s', async (expected, bytes, encoding) => {
    expect(await refusal(decodeText(bytes, encoding, '/a', coder))).toBe(expected);
  });

  it('and encoding again gives the same bytes, or is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom('utf8', 'utf8bom', 'utf16le', 'iso88591'),
        async (bytes, encoding) => {
          const decoded = await decodeText(bytes, encoding, '/a', coder).catch(() => undefined);
          fc.pre(decoded !== undefined);
          const again = await encodeText(decoded.text, decoded.format, '/a', coder);
          expect(Buffer.from(again)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });
});

describe('Encoding', () => {
  it('writes the mark of the format', async () => {
    const bytes = await encodeText('a', formatOfEncoding('utf8bom'), '/a', coder);
    expect(Buffer.from(bytes)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
  });

  it('refuses characters the encoding lacks instead of losing them', async () => {
    expect(await refusal(encodeText('日本', formatOfEncoding('iso88591'), '/a', coder))).toBe('encoding');
    expect(await refusal(encodeText('\uD800', formatOfEncoding('utf8'), '/a', coder))).toBe('encoding');
  });
});

it.each([
  ['a\nb\n', 'x\r\ny\r\n', 'a\r\nb\r\n'],
  ['a\r\nb', 'x\ny', 'a\nb'],
  ['a\nb\r\nc', 'x\ny\r\n', 'a\nb\r\nc'],
  ['a\r\nb', 'x', 'a\r\nb'],
  ['\uFEFFa\n', 'x\n', 'a\n'],
])('%j over %j becomes %j', (content, before, expected) => {
  expect(fitted(content, before)).toBe(expected);
});
