// A file's path as it is shown, and whether the title of a card shows it already.
import { pathStyleOf, relativePath } from '../../../src/core/paths/pathContainment.ts';
import { visiblePath } from '../../../src/core/paths/visiblePath.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { withLookAlikesSpelled } from '../../text/lookAlikes.ts';
import { fileChanges } from './fileChanges.ts';

/** Another folder of the window. */
interface Root {
  readonly name: string;
  readonly path: string;
}

/**
 * The path from the session's folder on when the file is in it, with the name of the folder before it in another one of
 * the window, else the whole path; characters that are invisible or imitate Latin ones are spelled out.
 */
export function shownPath(path: string, folder: string, roots: readonly Root[] = []): string {
  const rest = restOf(path, folder) ?? inRoot(path, roots);
  if (rest === undefined) return honestPath(path);
  return honestPath(path.includes('\\') ? rest.replaceAll('/', '\\') : rest);
}

/** In the innermost of the folders that hold it. */
function inRoot(path: string, roots: readonly Root[]): string | undefined {
  const [first] = roots
    .flatMap(({ name, path: root }) => {
      const rest = restOf(path, root);
      return rest === undefined ? [] : [{ rest, name }];
    })
    .toSorted((one, other) => one.rest.length - other.rest.length);
  return first === undefined ? undefined : `${first.name}/${first.rest}`;
}

function restOf(path: string, folder: string): string | undefined {
  const rest = relativePath(folder, path, pathStyleOf(folder));
  return rest === '' ? undefined : rest;
}

/** The last part of a path. */
export function shownName(path: string): string {
  return honestPath(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
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
