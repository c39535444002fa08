// The files that a text names as a patch: a unified or context diff, git's, `apply_patch`, blocks of SEARCH and REPLACE.

/** What the lines of a patch name. */
export interface PatchPaths {
  readonly files: readonly string[];
  /** The same where the first folder may belong to the path, and not be a prefix of git's. */
  readonly unstripped: readonly string[];
}

/** How a text begins that is a patch and nothing else. */
const PATCH = /^\s*(?:\*\*\* |--- |diff |Index: )/;

const HEAD =
  /^(?:\*\*\* (?:(?:Add|Update|Delete) File|Move to): |Index: |rename (?:from|to) |copy (?:from|to) )(.+)/i;
const OLD = /^(?:---|\*\*\*) (?=\S)/;
const NEW = /^(?:\+\+\+|---) (?=\S)/;
const GIT = /^diff --git (.+)/;
/** The file of such a block stands above it, or above the fence around it. */
const SEARCH = /^<{5,9} ?(?:SEARCH|ORIGINAL)\b/;
const FENCE = /^\s*(?:```|~~~|$)/;
/** What may stand above such a block and names no file. */
const MARKER = /^(?:>{5,9}|={5,9}|-{5,9})/;
const ANY = new RegExp([HEAD, OLD, GIT, SEARCH].map(({ source }) => `(?:${source})`).join('|'), 'im');

const GIT_PREFIX = /^[abciow]\//;

/** Whether a text is a patch and nothing else, as it begins. */
export function isPatch(text: string): boolean {
  return PATCH.test(text);
}

/** The files that the heads of patches in a text name, wherever these stand. */
export function patchPaths(text: string): PatchPaths {
  if (!ANY.test(text)) return { files: [], unstripped: [] };
  const lines = text.split(/\r?\n/);
  const named = lines.flatMap((line, index) => namesIn(line, lines, index));
  const paths = named.map(plainName).filter((path) => path !== '' && path !== '/dev/null');
  return {
    files: paths.map((path) => path.replace(GIT_PREFIX, '')),
    unstripped: paths.filter((path) => GIT_PREFIX.test(path)),
  };
}

function namesIn(line: string, lines: readonly string[], index: number): readonly string[] {
  const named = HEAD.exec(line)?.[1];
  if (named !== undefined) return [named];
  const both = GIT.exec(line)?.[1];
  if (both !== undefined) return both.split(/ (?="?[abciow]\/)/);
  const next = lines[index + 1] ?? '';
  if (OLD.test(line) && NEW.test(next)) return [line.slice(4), next.slice(4)];
  if (!SEARCH.test(line)) return [];
  let above = index - 1;
  while (FENCE.test(lines[above] ?? 'none')) above--;
  const name = lines[above];
  return name === undefined || MARKER.test(name) ? [] : [name];
}

/** Without the time of the file behind it, and without quotes. */
function plainName(name: string): string {
  return name
    .replace(/\t.*$/s, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1');
}
