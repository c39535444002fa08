// Reads a command line by the grammar that POSIX shells share.
import type { CommandLine, SimpleCommand, Word } from './commandLine.ts';
import { looseCommands } from './looseCommands.ts';
import { DISPLAY_ASSIGNMENT } from './programs/displayVariables.ts';
import { closingBracket, matchAt } from './shellScanning.ts';

/** How deep commands inside commands are followed; deeper ones make the line not plain. */
const MAX_DEPTH = 16;

/** Words that make the line more than a list of commands; the program's name may follow. */
const RESERVED = new Set(
  'if then elif else fi for while until do done case esac select function time coproc in ! { } [[ ]]'.split(
    ' ',
  ),
);

const REDIRECTION = /&>>?|<<<|<<-?|<>|>>|>\||[<>]&|[<>]/y;
/** Other blanks than these are letters of a word to shells. */
const DUPLICATED_DESCRIPTOR = /(?:\d+|-)(?=[ \t\n;|&()]|$)/y;
/** Braces that every shell leaves as they are: `stash@{0}`. */
const PLAIN_BRACES = /\{(?:[\w@^~:/-]|\.(?!\.)){1,100}\}/y;
const VARIABLE = /[A-Za-z_]\w*|[0-9?#$!@*-]/y;

/** Reads a line once, from left to right, by the grammar that POSIX shells share. */
export class ShellParser {
  readonly #line: string;
  readonly #depth: number;
  readonly #commands: SimpleCommand[] = [];
  readonly #piped: SimpleCommand[] = [];
  readonly #redirected: Word[] = [];
  readonly #texts: Word[] = [];
  #position = 0;
  #words: Word[] = [];
  #singleWords = new Set<number>();
  #patterns = new Map<number, string>();
  #inputs: Word[] = [];
  /** The word being read; undefined between words. */
  #word: string | undefined;
  /** The same with what was quoted escaped. */
  #pattern = '';
  /** Whether names of files may take the place of the word. */
  #isPattern = false;
  /** Whether a part of the word was quoted: such a word is neither reserved nor an assignment. */
  #isQuoted = false;
  /** Whether the shell puts something else in the word's place. */
  #isUnknown = false;
  /** Whether it may put several there, or none. */
  #maySplit = false;
  #isInDoubleQuotes = false;
  /** The redirection whose target the next word is. */
  #redirect: string | undefined;
  /** Whether the command is over in shells that read `a &>b` as `a & >b`: another one would begin there. */
  #isOverInSome = false;
  /** Whether the next command reads what the one before it prints. */
  #isPiped = false;
  #isPlain = true;

  constructor(line: string, depth: number) {
    this.#line = line;
    this.#depth = depth;
  }

  parse(): CommandLine {
    while (this.#position < this.#line.length) this.#step();
    this.#endCommand();
    return {
      commands: this.#commands,
      isPlain: this.#isPlain && this.#commands.length > 0,
      piped: this.#piped,
      redirected: this.#redirected,
      texts: this.#texts,
    };
  }

  #step(): void {
    const character = this.#line.charAt(this.#position);
    switch (character) {
      case ' ':
      case '\t':
        this.#endWord();
        this.#position++;
        return;
      case '\n':
      case ';':
      case '|':
      case '&':
        this.#operator(character);
        return;
      case '(':
      case ')':
        // A group, a function, an array or a pattern: what is inside is read on as commands.
        this.#isPlain = false;
        this.#endCommand();
        this.#position++;
        return;
      case '<':
      case '>':
        this.#redirection();
        return;
      case "'":
        this.#singleQuoted();
        return;
      case '"':
        this.#doubleQuoted();
        return;
      case '\\':
        this.#escaped();
        return;
      case '`':
        this.#backticks();
        return;
      case '$':
        this.#dollar();
        return;
      case '#':
        // Not every shell takes comments, so the rest is read on.
        if (this.#word === undefined) this.#isPlain = false;
        this.#append(character);
        return;
      case '*':
      case '?':
      case '[':
      case '{': {
        const braces = character === '{' ? matchAt(PLAIN_BRACES, this.#line, this.#position) : undefined;
        // The shell may put other words here, but `[` alone is a program.
        this.#isPattern ||=
          braces === undefined &&
          (this.#word !== undefined ||
            !/^\[[ \t]?$/.test(this.#line.slice(this.#position, this.#position + 2)));
        this.#append(braces ?? character, braces !== undefined);
        return;
      }
      case '~':
        // A home folder only at the beginning of a path: `HEAD~1` is as it is.
        if (this.#word === undefined || /[=:]$/.test(this.#word)) this.#expand();
        this.#append(character);
        return;
      default:
        // A control character (a carriage return, a NUL) means something else to every shell.
        if (character < ' ' || character === '\x7f') this.#isPlain = false;
        this.#append(character);
    }
  }

  /** Notes that the shell puts something else in the place of what stands at the position. */
  #expand(): void {
    this.#isUnknown = true;
    this.#maySplit ||= !this.#isInDoubleQuotes;
  }

  /** Adds what stands at the position to the word being read. */
  #append(text: string, isLiteral = this.#isInDoubleQuotes): void {
    this.#add(text, isLiteral);
    this.#position += text.length;
  }

  #add(text: string, isLiteral: boolean): void {
    this.#word = (this.#word ?? '') + text;
    this.#pattern += isLiteral ? text.replaceAll(/[^\p{L}\p{N}_./]/gu, String.raw`\$&`) : text;
  }

  #operator(character: string): void {
    const next = this.#line.charAt(this.#position + 1);
    if (character === '&' && next === '>') {
      this.#redirection();
      return;
    }
    // Fish takes `a&b` for one word.
    if (character === '&' && /[^\s&|;()]/.test(next)) this.#isPlain = false;
    this.#endCommand();
    // An empty line after a pipe does not end it.
    this.#isPiped = character === '|' ? next !== '|' : character === '\n' && this.#isPiped;
    this.#position += next === character || (character === '|' && next === '&') ? 2 : 1;
  }

  /** Harmless are `2>&1` and `>/dev/null`; any other redirection makes the line not plain. */
  #redirection(): void {
    // In `2>file` the number is the redirection's, in `a>file` the word is the command's.
    const isNumber = this.#redirect === undefined && !this.#isQuoted && /^\d+$/.test(this.#word ?? '');
    if (isNumber) {
      this.#word = undefined;
      this.#pattern = '';
    }
    this.#endWord();
    const operator = matchAt(REDIRECTION, this.#line, this.#position) ?? '>';
    this.#position += operator.length;
    if (operator === '>&' || operator === '<&') {
      const descriptor = matchAt(DUPLICATED_DESCRIPTOR, this.#line, this.#position);
      if (descriptor !== undefined) {
        this.#position += descriptor.length;
        return;
      }
    }
    if (operator.startsWith('<<')) this.#isPlain = false;
    this.#redirect = operator;
  }

  #singleQuoted(): void {
    const end = this.#line.indexOf("'", this.#position + 1);
    if (end < 0) {
      this.#giveUp();
      return;
    }
    this.#isQuoted = true;
    const text = this.#line.slice(this.#position + 1, end);
    // To fish, the quote goes on behind `\'`.
    if (/(?<!\\)(?:\\\\)*\\$/.test(text)) this.#isPlain = false;
    this.#add(text, true);
    this.#position = end + 1;
  }

  #doubleQuoted(): void {
    const start = this.#position++;
    this.#isQuoted = true;
    this.#isInDoubleQuotes = true;
    this.#word ??= '';
    while (this.#position < this.#line.length) {
      const character = this.#line.charAt(this.#position);
      if (character === '"') {
        this.#isInDoubleQuotes = false;
        this.#position++;
        return;
      }
      if (character === '\\') this.#escapedInQuotes();
      else if (character === '`') this.#backticks();
      else if (character === '$') this.#dollar();
      else this.#append(character);
    }
    this.#isInDoubleQuotes = false;
    this.#position = start;
    this.#giveUp();
  }

  /** Between double quotes a backslash is itself, but before a few characters. */
  #escapedInQuotes(): void {
    const next = this.#line.charAt(this.#position + 1);
    this.#position += 2;
    if (next === '\n') return;
    this.#add(next !== '' && '$`"\\'.includes(next) ? next : `\\${next}`, true);
  }

  #escaped(): void {
    const next = this.#line.charAt(this.#position + 1);
    this.#position += 2;
    // To fish, `\x72` is another letter.
    if (next === '' || /[a-z\d]/i.test(next)) this.#isPlain = false;
    if (/[xuc\d]/i.test(next)) this.#expand();
    if (next === '\n' || next === '') return;
    this.#isQuoted = true;
    this.#add(next, true);
  }

  #backticks(): void {
    const start = this.#position + 1;
    let end = start;
    while (end < this.#line.length && this.#line.charAt(end) !== '`') {
      end += this.#line.charAt(end) === '\\' ? 2 : 1;
    }
    if (end >= this.#line.length) this.#giveUp();
    else this.#inside(this.#line.slice(start, end).replaceAll(/\\([`\\$])/g, '$1'), end + 1);
  }

  #dollar(): void {
    this.#expand();
    const next = this.#line.charAt(this.#position + 1);
    if (next === '(' && this.#line.charAt(this.#position + 2) !== '(') {
      const end = closingBracket(this.#line, this.#position + 1);
      if (end === undefined) this.#giveUp();
      else this.#inside(this.#line.slice(this.#position + 2, end), end + 1);
      return;
    }
    const variable = matchAt(VARIABLE, this.#line, this.#position + 1);
    // `${…}`, `$((…))` and `$'…'` have grammars of their own, in which commands may stand.
    if (variable === undefined) this.#isPlain = false;
    // Quotes do not keep the arguments together.
    if (variable === '@') this.#maySplit = true;
    this.#append(`$${variable ?? ''}`);
  }

  /** Commands inside a word; the word goes on at `next`. */
  #inside(line: string, next: number): void {
    this.#expand();
    this.#word ??= '';
    this.#position = next;
    const inner =
      this.#depth < MAX_DEPTH
        ? new ShellParser(line, this.#depth + 1).parse()
        : { commands: looseCommands(line), isPlain: false, piped: [], redirected: [], texts: [line] };
    this.#commands.push(...inner.commands);
    this.#piped.push(...inner.piped);
    this.#redirected.push(...(inner.redirected ?? []));
    this.#texts.push(...(inner.texts ?? []));
    this.#isPlain &&= inner.isPlain;
  }

  /** A quote or bracket that is never closed: whatever looks like a command in the rest counts. */
  #giveUp(): void {
    this.#isPlain = false;
    this.#commands.push(...looseCommands(this.#line.slice(this.#position)));
    this.#position = this.#line.length;
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    const isQuoted = this.#isQuoted;
    const known = this.#isUnknown || this.#isPattern ? undefined : word;
    const pattern = this.#isPattern && !this.#isUnknown ? this.#pattern : undefined;
    const isSingle = !this.#maySplit && !this.#isPattern;
    this.#word = undefined;
    this.#pattern = '';
    this.#isQuoted = false;
    this.#isUnknown = false;
    this.#isPattern = false;
    this.#maySplit = false;
    if (this.#redirect === undefined && this.#isOverInSome) this.#isPlain = false;
    if (this.#redirect !== undefined) {
      this.#endRedirection(this.#redirect, known);
    } else if (this.#words.length === 0 && !isQuoted && RESERVED.has(word)) {
      this.#isPlain = false;
    } else if (this.#words.length === 0 && /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/.test(word)) {
      // A variable can change what a command does (`PATH=… git`), so no rule can name it.
      if (isQuoted || known === undefined || !DISPLAY_ASSIGNMENT.test(known)) this.#isPlain = false;
      this.#texts.push(known);
    } else {
      if (known === undefined && isSingle) this.#singleWords.add(this.#words.length);
      if (pattern !== undefined) this.#patterns.set(this.#words.length, pattern);
      this.#words.push(known);
    }
  }

  /** Harmless is what a command only reads; whether it may, the file says. */
  #endRedirection(operator: string, target: Word): void {
    this.#redirect = undefined;
    this.#isOverInSome ||= operator.startsWith('&');
    if (target === '/dev/null') return;
    if (operator === '<') this.#inputs.push(target);
    else this.#isPlain = false;
    (operator.startsWith('<<') ? this.#texts : this.#redirected).push(target);
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#redirect !== undefined) this.#isPlain = false;
    this.#redirect = undefined;
    if (this.#words.length > 0) {
      const command: SimpleCommand = Object.assign(this.#words, {
        ...(this.#singleWords.size > 0 && { singleWords: this.#singleWords }),
        ...(this.#patterns.size > 0 && { patterns: this.#patterns }),
        ...(this.#inputs.length > 0 && { inputs: this.#inputs }),
      });
      this.#commands.push(command);
      if (this.#isPiped) this.#piped.push(command);
      this.#isPiped = false;
    } else if (this.#inputs.length > 0) {
      this.#isPlain = false;
    }
    this.#words = [];
    this.#singleWords = new Set();
    this.#patterns = new Map();
    this.#inputs = [];
    this.#isOverInSome = false;
  }
}
