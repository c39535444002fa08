// What is in the folders that a request changes, deletes or moves: that is changed, deleted and moved with them.
import { placesOf, type PathScope } from './matchPath.ts';
import { meantFiles } from './meantFiles.ts';
import { protectionOf } from './protectedFiles.ts';
import type { RequestFacts } from './requestFacts.ts';

/** Files and folders that a request affects with a folder that it names. */
export interface WholeFiles {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Whether these are all: not where a folder has too much in it, or cannot be read. */
  readonly areAll: boolean;
}

/** Entries that are looked at for one judgement, of all folders together. */
const MAX_ENTRIES = 500;

/** Files of one move that are put together with each other; no request names more. */
const MAX_MOVED = 16;

/** Places where they would be that are looked at for one judgement: enough for the largest folder, as a target and in it. */
const MAX_PLACES = 2 * (MAX_ENTRIES + MAX_MOVED);

interface Looked {
  readonly byFolder: Map<string, WholeFiles>;
  readonly byFacts: WeakMap<RequestFacts, WholeFiles>;
  /** Where they would be after a move, each once: the disk is asked about each. */
  readonly places: Set<string>;
  left: number;
}

const looked = new WeakMap<PathScope, Looked>();

function lookedIn(scope: PathScope): Looked {
  const known = looked.get(scope) ?? {
    byFolder: new Map(),
    byFacts: new WeakMap(),
    places: new Set(),
    left: MAX_ENTRIES,
  };
  looked.set(scope, known);
  return known;
}

/** All that is below a folder; nothing for a file. Links are not followed, and protected folders not entered. */
export function contentsOf(path: string, scope: PathScope): WholeFiles {
  const folder = placesOf(path, scope).at(-1) ?? path;
  const { byFolder } = lookedIn(scope);
  const contents = byFolder.get(folder) ?? readContents(folder, scope);
  byFolder.set(folder, contents);
  return contents;
}

function readContents(root: string, scope: PathScope): WholeFiles {
  if (scope.list === undefined) return { paths: [], areAll: true };
  const known = lookedIn(scope);
  const paths: string[] = [];
  const folders = [root];
  let areAll = true;
  for (const folder of folders) {
    const entries = known.left > 0 ? scope.list(folder) : undefined;
    if (entries === undefined || entries.length > known.left) areAll = false;
    for (const { name, type } of entries?.slice(0, known.left) ?? []) {
      const path = `${folder}/${name}`;
      known.left--;
      paths.push(path);
      if (type !== 'folder') continue;
      if (protectionOf(path, scope) === undefined) folders.push(path);
      else areAll = false;
    }
  }
  return { paths, areAll };
}

/** Where files and folders, with all that is in them, would be as `target`, or in it. */
export function movedTo(sources: readonly string[], target: string, scope: PathScope): WholeFiles {
  const { places } = lookedIn(scope);
  const separator = scope.family === 'windows' ? /[\\/]/ : '/';
  const moved = new Set<string>();
  let areAll = true;
  for (const source of sources) {
    const from = placesOf(source, scope).at(-1) ?? source;
    const contents = contentsOf(source, scope);
    const inside = `${target}/${source.split(separator).findLast((part) => part !== '') ?? ''}`;
    const below = contents.paths.map((path) => path.slice(from.length));
    if (!contents.areAll) areAll = false;
    for (const path of [inside, ...below.flatMap((path) => [target + path, inside + path])]) {
      if (places.size < MAX_PLACES) places.add(path);
      if (places.has(path)) moved.add(path);
      else areAll = false;
    }
  }
  return { paths: [...moved], areAll };
}

/** What a call that deletes or moves folders does it to besides the files that it names, at the new places too. */
export function wholeFilesOf(facts: RequestFacts, scope: PathScope): WholeFiles {
  if (facts.kind !== 'delete' && facts.kind !== 'move') return { paths: [], areAll: true };
  const { byFacts } = lookedIn(scope);
  const found = byFacts.get(facts) ?? findWholeFiles(facts, scope);
  byFacts.set(facts, found);
  return found;
}

function findWholeFiles(
  { kind, paths, innerPaths, arePathsExact }: RequestFacts,
  scope: PathScope,
): WholeFiles {
  const named = [...paths, ...innerPaths].flatMap((path) => meantFiles(path, scope, arePathsExact).files);
  const ending = scope.family === 'windows' ? /(?<=.)[\\/]+$/ : /(?<=.)\/+$/;
  const full = new Set(named.map((path) => (placesOf(path, scope)[0] ?? path).replace(ending, '')));
  const each = [...full];
  const contents = each.map((path) => contentsOf(path, scope));
  if (kind === 'delete') return together(contents);
  // Agents name both ends of a move in any order.
  const ends = each.slice(0, MAX_MOVED);
  const moved = ends.map((target) =>
    movedTo(
      ends.filter((source) => source !== target),
      target,
      scope,
    ),
  );
  return together([...contents, ...moved, { paths: [], areAll: each.length <= MAX_MOVED }]);
}

function together(found: readonly WholeFiles[]): WholeFiles {
  return {
    paths: [...new Set(found.flatMap(({ paths }) => paths))],
    areAll: found.every(({ areAll }) => areAll),
  };
}
