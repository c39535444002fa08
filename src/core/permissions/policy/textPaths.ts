// Texts of a raw input that name files, or may: at any level, under any key.
import * as z from 'zod/mini';
import { DESCRIBING_KEYS, isCommandKey, plainKey } from './commands/commandInput.ts';

/** The texts of a raw input. */
export interface TextPaths {
  readonly innerPaths: readonly string[];
  readonly possiblePaths: readonly (string | undefined)[];
}

/** Texts and keys that are looked at; no agent names so many files at once. */
const MAX_TEXTS = 2_000;
/** Texts that are compared with each rule. */
const MAX_FOUND = 100;
/** No file system has longer paths. */
const MAX_CHARACTERS = 4_096;

const PATH_KEYS = new Set(
  (
    'path paths file files filename filepath absolutepath abspath notebookpath targetfile oldpath newpath source ' +
    'destination target from to directory dir filepaths'
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

/** Lines by which patches name files. */
const PATCH_HEAD =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |(?:---|\+\+\+) (?:[ab]\/)?(?!\/dev\/null)|rename (?:from|to) )(?<path>\S[^\n\t\r]*)/gm;
const PATCH = /^\s*(?:\*\*\* |--- |diff |Index: )/;

const rawObject = z.record(z.string(), z.unknown());

/** Whether a field of a raw input with that name names a file or a folder. */
export function isPathKey(key: string): boolean {
  return PATH_KEYS.has(plainKey(key));
}

/** What names files in a raw input, and what may. */
export function textPaths(rawInput: unknown): TextPaths {
  const inner = new Set<string>();
  const possible = new Set<string | undefined>();
  const waiting: (readonly [key: string, value: unknown])[] = [['', rawInput]];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [key, value] = next;
    if (++seen > MAX_TEXTS || inner.size + possible.size > MAX_FOUND) {
      possible.add(undefined);
      break;
    }
    if (typeof value === 'string') {
      noteText(key, value, inner, possible);
      continue;
    }
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_TEXTS + 1)) waiting.push([key, item]);
      continue;
    }
    const fields = rawObject.safeParse(value).data;
    if (fields === undefined) continue;
    for (const [name, item] of Object.entries(fields).slice(0, MAX_TEXTS + 1)) {
      if (key === 'changes') inner.add(name);
      else if (mayBePath(name)) possible.add(name);
      waiting.push([plainKey(name), item]);
    }
  }
  return { innerPaths: [...inner], possiblePaths: [...possible] };
}

function noteText(key: string, text: string, inner: Set<string>, possible: Set<string | undefined>): void {
  if (PATCH.test(text)) {
    for (const { groups } of text.matchAll(PATCH_HEAD)) inner.add(groups?.['path'] ?? '');
    return;
  }
  if (text === '' || isCommandKey(key) || CONTENT_KEYS.has(key) || DESCRIBING_KEYS.has(key)) return;
  if (INNER_KEY.test(key) || PATH_KEYS.has(key)) inner.add(text);
  else if (mayBePath(text)) possible.add(text);
}

function mayBePath(text: string): boolean {
  return text.length <= MAX_CHARACTERS && /[./\\]/.test(text) && !/\s/.test(text);
}
