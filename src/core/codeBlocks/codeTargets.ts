// The file that a code block belongs to, as the answer names it.
import type { CodeInAnswer } from './codeAction.ts';
import { isPatch } from './codeLanguage.ts';

/** A file that is named, and whether it is certainly meant as the file of the block. */
export interface CodeTarget {
  /** As written: relative to the session's folder, or absolute. */
  readonly path: string;
  readonly isExplicit: boolean;
  /** Where it is named: of the info string users see the first file, in the head of the block. */
  readonly place: 'head' | 'info' | 'patch' | 'text';
}

/** The longest path that is looked for, in characters. */
const MAX_PATH_LENGTH = 400;

const PATH = String.raw`(?:[A-Za-z]:[\\/])?[\w@.~+\-\\/]*[\w\-]\.[A-Za-z]\w{0,11}`;
const PLAIN_NAMES = 'Makefile|Dockerfile|Gemfile|Rakefile|Jenkinsfile|Procfile|LICENSE';
const WHOLE_PATH = new RegExp(
  `^(?:${PATH}|(?:[\\w@.~+\\-\\\\/]*[\\\\/])?(?:${PLAIN_NAMES})|\\.[A-Za-z][\\w.\\-]*)$`,
);

/** The files that may be meant, the likeliest first: in the info string, in the first line, in the patch, above the block. */
export function codeTargets({ code, info, above }: CodeInAnswer): readonly CodeTarget[] {
  const targets = [
    ...inInfo(info).map((path, index): CodeTarget => {
      return { path, isExplicit: true, place: index === 0 ? 'head' : 'info' };
    }),
    ...inFirstLine(code).map((path): CodeTarget => ({ path, isExplicit: true, place: 'text' })),
    ...inPatch(code, info).map((path): CodeTarget => ({ path, isExplicit: true, place: 'patch' })),
    ...inText(above).map((path): CodeTarget => ({ path, isExplicit: false, place: 'text' })),
  ];
  const known = new Set<string>();
  return targets.filter(({ path, place }) => {
    const isNew = !known.has(`${place} ${path}`);
    known.add(`${place} ${path}`);
    return isNew;
  });
}

/** The file that the head of a block names, with the lines of it as `:12-15`; undefined for none. */
export function placeInHead(info: string): string | undefined {
  const [file] = inInfo(info);
  if (file === undefined) return undefined;
  const at = info.indexOf(file);
  const [, first, last] = /(\d+):(\d+):$/.exec(info.slice(0, at)) ?? [];
  if (first !== undefined) return `${file}:${first}-${last}`;
  return file + (/^:\d+(?:[:-]\d+)?(?!\w)/.exec(info.slice(at + file.length))?.[0] ?? '');
}

/** Which lines of a file are meant. */
const LINES = /:\d+(?:[:-]\d+)?$/;

/** As in `ts src/a.ts`, `ts:src/a.ts`, `ts title="src/a.ts"`, `12:20:src/a.ts`, `src/a.ts:12-20` and `src/a.ts`. */
function inInfo(info: string): readonly string[] {
  const words = [
    ...info.slice(0, 2 * MAX_PATH_LENGTH).matchAll(/(?:[^\s"'=]+=)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g),
  ];
  return words.flatMap(([word, double, single, plain], index) => {
    const quoted = double ?? single;
    const value = quoted ?? plain ?? '';
    const whole = value.replace(/^[{(]+|[})]+$/g, '').replace(LINES, '');
    const candidates = [whole, ...whole.split(/[:=]/).slice(-1)];
    const found = candidates.find((each) => isPath(each));
    if (found === undefined) return [];
    // A language may look like the name of a file: “asp.net”.
    const isAlone = index === 0 && quoted === undefined && !word.includes(':') && !word.includes('=');
    return isAlone && !/[\\/]/.test(found) && words.length > 1 ? [] : [found];
  });
}

/** A comment that is nothing but a path. */
function inFirstLine(code: string): readonly string[] {
  const [first = ''] = code.slice(0, MAX_PATH_LENGTH).split('\n', 1);
  const comment =
    /^\s*(?:\/\/|#|--|;|\/\*|<!--)\s*(?:(?:file|path|filename)\s*:\s*)?(\S+?)\s*(?:\*\/|-->)?\s*$/i.exec(
      first,
    );
  const path = comment?.[1] ?? '';
  return isPath(path) && /[\\/.]/.test(path) ? [path] : [];
}

/** The files that a patch changes, as git writes them or without the prefix. */
function inPatch(code: string, info: string): readonly string[] {
  if (!isPatch(info)) return [];
  return [...code.matchAll(/^\+\+\+ ([^\t\r\n]{1,400})/gm)]
    .map(([, path = '']) =>
      path
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replace(/^b\//, ''),
    )
    .filter((path) => isPath(path));
}

/** The paths in a text, the last one first, because it stands nearest. */
function inText(text: string): readonly string[] {
  const words = text.slice(-2 * MAX_PATH_LENGTH).split(/[\s`"'“”‘’()[\]{}<>,;*]+/);
  return words
    .map((word) => word.replace(/[.:!?…]+$/, '').replace(LINES, ''))
    .filter((word) => isPath(word))
    .toReversed();
}

function isPath(text: string): boolean {
  return text.length <= MAX_PATH_LENGTH && !/:?\/\//.test(text) && WHOLE_PATH.test(text);
}
