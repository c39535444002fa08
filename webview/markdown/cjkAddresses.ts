// Bare addresses in text of scripts without blanks: by GFM's own rule the address would include all text that follows.
import type { Code, Construct, Extension, State } from 'micromark-util-types';

// The tokens of GFM's extension, which its own types add where they are imported.
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink';
    literalAutolinkHttp: 'literalAutolinkHttp';
    literalAutolinkWww: 'literalAutolinkWww';
  }
}

/** Punctuation of these scripts, full-width forms of ASCII's, dashes and dots that stand double, and curly quotes. */
const ENDS_ADDRESS =
  /[\u2014\u2018-\u201F\u2026\u3000-\u303F\uFE10-\uFE1F\uFE30-\uFE4F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]/;

/** A letter of one of these scripts, or of Thai, Lao, Khmer, Burmese or Tibetan. */
const LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** GFM's list of what belongs to the text around an address that ends with it. */
const TRAILING = /[!"')*,.:;?_~\]]/;

/** How addresses begin, in lower case, with the name of GFM's token for them. */
const BEGINNINGS = [
  { beginning: 'https://', token: 'literalAutolinkHttp', construct: 'protocolAutolink' },
  { beginning: 'http://', token: 'literalAutolinkHttp', construct: 'protocolAutolink' },
  { beginning: 'www.', token: 'literalAutolinkWww', construct: 'wwwAutolink' },
] as const;

/** The extension of GFM with addresses that end where such text goes on. All others are read by GFM's own rule. */
export function withCjkAddresses(gfm: Extension): Extension {
  const text = { ...gfm.text };
  for (const { beginning, token, construct } of BEGINNINGS) {
    for (const letter of [beginning.charAt(0), beginning.charAt(0).toUpperCase()]) {
      const code = letter.charCodeAt(0);
      const known = [text[code] ?? []].flat();
      const own = known.find(({ name }) => name === construct);
      if (own !== undefined) text[code] = [cjkAddress(beginning, token, own), ...known];
    }
  }
  return { ...gfm, text };
}

/** An address of GFM's own that is before such text; nothing where it ends in another way. */
function cjkAddress(
  beginning: string,
  token: 'literalAutolinkHttp' | 'literalAutolinkWww',
  own: Construct,
): Construct {
  return {
    ...own,
    name: 'cjkAddress',
    tokenize(effects, ok, nok) {
      let length = 0;
      let host = '';
      const start: State = (code) => {
        effects.enter('literalAutolink');
        effects.enter(token);
        return begin(code);
      };
      const begin: State = (code) => {
        if (length === beginning.length) return isAsciiLetterOrDigit(code) ? inside(code) : nok(code);
        if (textOf(code).toLowerCase() !== beginning[length]) return nok(code);
        length++;
        effects.consume(code);
        return begin;
      };
      const inside: State = (code) => {
        if (endsAddress(code) || (LETTER.test(textOf(code)) && isWholeHost(host))) return end(code);
        if (isTrailing(code)) return effects.check(TRAIL, end, insideTrailing)(code);
        if (isOutside(code)) return nok(code);
        host += textOf(code);
        effects.consume(code);
        return inside;
      };
      const insideTrailing: State = (code) => {
        if (!isTrailing(code)) return inside(code);
        host += textOf(code);
        effects.consume(code);
        return insideTrailing;
      };
      const end: State = (code) => {
        effects.exit(token);
        effects.exit('literalAutolink');
        return ok(code);
      };
      // Where an address may begin, not in the words of a link for one, GFM's own rule knows.
      return effects.check(own, start, nok);
    },
  };
}

/** Punctuation between an address and such text. A star or tilde before a letter is a mark of Markdown. */
const TRAIL: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let isMark = false;
    const trail: State = (code) => {
      if (endsAddress(code) || (isMark && LETTER.test(textOf(code)))) return ok(code);
      if (!isTrailing(code)) return nok(code);
      isMark = code === STAR || code === TILDE;
      effects.consume(code);
      return trail;
    };
    return trail;
  },
};

const STAR = '*'.charCodeAt(0);
const TILDE = '~'.charCodeAt(0);

/** A host with a domain, or this computer, and a port, with nothing behind it: names of hosts may have such letters, too. */
function isWholeHost(address: string): boolean {
  return /^(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?$/i.test(address);
}

/** The character of a code; empty for line endings and the end of the text. */
function textOf(code: Code): string {
  return code === null || code < 0 ? '' : String.fromCharCode(code);
}

function endsAddress(code: Code): boolean {
  return ENDS_ADDRESS.test(textOf(code));
}

function isTrailing(code: Code): boolean {
  return TRAILING.test(textOf(code));
}

function isAsciiLetterOrDigit(code: Code): boolean {
  return /[a-z0-9]/i.test(textOf(code));
}

function isOutside(code: Code): boolean {
  return code === null || code < 0 || /[\s<]/.test(textOf(code));
}
