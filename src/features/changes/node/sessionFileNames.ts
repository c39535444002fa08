// How the files of a session are named: from its folder on, or with their folder where other folders have changes too.
import { basename } from 'node:path';
import { distinctNames } from '../../../core/paths/distinctNames.ts';
import { folderOf, pathInFolder } from '../../../snapshots/localPaths.ts';

/** The folders of a session with their names, its own first. */
export type NamedFolders = ReadonlyMap<string, string>;

/** Names folders as VS Code does, where that distinguishes them; `nameOf` is undefined for what VS Code does not show. */
export function namedFolders(
  folders: readonly string[],
  nameOf: (folder: string) => string | undefined,
): NamedFolders {
  const named = folders.map((folder) => ({ folder, name: nameOf(folder) ?? basename(folder) }));
  const byName = Map.groupBy(named, ({ name }) => name);
  const distinct = distinctNames(folders);
  const isAlone = (name: string): boolean => name !== '' && byName.get(name)?.length === 1;
  return new Map(
    named.map(({ folder, name }) => [folder, isAlone(name) ? name : (distinct.get(folder) ?? folder)]),
  );
}

/** Names the files among `paths`, `/` between the parts; what is in no folder keeps its path. */
export function fileNames(folders: NamedFolders, paths: Iterable<string>): (path: string) => string {
  const [own] = folders.keys();
  const holder = (path: string): string | undefined => folderOf(path, folders.keys());
  const areAllOwn = [...paths].every((path) => holder(path) === own);
  return (path) => {
    const folder = holder(path);
    const rest = folder === undefined ? undefined : pathInFolder(folder, path);
    if (folder === undefined || rest === undefined) return path;
    const name = folders.get(folder) ?? '';
    if (rest === '') return name;
    return areAllOwn && folder === own ? rest : `${name}/${rest}`;
  };
}
