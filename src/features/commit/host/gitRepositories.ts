// The repositories of VS Code's built-in git extension, and the one that a command is about.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { distinctNames } from '../../../core/paths/distinctNames.ts';
import { boundedName } from '../../../host/text/fileNames.ts';
import { commitStrings } from './commitStrings.ts';

/** What Parley uses of a repository of the git extension. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: { readonly onDidChange?: vscode.Event<void> };
  /** Reads the state of the repository again. */
  status?(): Promise<void>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const repositorySchema = z.custom<GitRepository>(
  (value) =>
    isObject(value) &&
    'rootUri' in value &&
    value.rootUri instanceof vscode.Uri &&
    'inputBox' in value &&
    isObject(value.inputBox) &&
    'value' in value.inputBox &&
    typeof value.inputBox.value === 'string' &&
    'state' in value &&
    isObject(value.state),
);

interface GitExports {
  getAPI(version: 1): unknown;
}
const exportsSchema = z.custom<GitExports>(
  (value) => isObject(value) && 'getAPI' in value && typeof value.getAPI === 'function',
);

/** What the menus of Source Control hand over: a `SourceControl`, or its root. */
const clickedSchema = z.union([
  z.pipe(
    z.custom<{ readonly rootUri: vscode.Uri }>(
      (value) => isObject(value) && 'rootUri' in value && value.rootUri instanceof vscode.Uri,
    ),
    z.transform(({ rootUri }) => rootUri),
  ),
  z.custom<vscode.Uri>((value) => value instanceof vscode.Uri),
]);

/** The root that a menu was opened on; undefined where a command was not run from one. */
export function clickedRoot(raw: readonly unknown[]): vscode.Uri | undefined {
  return raw.map((argument) => clickedSchema.safeParse(argument).data).find((uri) => uri !== undefined);
}

/** Undefined where git is turned off in VS Code, or not installed. */
export async function gitRepositories(): Promise<readonly GitRepository[] | undefined> {
  const extension = vscode.extensions.getExtension('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const exported = exportsSchema.safeParse(await extension.activate());
    const api: unknown = exported.data?.getAPI(1);
    const found: readonly unknown[] =
      isObject(api) && 'repositories' in api && Array.isArray(api.repositories) ? api.repositories : [];
    return found.flatMap((each) => repositorySchema.safeParse(each).data ?? []);
  } catch {
    // The git extension throws where it is turned off.
    return undefined;
  }
}

/** The repository with that root, else the only one, else that of the active editor, else the one the user selects. */
export async function chooseRepository(
  repositories: readonly GitRepository[],
  root: vscode.Uri | undefined,
): Promise<GitRepository | undefined> {
  if (root !== undefined) {
    return repositories.find(({ rootUri }) => rootUri.toString() === root.toString());
  }
  const [first, second] = repositories;
  if (second === undefined) return first;
  const active = repositoryOf(repositories, vscode.window.activeTextEditor?.document.uri);
  if (active !== undefined) return active;
  const items = itemsOf(repositories);
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: commitStrings.selectRepository() });
  return chosen?.repository;
}

/** The repositories that the user selects among those that hold some files each: all at first. */
export async function chooseRepositories(
  counts: ReadonlyMap<GitRepository, number>,
): Promise<readonly GitRepository[]> {
  const items = itemsOf([...counts.keys()]).map((item) => ({
    ...item,
    detail: commitStrings.filesOfTurn(counts.get(item.repository) ?? 0),
    picked: true,
  }));
  const options = { canPickMany: true, placeHolder: commitStrings.selectRepositories() } as const;
  const chosen = (await vscode.window.showQuickPick(items, options)) ?? [];
  return chosen.map(({ repository }) => repository);
}

interface RepositoryItem extends vscode.QuickPickItem {
  readonly repository: GitRepository;
}

function itemsOf(repositories: readonly GitRepository[]): readonly RepositoryItem[] {
  const names = distinctNames(repositories.map(({ rootUri }) => rootUri.fsPath));
  return repositories.map((repository) => ({
    label: boundedName(names.get(repository.rootUri.fsPath) ?? ''),
    description: boundedName(repository.rootUri.fsPath),
    repository,
  }));
}

/** The innermost repository that a file is in. */
export function repositoryOf(
  repositories: readonly GitRepository[],
  file: vscode.Uri | undefined,
): GitRepository | undefined {
  if (file?.scheme !== 'file') return undefined;
  return repositories
    .filter(({ rootUri }) => `${file.path}/`.startsWith(`${rootUri.path.replace(/\/$/, '')}/`))
    .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
}
