// The encodings of VS Code; the Unicode ones by Node, which is exact about byte order marks.
import * as vscode from 'vscode';
import type { TextCoder } from '../../files/textCodec.ts';

/** Decodes and encodes by VS Code's names of encodings. */
export const editorCoder: TextCoder = {
  async decode(bytes, encoding) {
    switch (encoding) {
      case 'utf8':
        return Buffer.from(bytes).toString('utf8');
      case 'utf16le':
        return Buffer.from(bytes).toString('utf16le');
      case 'utf16be':
        return swapped(bytes).toString('utf16le');
      default:
        return vscode.workspace.decode(bytes, { encoding });
    }
  },
  async encode(text, encoding) {
    switch (encoding) {
      case 'utf8':
        return Buffer.from(text, 'utf8');
      case 'utf16le':
        return Buffer.from(text, 'utf16le');
      case 'utf16be':
        return swapped(Buffer.from(text, 'utf16le'));
      default:
        return vscode.workspace.encode(text, { encoding });
    }
  },
};

/** A copy with the bytes of each pair exchanged; an odd last byte, which is no text, is left out. */
function swapped(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}
