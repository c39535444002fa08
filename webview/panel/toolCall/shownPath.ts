// A file's path as it is shown, and whether the title of a card shows it already.
import { distinctNames } from '../../../src/core/paths/distinctNames.ts';
import { pathStyleOf, relativePath } from '../../../src/core/paths/pathContainment.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { withLookAlikesSpelled } from '../../text/lookAlikes.ts';
import { fileChanges } from './fileChanges.ts';

/** Another folder of the window. */
export interface Root {
  readonly name: string;
  readonly path: string;
}

/**
 * The path from the session's folder on when the file is in it, with the name of the folder apart before it in another one
 * of the window, as VS Code writes it, else the whole path; characters that are invisible or imitate Latin ones are spelled out.
 */
export function shownPath(path: string, folder: string, roots: readonly Root[] = []): string {
  const rest = restOf(path, folder);
  const [root, inner] = rest === undefined ? innermost(path, roots) : [];
  const shown = rest ?? inner;
  if (shown === undefined) return honestPath(path);
  // With a slash it would read as a folder of that name in the session's own.
  const name = root === undefined ? '' : `${distinctName(root, folder, roots)} • `;
  return honestPath(name + (path.includes('\\') ? shown.replaceAll('/', '\\') : shown));
}

/** The innermost of the folders that hold a path, and the path from there on. */
function innermost(path: string, roots: readonly Root[]): readonly [] | readonly [Root, string] {
  const [first = []] = roots
    .flatMap((root): readonly (readonly [Root, string])[] => {
      const rest = restOf(path, root.path);
      return rest === undefined ? [] : [[root, rest]];
    })
    .toSorted(([, one], [, other]) => one.length - other.length);
  return first;
}

function distinctName({ name, path }: Root, folder: string, roots: readonly Root[]): string {
  const isAlone = roots.every((other) => other.path === path || other.name !== name);
  if (isAlone && lastPart(folder) !== name) return name;
  return distinctNames([folder, ...roots.map((each) => each.path)]).get(path) ?? name;
}

function restOf(path: string, folder: string): string | undefined {
  const rest = relativePath(folder, path, pathStyleOf(folder));
  return rest === '' ? undefined : rest;
}

/** The last part of a path. */
export function shownName(path: string): string {
  return honestPath(lastPart(path));
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** What stands before a path in a title at most: the rest of the line is for the path. */
const MAX_VERB_CHARACTERS = 20;

/** A title that ends with a path: what stands before it, and the path. */
export interface TitledPath {
  readonly before: string;
  readonly path: string;
}

/**
 * The path that the title of a call with one change ends with; undefined where it names its file in another way, or in
 * letters that have to be spelled out.
 */
export function pathInTitle(call: ToolCall, folder: string): TitledPath | undefined {
  const [only, ...others] = fileChanges(call).values();
  if (only === undefined || others.length > 0 || only.movedFrom !== undefined) return undefined;
  const title = toolCallTitle(call);
  const path = [only.path, shownPath(only.path, folder)].find((each) => title.endsWith(` ${each}`));
  if (path === undefined || honestPath(path) !== path || title.length - path.length > MAX_VERB_CHARACTERS)
    return undefined;
  return { before: title.slice(0, -path.length), path };
}

function honestPath(path: string): string {
  return withLookAlikesSpelled(visiblePath(path));
}
