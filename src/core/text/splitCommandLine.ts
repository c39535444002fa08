// Splits a command line that a user typed into words, as a shell would, without what a shell would do with them.

/** The words; undefined where a quotation mark is not closed. A backslash escapes only a quotation mark or a blank. */
export function splitCommandLine(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const following = text.charAt(index + 1);
    if (character === '\\' && quote !== "'" && /["' \\]/.test(following) && !isWindowsPath(text, index)) {
      word = (word ?? '') + following;
      index += 1;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

/** Whether a backslash belongs to a path of the network, `\\server\share`. */
function isWindowsPath(text: string, index: number): boolean {
  return text.charAt(index + 1) === '\\' && /(?:^|\s|["'])$/.test(text.slice(0, index));
}
