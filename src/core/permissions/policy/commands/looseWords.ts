// The words that any program could read in a text: without quotes, escapes and what separates them.
import { programName } from './programName.ts';

/** Longer words are compared as a whole. */
const MAX_SPELLED = 200;

/** Each word with the spellings by which it may be meant; all in lower case. */
export function looseWords(text: string): readonly (readonly string[])[] {
  return text
    .toLowerCase()
    .replaceAll(/["'^]/g, '')
    .split(/[\s;|&()<>{}[\]`$=,!@:+]+/)
    .filter((word) => word !== '')
    .map((word) => spellingsOf(word));
}

/** A word, the program that it may be a path of, and what follows a short option without a blank. */
function spellingsOf(word: string): readonly string[] {
  const spellings = new Set([word]);
  if (word.length > MAX_SPELLED) return [word];
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  spellings.add(name);
  spellings.add(programName(word));
  if (word.includes('\\')) {
    const plain = word.replaceAll('\\', '');
    spellings.add(plain);
    spellings.add(plain.slice(plain.lastIndexOf('/') + 1));
    // Escapes of a language for a line break or a tab stand between words.
    for (const part of word.split(/\\[nrt]|\\+/)) spellings.add(part);
  }
  if (/^-[a-z]/.test(word)) {
    for (let index = 1; index < Math.min(word.length, 8); index++) spellings.add(word.slice(index));
  }
  spellings.delete('');
  return [...spellings];
}
