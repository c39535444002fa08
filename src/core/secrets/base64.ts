// Base64 of text as UTF-8, without what only browsers or only Node have.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Without padding. */
export function toBase64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const group = (a << 16) | (b << 8) | c;
    for (let digit = 0; digit <= Math.min(3, bytes.length - at); digit++) {
      text += ALPHABET[(group >> (18 - 6 * digit)) & 63] ?? '';
    }
  }
  return text;
}

/** The text that a base64 or base64url text stands for; undefined when it stands for none. */
export function fromBase64(text: string): string | undefined {
  let escaped = '';
  let bits = 0;
  let count = 0;
  for (const character of text
    .replace(/(?<!=)=+$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return undefined;
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    escaped += `%${((bits >> count) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** The bytes of a text as UTF-8. */
export function utf8Bytes(text: string): readonly number[] {
  const escaped = encodeURIComponent(text.toWellFormed());
  return [...escaped.matchAll(/%([0-9A-F]{2})|[^]/g)].map(([whole, hex]) =>
    hex === undefined ? whole.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
