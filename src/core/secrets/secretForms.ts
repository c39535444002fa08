// The forms in which a secret occurs: as it is, escaped for JSON or for addresses, and in base64.
import { toBase64, utf8Bytes } from './base64.ts';

/** Less of a text in base64 would be found by chance. */
const MIN_BASE64_LENGTH = 10;
/** So long a beginning is as good as the whole. */
const MAX_SECRET_LENGTH = 20_000;

export interface SecretForm {
  readonly text: string;
  /** How much of it has to stand alone: `none` for what is no accident anywhere. */
  readonly boundary: 'path' | 'word' | 'none';
  /** Whether it can also be found in JSON that was not parsed. */
  readonly occursInJson: boolean;
}

/** The forms of a secret. A weak one, which may be a word of something else, is only matched where it stands alone. */
export function secretForms(secret: string, isStrong: boolean): readonly SecretForm[] {
  const text = secret.slice(0, MAX_SECRET_LENGTH).toWellFormed();
  const boundary = isStrong ? 'word' : 'path';
  const forms = new Set([text, ...escapedForJson(text), ...escapedForAddresses(text)]);
  return [
    ...[...forms].map((form) => ({ text: form, boundary, occursInJson: isInsideOfJsonText(form) }) as const),
    ...inBase64(text).map((form) => ({ text: form, boundary: 'none', occursInJson: true }) as const),
  ];
}

/** Whether a text can stand between the quotes of JSON. */
function isInsideOfJsonText(text: string): boolean {
  try {
    JSON.parse(`"${text}"`);
    return true;
  } catch {
    return false;
  }
}

/** Once, and twice for JSON inside a string of JSON. */
function escapedForJson(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1);
  const ascii = once.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const twice = JSON.stringify(once).slice(1, -1);
  return [once, ascii, twice, JSON.stringify(ascii).slice(1, -1), once.replaceAll('/', '\\/')];
}

function escapedForAddresses(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [
    component,
    strict,
    strict.replaceAll('%20', '+'),
    component.replaceAll('%2F', '/'),
    encodeURI(text),
  ];
  return [...forms, ...forms.map((form) => form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

/** What of the base64 of any text with the secret in it depends on the secret alone, at each of the three offsets. */
function inBase64(text: string): readonly string[] {
  const bytes = utf8Bytes(text);
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = toBase64([...[0, 0].slice(0, offset), ...bytes]);
    const isWhole = (offset + bytes.length) % 3 === 0;
    return encoded.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1);
  });
  const urls = forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...forms, ...urls])].filter((form) => form.length >= MIN_BASE64_LENGTH);
}
