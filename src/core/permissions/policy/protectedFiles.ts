// Whether a path is one of a file that runs on its own: by its name, by a repository around it, or by a setting.
import picomatch from 'picomatch/posix.js';
import type { ProtectionReason } from '../../session/permission/protectedFile.ts';
import type { ShellFamily } from './commands/commandLine.ts';
import { relativePath } from '../../paths/pathContainment.ts';
import { affected, areAllInside, onOneLine, placesOf, slashed, type PathScope } from './matchPath.ts';
import { PROTECTED_FILES } from './protectedFileList.ts';
import type { ProtectedFileSettings } from './protectedFileSettings.ts';

/** Why a file is protected; undefined when it is not. `path` is absolute, or relative to the session's folder. */
export function protectionOf(
  path: string,
  scope: PathScope,
  settings?: ProtectedFileSettings,
): ProtectionReason | undefined {
  return [path, ...linkedNames(path, scope)]
    .map((name) => protectionOfName(name, scope, settings))
    .find((reason) => reason !== undefined);
}

/** The names that a file has by the links at the top of the session's folder: programs look for it by one of them. */
function linkedNames(path: string, scope: PathScope): readonly string[] {
  return topLinks(scope).flatMap(({ name, target }) =>
    placesOf(path, scope).flatMap((place) => {
      const below = relativePath(slashed(target, scope), slashed(place, scope), scope.family, 'ignored');
      return below === undefined ? [] : [below === '' ? name : `${name}/${below}`];
    }),
  );
}

interface TopLink {
  /** Absolute. */
  readonly name: string;
  readonly target: string;
}

const linksOf = new WeakMap<PathScope, readonly TopLink[]>();

/** Looked up once for a judgement. */
function topLinks(scope: PathScope): readonly TopLink[] {
  const known = linksOf.get(scope);
  if (known !== undefined) return known;
  const { cwd, list, target = scope.realPath } = scope;
  const links = (list?.(cwd) ?? []).flatMap(({ name, type }): readonly TopLink[] => {
    const link = `${cwd}/${name}`;
    const end = type === 'other' ? target(link) : undefined;
    return end === undefined || end === link ? [] : [{ name: link, target: end }];
  });
  linksOf.set(scope, links);
  return links;
}

function protectionOfName(
  path: string,
  scope: PathScope,
  settings: ProtectedFileSettings | undefined,
): ProtectionReason | undefined {
  const builtIn = placesOf(path, scope)
    .map((place) => builtInProtection(place, scope))
    .find((reason) => reason !== undefined);
  if (settings === undefined) return builtIn;
  const added = builtIn ?? 'setting';
  if (settings.workspace.length > 0 && affected([path], settings.workspace, scope, true) === 'yes')
    return added;
  // What protects matches too much rather than too little, and what lifts protection too little.
  const last = settings.user.findLast(([glob, isProtected]) =>
    isProtected ? affected([path], [glob], scope, true) === 'yes' : areAllInside([path], [glob], scope, true),
  );
  if (last === undefined) return builtIn;
  return last[1] ? added : undefined;
}

function builtInProtection(
  path: string,
  { family, exists }: Pick<PathScope, 'family' | 'exists'>,
): ProtectionReason | undefined {
  const parts = canonicalParts(path, family);
  const canonical = onOneLine(outsideOfWorktree(parts).join('/'));
  for (const { reason, globs } of builtInMatchers()) if (globs.test(canonical)) return reason;
  return exists !== undefined && isInRepository(path, family, exists) ? 'versionControl' : undefined;
}

interface Matcher {
  readonly reason: ProtectionReason;
  readonly globs: RegExp;
}

let matchers: readonly Matcher[] | undefined;

/** Compiled with the first path that is looked at: all globs of a reason to one expression, as thousands of files may change. */
function builtInMatchers(): readonly Matcher[] {
  matchers ??= (Object.keys(PROTECTED_FILES) as readonly (keyof typeof PROTECTED_FILES)[]).map((reason) => ({
    reason,
    globs: expressionOf(PROTECTED_FILES[reason]),
  }));
  return matchers;
}

/** Whether a path ends as one of the globs says. Canonical paths have no `.` and `..`, with which the folders above need care. */
function expressionOf(globs: readonly string[]): RegExp {
  const inAnyFolder = sourceOf('**/');
  const ends = globs.map((glob) => sourceOf(`**/${glob}`).slice(inAnyFolder.length));
  return new RegExp(`(?:^|/)(?:${ends.join('|')})$`);
}

/** The expression of a glob without `^(?:` and `)$` around it. */
function sourceOf(glob: string): string {
  return picomatch
    .makeRe(glob, { dot: true, nonegate: true, noextglob: true, fastpaths: false })
    .source.slice(4, -2);
}

/**
 * The parts of a path as file systems compare them: in one letter case, composed, without characters that some ignore,
 * and on Windows without streams, trailing dots and spaces and short names. Where systems differ, the form that more
 * names share.
 */
function canonicalParts(path: string, family: ShellFamily): readonly string[] {
  const parts: string[] = [];
  for (const [index, part] of path.split(family === 'windows' ? /[\\/]/ : '/').entries()) {
    const name = canonicalName(part, family, index === 0);
    if (part === '..') parts.pop();
    else if (name !== '' && name !== '.') parts.push(name);
  }
  return parts;
}

function canonicalName(part: string, family: ShellFamily, isFirst: boolean): string {
  const name = isAscii(part) ? part.toLowerCase() : canonicalLetters(part);
  if (family !== 'windows' || part === '..' || (isFirst && /^[a-z]:$/.test(name))) return name;
  const file = name.replace(/:.*$/s, '').replace(/[. ]+$/, '');
  // The short name of a folder whose name begins with a dot.
  return file.replace(/^([^.~]{1,6})~\d+$/, '.$1');
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function canonicalLetters(part: string): string {
  const visible = part.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.toUpperCase().toLowerCase().normalize('NFC');
}

const AGENT_FOLDERS = /^\.(?:claude|codex|cursor|gemini|qwen|opencode|windsurf|pi)$/;

/** What is checked out in a worktree that an agent keeps in its own folder is a project like any other. */
function outsideOfWorktree(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex(
    (part, index) => part === 'worktrees' && AGENT_FOLDERS.test(parts[index - 1] ?? ''),
  );
  // What is left is below the folder of the worktree, which itself is the agent's.
  return last === -1 || parts.length <= last + 2 ? parts : parts.slice(last + 2);
}

/** What git looks for in a folder to accept it as a repository without `.git`, or runs from one. */
const REPOSITORY_NAMES = ['head', 'config', 'objects', 'refs', 'hooks'];
const REPOSITORY_FILES = ['HEAD', 'config', 'objects', 'refs', 'hooks'];

/** Whether a path is in a bare repository, or completes one. */
function isInRepository(path: string, family: ShellFamily, exists: (path: string) => boolean): boolean {
  const parts = path.split(family === 'windows' ? /[\\/]/ : '/');
  return parts.some((part, index) => {
    const name = canonicalName(part, family, index === 0);
    if (index === 0 || !REPOSITORY_NAMES.includes(name)) return false;
    const folder = parts.slice(0, index).join('/');
    const has = (file: string): boolean => name === file.toLowerCase() || exists(`${folder}/${file}`);
    return has('HEAD') && REPOSITORY_FILES.filter(has).length >= 2;
  });
}
