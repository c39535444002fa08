// A pseudo-locale: English with accents and half as long again, to find text that is cut or not localized.
import { configureLocalization } from '../../src/core/text/localization.ts';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'åå',
  e: 'éé',
  i: 'ïï',
  o: 'øø',
  u: 'üü',
  A: 'ÅÅ',
  E: 'ÉÉ',
  I: 'ÏÏ',
  O: 'ØØ',
  U: 'ÜÜ',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ÿ',
};

/** The text of a key of a bundle, which is the English text and, after a slash, the comment for translators. */
function pseudoText(key: string): string {
  const text = key.replace(/(?<=\S)\/(?=\S).*$/, '');
  return text.replace(/\{\d+\}|[a-z]/gi, (part) => ACCENTS[part] ?? part);
}

/** Shows every localized text in the pseudo-locale. */
export function showPseudoLocale(): void {
  const contents = new Proxy<Record<string, string>>({}, { get: (_target, key) => pseudoText(String(key)) });
  configureLocalization({ language: 'qps-ploc', contents });
}
