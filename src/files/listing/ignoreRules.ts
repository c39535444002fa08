// The rules of a .gitignore file, for folders in which git cannot be asked.
import picomatch from 'picomatch';

/** Whether a path below the folder of the rules is ignored by them; undefined where no rule is about it. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | undefined;

/** Rules beyond these are not read. */
const MAX_RULES = 1_000;

/** The rules of a text; of those that match a path, the last one counts. */
export function ignoreRules(text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/, MAX_RULES)
    .flatMap((line) => ruleOf(line) ?? [])
    .toReversed();
  return (path, isFolder) =>
    rules.find(({ folderOnly, matches }) => (isFolder || !folderOnly) && matches(path))?.ignores;
}

interface IgnoreRule {
  readonly ignores: boolean;
  readonly folderOnly: boolean;
  readonly matches: (path: string) => boolean;
}

function ruleOf(line: string): IgnoreRule | undefined {
  const pattern = line.replace(/(?<!\\)\s+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const ignores = !pattern.startsWith('!');
  const positive = pattern.replace(/^!/, '');
  const folderOnly = positive.endsWith('/');
  const bare = positive.replace(/\/$/, '');
  const isAnchored = bare.includes('/');
  const glob = isAnchored ? bare.replace(/^\//, '') : `**/${bare}`;
  if (bare === '') return undefined;
  return {
    ignores,
    folderOnly,
    matches: picomatch(glob, { dot: true, nonegate: true, noextglob: true, nobrace: true }),
  };
}
