// Finds many secrets in long texts, in one pass whatever their number.
import type { SecretForm } from './secretForms.ts';

/** What stands in place of a secret. */
export const MASK = '•••';

/** Forms are found by their first characters. */
const KEY_LENGTH = 4;

const PATH_CHARACTER = /[\p{L}\p{N}_\-./\\~@]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** What ends an escape sequence, after which a secret may stand: of JSON and of terminals. */
const ESCAPE_BEFORE =
  /(?:\\[nrtbf]|(?:\p{Cc}|\\u001b|\\x1b)\[[\d;]{0,20}[A-Za-z]|\\u[\da-f]{4}|%[\da-f]{2})$/iu;
const LONGEST_ESCAPE = 32;
/** What ends a sentence is no part of a path. */
const SENTENCE_END = /^\.(?:$|[\s"'\\<)\]}])/;

export class SecretMatcher {
  /** By the first four characters; the longest form first. */
  readonly #forms = new Map<string, SecretForm[]>();
  /** The first two characters, as bits of their low bytes: almost every position of a text is passed over by this. */
  readonly #starts = new Uint8Array(0x10000);

  constructor(forms: Iterable<SecretForm>) {
    for (const form of forms) {
      if (form.text.length < KEY_LENGTH) continue;
      const key = form.text.slice(0, KEY_LENGTH);
      const known = this.#forms.get(key);
      if (known === undefined) this.#forms.set(key, [form]);
      else if (!known.some(({ text }) => text === form.text)) known.push(form);
      this.#starts[startOf(form.text, 0)] = 1;
    }
    for (const known of this.#forms.values()) known.sort((a, b) => b.text.length - a.text.length);
  }

  /** The text with a mask for each secret; the text itself when there is none. `isJson`: it is JSON, to be left valid. */
  mask(text: string, isJson = false): string {
    if (this.#forms.size === 0) return text;
    let masked = '';
    let rest = 0;
    const last = text.length - KEY_LENGTH;
    for (let at = 0; at <= last;) {
      const length = this.#starts[startOf(text, at)] === 1 ? this.#lengthAt(text, at, isJson) : 0;
      if (length === 0) {
        at++;
        continue;
      }
      masked += text.slice(rest, at) + MASK;
      at += length;
      rest = at;
    }
    return rest === 0 ? text : masked + text.slice(rest);
  }

  /** The length of the secret at a position; 0 when there is none. */
  #lengthAt(text: string, at: number, isJson: boolean): number {
    // Half an escape sequence would be left over.
    if (isJson && isEscaped(text, at)) return 0;
    const form = this.#forms
      .get(text.slice(at, at + KEY_LENGTH))
      ?.find(
        (each) =>
          (!isJson || each.occursInJson) && text.startsWith(each.text, at) && standsAlone(text, at, each),
      );
    return form?.text.length ?? 0;
  }
}

/** Whether a backslash belongs to the character at a position. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charAt(before - 1) === '\\') before--;
  return (at - before) % 2 === 1;
}

function startOf(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
}

function standsAlone(text: string, at: number, { text: form, boundary }: SecretForm): boolean {
  if (boundary === 'none') return true;
  const inside = boundary === 'path' ? PATH_CHARACTER : WORD_CHARACTER;
  const end = at + form.length;
  const after = text.slice(end, end + 2);
  const isEnd =
    after === '' || !inside.test(after.slice(0, 1)) || SENTENCE_END.test(after) || after.startsWith('\\');
  if (!isEnd) return false;
  const isStart = at === 0 || !inside.test(text.slice(at - 1, at));
  return isStart || ESCAPE_BEFORE.test(text.slice(Math.max(0, at - LONGEST_ESCAPE), at));
}
