// Texts of a raw input and of shown content that name files, or may: at any level, under any key, also as JSON in a text.
import * as z from 'zod/mini';
import type { ContentBlock } from '../../session/content.ts';
import type { ToolCallContent } from '../../session/toolCall/state.ts';
import {
  DERIVED_KEYS,
  DESCRIBING_KEYS,
  isCommandField,
  isCommandKey,
  isFolderKey,
  plainKey,
  strings,
} from './commands/commandFields.ts';
import { isPatch, patchPaths } from './patchPaths.ts';

/** The texts of a call. */
export interface TextPaths {
  readonly innerPaths: readonly string[];
  readonly possiblePaths: readonly string[];
  /** The possible paths without those that are search terms alone. */
  readonly possibleFiles: readonly string[];
  /** Whether there are more than are looked at. */
  readonly hasMorePaths: boolean;
  /** Whether they say what is to be put into a file. */
  readonly hasChange: boolean;
  /** Whether they have code, or a command inside of what stands in the input. */
  readonly mayRun: boolean;
}

/** Texts and keys that are looked at; no agent names so many files at once. */
const MAX_TEXTS = 2_000;
/** Texts that are compared with each rule. */
const MAX_FOUND = 100;
/** Folders that what stands beside them may be in. */
const MAX_FOLDERS = 8;
/** No file system has longer paths. */
const MAX_CHARACTERS = 4_096;

const PATH_KEYS = new Set(
  (
    'path paths file files filename filepath absolutepath abspath notebookpath targetfile oldpath newpath source ' +
    'destination target from to directory dir filepaths src dst'
  ).split(' '),
);
/** By the end of their names; `uri` and the like may be of other things, too. */
const INNER_KEY = /(?:path|paths|file|files|filename|directory|folder|dest|renameto|moveto)$/;

/** Keys of what is in a file, and of what is looked for or put there. */
const CONTENT_KEYS = new Set(
  'content contents text newtext oldtext newstring oldstring newstr oldstr filetext newcontent oldcontent body code'.split(
    ' ',
  ),
);

/** Keys of what is put into a file. */
const CHANGE_KEYS = new Set(
  'newtext newstring newstr newcontent newsource filetext inserttext replace replacement codeedit patch'.split(
    ' ',
  ),
);

/** Keys of what is run, and not only shown. */
const RUN_KEYS = new Set(['script', 'code', 'shellscript', 'bash', 'powershell', 'exec', 'execute']);

/** Keys of the program of a command that is named by its parts, or of its words. */
const PROGRAM_KEYS = new Set(['program', 'executable', 'argv']);

/** Keys of where a file goes that is named beside it. */
const MOVED_KEYS = new Set('destination dest dst newpath newname renameto moveto'.split(' '));

/** Keys of what is done to a file that is named beside it. */
const ACTION_KEYS = new Set(['action', 'op', 'operation']);
const CHANGING_ACTION = /^(?:write|edit|create|delete|remove|move|rename|copy|overwrite|append|truncate)/i;

/** Keys of what is put into a file if one is named beside it. */
const WRITTEN_KEYS = new Set('content contents text body data new'.split(' '));

/** Keys of lists of such changes, or of lines, if a file is named beside them. */
const WRITTEN_LIST_KEYS = new Set('edits changes replacements operations hunks lines'.split(' '));

/** Keys of what is looked for in files. */
const SOUGHT_KEYS = new Set(
  'pattern patterns query queries regex regexp search searchterm needle'.split(' '),
);

/** Keys of code, and of prose about it, in which words with dots are no files. */
const CODE_KEYS = new Set(
  (
    'codeedit diff unifieddiff edit edits old new newsource oldsource patch replace replacement search snippet ' +
    'instruction instructions'
  ).split(' '),
);

/** Keys of the folder in which something is done, which need not be what it is done to. */
const WORKING_FOLDER = /^(?:cwd|pwd|work|current|chdir|root|base)/;

const ABSOLUTE = /^(?:[\\/~]|[a-z][a-z\d+.-]*:)/i;
const OTHER_SCHEME = /^(?!file:)[a-z][a-z\d+.-]+:/i;
const FENCED = /^\s*(?:```|~~~)\w*\r?\n(.*?)\s*(?:```|~~~)?\s*$/s;
/** What is looked for may be files of other folders, by a pattern; `//.*` is a comment. */
const FAR_GLOB = /^(?!\/\/\.[*+])(?:[\\/~]|\.\.|[a-z]:).*[*?[{]/is;
const BETWEEN_WORDS = /[\s<>"'`=&(){}[\],;|]+/;

const rawObject = z.record(z.string(), z.unknown());

/** Whether a field of a raw input with that name names a file or a folder. */
export function isPathKey(key: string): boolean {
  return PATH_KEYS.has(plainKey(key));
}

/** Whether a field of a raw input with that name has what is in a file. */
export function isContentKey(key: string): boolean {
  return CONTENT_KEYS.has(plainKey(key));
}

/** What names files in a raw input and in the content of a call, and what may. */
export function textPaths(
  rawInput: unknown,
  content: readonly ToolCallContent[],
  hasCommand: boolean,
): TextPaths {
  const texts = new Texts(hasCommand);
  texts.add(rawInput);
  for (const part of content) if (part.type === 'content') texts.addContent(part.content);
  return texts.found();
}

interface Waiting {
  /** In its plain form. */
  readonly key: string;
  readonly value: unknown;
  /** The folders that are named beside it, or beside what holds it. */
  readonly folders: readonly string[];
  /** Whether it is the whole input, whose own commands are looked at elsewhere. */
  readonly isWhole?: boolean;
}

/** Collects what names files, and what may. */
class Texts {
  readonly #inner = new Set<string>();
  readonly #possible = new Set<string>();
  /** The texts among {@link #possible} that are not search terms alone. */
  readonly #possibleFiles = new Set<string>();
  #hasMore = false;
  #hasChange = false;
  #mayRun = false;
  readonly #waiting: Waiting[] = [];
  /** Whether words under the keys of commands are those of a command, which is looked at elsewhere. */
  readonly #hasCommand: boolean;
  #seen = 0;

  constructor(hasCommand: boolean) {
    this.#hasCommand = hasCommand;
  }

  found(): TextPaths {
    return {
      innerPaths: [...this.#inner],
      possiblePaths: [...this.#possible],
      possibleFiles: [...this.#possibleFiles],
      hasMorePaths: this.#hasMore,
      hasChange: this.#hasChange,
      mayRun: this.#mayRun,
    };
  }

  /** Looks at a value at any depth. */
  add(value: unknown): void {
    this.#waiting.push({ key: '', value, folders: [], isWhole: true });
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      if (++this.#seen > MAX_TEXTS || this.#inner.size + this.#possible.size > MAX_FOUND) {
        this.#hasMore = true;
        this.#waiting.length = 0;
        return;
      }
      this.#addNext(next);
    }
  }

  /** Looks at what the agent shows: its prose names no files, but its links and patches do. */
  addContent(block: ContentBlock): void {
    const uri = block.type === 'resource' ? block.resource.uri : 'uri' in block ? block.uri : undefined;
    // The address of what is no file may still be spelled like one.
    if (uri !== undefined) this.#addAs(OTHER_SCHEME.test(uri) ? 'possible' : 'inner', uri);
    if (block.type === 'resource') this.#addPatches(block.resource.text ?? '');
    if (block.type !== 'text') return;
    this.#addPatches(block.text);
    const json = dataIn(FENCED.exec(block.text)?.[1] ?? block.text);
    if (json !== undefined) this.add(json);
  }

  #addNext({ key, value, folders, isWhole = false }: Waiting): void {
    if (typeof value === 'string') {
      this.#addText(key, value, folders);
      return;
    }
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_TEXTS + 1)) this.#waiting.push({ key, value: item, folders });
      return;
    }
    const fields = Object.entries(rawObject.safeParse(value).data ?? {}).slice(0, MAX_TEXTS + 1);
    const inside = [...folders, ...foldersIn(fields, folders)];
    if (inside.length > MAX_FOLDERS) this.#hasMore = true;
    const named = fields.map(([name, item]) => ({ name, item, plain: plainKey(name) }));
    const namesFile = named.some(({ plain }) => PATH_KEYS.has(plain));
    const isInside = !isWhole && !(this.#hasCommand && DERIVED_KEYS.has(key));
    const isApart = isInside || !this.#hasCommand;
    for (const { name, item, plain } of named) {
      if (CHANGE_KEYS.has(plain) && typeof item === 'string') this.#hasChange = true;
      if (namesFile && isChangeOfFile(plain, item)) this.#hasChange = true;
      this.#mayRun ||=
        (RUN_KEYS.has(plain) && typeof item === 'string') ||
        (isApart && PROGRAM_KEYS.has(plain) && strings.safeParse(item).success) ||
        (isInside && isCommandField(name, item));
      if (key === 'changes') this.#inner.add(name);
      else if (mayBePath(name)) this.#addPossible(name);
      this.#waiting.push({ key: plain, value: item, folders: inside.slice(0, MAX_FOLDERS) });
    }
  }

  #addText(key: string, text: string, folders: readonly string[]): void {
    const isContent = CONTENT_KEYS.has(key);
    const json = isContent ? undefined : dataIn(text);
    if (json !== undefined) {
      this.#waiting.push({ key, value: json, folders });
      return;
    }
    if (isPatch(text) || !isContent) this.#addPatches(text);
    if (isPatch(text) || text === '' || isContent || isDescribing(key)) return;
    if (isFolderKey(key))
      this.#addAs(this.#hasCommand || WORKING_FOLDER.test(key) ? 'possible' : 'inner', text);
    if (isFolderKey(key) || (isCommandKey(key) && this.#hasCommand)) return;
    const isNamed = INNER_KEY.test(key) || PATH_KEYS.has(key);
    if (isNamed) this.#inner.add(text);
    const words = isNamed ? [] : wordsIn(text, CODE_KEYS.has(key));
    for (const word of words) {
      this.#possible.add(word);
      if (!SOUGHT_KEYS.has(key) || FAR_GLOB.test(word)) this.#possibleFiles.add(word);
    }
    if (text.length > MAX_CHARACTERS) return;
    for (const folder of folders) {
      if (isNamed && !ABSOLUTE.test(text)) this.#inner.add(`${folder}/${text}`);
      if (!isNamed) for (const word of new Set([text, ...words])) this.#addPossible(`${folder}/${word}`);
    }
  }

  #addAs(place: 'possible' | 'inner', text: string): void {
    if (place === 'possible') this.#addPossible(text);
    else this.#inner.add(text);
  }

  #addPossible(text: string): void {
    this.#possible.add(text);
    this.#possibleFiles.add(text);
  }

  #addPatches(text: string): void {
    const { files, unstripped } = patchPaths(text);
    this.#hasChange ||= files.length > 0;
    for (const file of files) this.#inner.add(file);
    for (const file of unstripped) this.#addPossible(file);
  }
}

/** Whether a field says what becomes of the file that is named beside it. */
function isChangeOfFile(plain: string, item: unknown): boolean {
  if (WRITTEN_LIST_KEYS.has(plain)) return isListOfChanges(item);
  if (typeof item !== 'string') return false;
  return (
    WRITTEN_KEYS.has(plain) ||
    (MOVED_KEYS.has(plain) && item !== '') ||
    (ACTION_KEYS.has(plain) && CHANGING_ACTION.test(item))
  );
}

/** Whether a list has texts or objects: numbers are a range of lines. */
function isListOfChanges(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.some((item) => typeof item === 'object' || (typeof item === 'string' && !/^\d*$/.test(item)))
  );
}

/** The folders among fields, also below those around them. */
function foldersIn(
  fields: readonly (readonly [name: string, value: unknown])[],
  around: readonly string[],
): readonly string[] {
  return fields.flatMap(([name, value]) => {
    const key = plainKey(name);
    if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) return [];
    if (!isFolderKey(key) && !WORKING_FOLDER.test(key)) return [];
    return ABSOLUTE.test(value) ? [value] : [value, ...around.map((folder) => `${folder}/${value}`)];
  });
}

/** Names are no descriptions here: one beside a folder may be that of a file. */
function isDescribing(key: string): boolean {
  return DESCRIBING_KEYS.has(key) && key !== 'name' && key !== 'label';
}

/** What a text that is JSON holds; undefined for any other text. */
function dataIn(text: string): unknown {
  if (!/^\s*(?:[[{]|"\s*[[{])/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The words of a text that may be paths. */
function wordsIn(text: string, isCode: boolean): readonly string[] {
  if (isCode) return mayBePath(text) ? [text] : [];
  const words = text.split(BETWEEN_WORDS).map((word) => word.replace(/[.:!?]+$/, ''));
  const parts = words.flatMap((word) => [word, ...word.split(/[:@]/)]);
  return [...new Set([text, ...parts])].filter(mayBePath);
}

function mayBePath(text: string): boolean {
  return text.length <= MAX_CHARACTERS && /[./\\]/.test(text) && !/\s/.test(text);
}
