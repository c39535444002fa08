// The file that a code block belongs to, as the answer names it.
import type { CodeInAnswer } from './codeAction.ts';

/** A file that is named, and whether it is certainly meant as the file of the block. */
export interface CodeTarget {
  /** As written: relative to the session's folder, or absolute. */
  readonly path: string;
  readonly isExplicit: boolean;
}

/** The longest path that is looked for, in characters. */
const MAX_PATH_LENGTH = 400;

const PATH = String.raw`(?:[A-Za-z]:[\\/])?[\w@.~+\-\\/]*[\w\-]\.[A-Za-z]\w{0,11}`;
const PLAIN_NAMES = 'Makefile|Dockerfile|Gemfile|Rakefile|Jenkinsfile|Procfile|LICENSE';
const WHOLE_PATH = new RegExp(
  `^(?:${PATH}|(?:[\\w@.~+\\-\\\\/]*[\\\\/])?(?:${PLAIN_NAMES})|\\.[A-Za-z][\\w.\\-]*)$`,
);

/** The files that may be meant, the likeliest first: in the info string, in the first line, above the block. */
export function codeTargets({ code, info, above }: CodeInAnswer): readonly CodeTarget[] {
  const explicit = [...inInfo(info), ...inFirstLine(code)].map((path) => ({ path, isExplicit: true }));
  const named = inText(above).map((path) => ({ path, isExplicit: false }));
  const known = new Set<string>();
  return [...explicit, ...named].filter(({ path }) => {
    const isNew = !known.has(path);
    known.add(path);
    return isNew;
  });
}

/** As in `ts src/a.ts`, `ts:src/a.ts`, `ts title="src/a.ts"`, `12:20:src/a.ts` and `src/a.ts`. */
function inInfo(info: string): readonly string[] {
  const words = [
    ...info.slice(0, 2 * MAX_PATH_LENGTH).matchAll(/(?:[^\s"'=]+=)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g),
  ];
  return words.flatMap(([word, double, single, plain], index) => {
    const quoted = double ?? single;
    const value = quoted ?? plain ?? '';
    const candidates = [value.replace(/^[{(]+|[})]+$/g, ''), ...value.split(/[:=]/).slice(-1)];
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

/** The paths in a text, the last one first, because it stands nearest. */
function inText(text: string): readonly string[] {
  const words = text.slice(-2 * MAX_PATH_LENGTH).split(/[\s`"'“”‘’()[\]{}<>,;*]+/);
  return words
    .map((word) => word.replace(/[.:!?…]+$/, '').replace(/:\d+(?:[:-]\d+)?$/, ''))
    .filter((word) => isPath(word))
    .toReversed();
}

function isPath(text: string): boolean {
  return text.length <= MAX_PATH_LENGTH && !/:?\/\//.test(text) && WHOLE_PATH.test(text);
}
