// Emphasis in Thai, Lao, Khmer, Burmese, Tibetan and other text without blanks, which the extension for CJK does not know.
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types';

/** Scripts that put no blanks between words, letters, signs and punctuation alike. */
const WITHOUT_BLANKS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}]/u;

/** The first character that is in such a script. */
const FIRST = 0x0e_01;

/** A letter that the extension knows to stand in text without blanks. */
const CJK_LETTER = 0x5b_57;

/** The extension for emphasis in CJK text, which reads these scripts in the same way. */
export function withScriptsWithoutBlanks(cjk: Extension): Extension {
  const text = Object.entries(cjk.text ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().map(asCjk),
  ]);
  return { ...cjk, text: Object.fromEntries(text) };
}

function asCjk(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let read: Code = null;
      const context: TokenizeContext = { ...this, previous: asCjkCode(this.previous) };
      const wrapped =
        (state: State): State =>
        (code) => {
          read = code;
          const next = state(asCjkCode(code));
          return next === undefined || next === ended ? goOn() : wrapped(next);
        };
      let goOn: () => State | undefined = () => undefined;
      const ended: State = () => undefined;
      const ending =
        (state: State): State =>
        () => {
          goOn = () => state(read);
          return ended;
        };
      return wrapped(construct.tokenize.call(context, effects, ending(ok), ending(nok)));
    },
  };
}

function asCjkCode(code: Code): Code {
  if (code === null || code < FIRST || !WITHOUT_BLANKS.test(String.fromCharCode(code))) return code;
  return CJK_LETTER;
}
