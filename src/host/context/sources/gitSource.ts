// Changes that git knows, of each repository of the workspace, as a source of context.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { changesText } from '../../../core/mentions/contextText.ts';
import { targetAddress, type GitChanges, type TargetOf } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { RepositoryError } from '../../../core/ports/repositoryError.ts';
import { OwnRepositories } from '../../../files/ownRepositories.ts';
import { readRepository, repositoryDiff } from '../../../files/readRepository.ts';
import type { ContextPages } from '../contextPages.ts';
import { contextStrings } from '../contextStrings.ts';
import type { RecentEditors } from '../recentEditors.ts';
import type { ContextSource } from './contextSource.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';
import { untrackedFiles } from './untrackedFiles.ts';

/** The time limit of one git command. */
const TIMEOUT_MS = 10_000;

/** The size of a diff. */
const MAX_BYTES = 1_000_000;

const MAX_BRANCHES = 100;
const MAX_COMMITS = 50;
const MAX_UNTRACKED = 500;

/** Repositories beyond these are not looked at. */
const MAX_REPOSITORIES = 20;

export interface GitSourceOptions {
  readonly recent: Pick<RecentEditors, 'editor'>;
  readonly pages: Pick<ContextPages, 'show'>;
}

/** How repositories are looked for and read. */
interface Run {
  readonly known: OwnRepositories;
  readonly signal?: AbortSignal;
}

export function gitSource({ recent, pages }: GitSourceOptions): ContextSource<'git'> {
  /** For lists and chips, which are asked for with each key. */
  const recently = new OwnRepositories();
  const texts = async (target: TargetOf<'git'>, name: string, signal?: AbortSignal): Promise<string> => {
    // What goes to an agent is of a repository that was just looked through.
    const run = { known: new OwnRepositories(), ...(signal === undefined ? {} : { signal }) };
    try {
      return await changesOf(await repositoryOf(target, recent, run), target.changes, run);
    } catch (error) {
      throw asMentionError(error, name);
    }
  };
  return {
    async list({ text, isNarrowed, signal }, report) {
      if (text.trim() === '' && !isNarrowed) return;
      const run = { known: recently, signal };
      const { roots, refused } = await repositories(recent, run);
      const options: MentionOption[][] = [];
      const add = (more: MentionOption[]): void => {
        options.push(more);
        if (!signal.aborted) report(fitting(options.flat(), text));
      };
      const isOneOfMany = roots.length + refused.size > 1;
      for (const root of roots) add(ownChanges(root, isOneOfMany));
      if (isNarrowed)
        for (const [folder, error] of refused) add([refusedChanges(folder, error, isOneOfMany)]);
      const listings = roots.map(async (root) => add(await branchesAndCommits(root, isOneOfMany, run)));
      await Promise.all(listings);
    },
    async details(target) {
      const name = changesName(target.changes);
      try {
        const folder = await repositoryOf(target, recent, { known: recently });
        return { detail: `${name} · ${shownName(basename(folder))}` };
      } catch (error) {
        const shown = asMentionError(error, name);
        if (!(shown instanceof MentionError)) throw error;
        return { detail: name, problem: shown.message };
      }
    },
    async read({ target, mention, signal }) {
      const text = await texts(target, shownName(mention.name), signal);
      return [{ type: 'resource', resource: { uri: targetAddress(target), mimeType: 'text/x-diff', text } }];
    },
    async open(target) {
      const name = changesName(target.changes);
      await pages.show(`${name}.diff`, await texts(target, name));
      return true;
    },
  };
}

interface Repositories {
  readonly roots: readonly string[];
  /** By the folder that was looked into. */
  readonly refused: ReadonlyMap<string, RepositoryError>;
}

/** The repositories of the active file and of the folders of the workspace. */
async function repositories(recent: GitSourceOptions['recent'], run: Run): Promise<Repositories> {
  const active = recent.editor?.document.uri;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const starts = [
    ...folders.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath),
    ...(active?.scheme === 'file' ? [vscode.Uri.joinPath(active, '..').fsPath] : []),
  ];
  const roots = new Set<string>();
  const refused = new Map<string, RepositoryError>();
  const looked = [...new Set(starts)].slice(0, MAX_REPOSITORIES).map(async (folder) => ({
    folder,
    found: await rootOf(folder, run).catch(asRepositoryError),
  }));
  for (const { folder, found } of await Promise.all(looked)) {
    if (typeof found === 'string') roots.add(found);
    else if (!isNoRepository(found)) refused.set(folder, found);
  }
  return { roots: [...roots], refused };
}

async function rootOf(folder: string, run: Run): Promise<string> {
  return run.known.topOf(folder, { ...run, timeoutMs: TIMEOUT_MS });
}

/** Rejects with a RepositoryError, or with a MentionError where there is no repository. */
async function repositoryOf(
  { repository }: TargetOf<'git'>,
  recent: GitSourceOptions['recent'],
  run: Run,
): Promise<string> {
  if (repository !== undefined) {
    const uri = vscode.Uri.parse(repository);
    if (uri.scheme === 'file' && uri.authority === '') return rootOf(uri.fsPath, run);
    throw new MentionError(contextStrings.noRepository());
  }
  const { roots, refused } = await repositories(recent, run);
  const [first] = roots;
  if (first !== undefined) return first;
  const [error] = refused.values();
  throw error ?? new MentionError(contextStrings.noRepository());
}

async function changesOf(folder: string, changes: GitChanges, run: Run): Promise<string> {
  const limits = { ...run, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  // What is too long for git is too long for the text too, which says so.
  const git = async (command: string, ...args: string[]): Promise<string> =>
    (await readRepository(folder, command, args, limits)).slice(0, MAX_BYTES);
  const diff = async (...args: string[]): Promise<string> =>
    (await repositoryDiff(folder, [...args, '--'], limits)).slice(0, MAX_BYTES);
  switch (changes.of) {
    case 'working-tree': {
      const hasCommit = await git('rev-parse', '--verify', '--quiet', 'HEAD').catch(() => '');
      const against = hasCommit === '' ? ['--cached'] : ['HEAD'];
      const untracked = await git('ls-files', '-o', '--exclude-standard', '-z');
      const names = untracked.split('\0').filter((name) => name !== '');
      const tracked = await diff(...against);
      const added = await untrackedFiles(folder, names.slice(0, MAX_UNTRACKED), run.signal);
      return changesText(
        tracked + added.diff,
        added.named.map((name) => name.replaceAll(/[\r\n]/g, '?')),
      );
    }
    case 'staged':
      return changesText(await diff('--cached'), []);
    case 'branch': {
      const commit = await commitOf(git, changes.name);
      const base = await git('merge-base', commit, 'HEAD').catch(() => commit);
      return changesText(await diff(base.trim()), []);
    }
    case 'commit': {
      const commit = await commitOf(git, changes.id);
      const format = '--format=commit %H%nAuthor: %an%nDate: %aI%n%n%B';
      return changesText(await git('show', '--no-show-signature', format, commit, '--'), []);
    }
  }
}

/** The commit that a name stands for, which might otherwise be an option of git. */
async function commitOf(
  git: (command: string, ...args: string[]) => Promise<string>,
  name: string,
): Promise<string> {
  const found = await git('rev-parse', '--verify', '--end-of-options', `${name}^{commit}`);
  return found.trim().split('\n').at(-1) ?? '';
}

function ownChanges(root: string, isOneOfMany: boolean): MentionOption[] {
  return (['working-tree', 'staged'] as const).map((of) => changesOption(root, { of }, isOneOfMany));
}

async function branchesAndCommits(root: string, isOneOfMany: boolean, run: Run): Promise<MentionOption[]> {
  const list = async (command: string, ...args: string[]): Promise<readonly string[]> =>
    readRepository(root, command, args, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...run }).then(
      (text) => text.split('\n').filter((line) => line !== ''),
      () => [],
    );
  const [branches, commits] = await Promise.all([
    list(
      'for-each-ref',
      '--sort=-committerdate',
      `--count=${MAX_BRANCHES}`,
      '--format=%(refname:short)',
      'refs/heads',
      'refs/remotes',
    ),
    list('log', '--no-show-signature', `--max-count=${MAX_COMMITS}`, '--format=%h%x00%s%x00%cr', '--'),
  ]);
  return [
    ...branches.map((name) => changesOption(root, { of: 'branch', name }, isOneOfMany)),
    ...commits.map((line): MentionOption => {
      const [id = '', subject = '', age = ''] = line.split('\0');
      const option = changesOption(root, { of: 'commit', id }, isOneOfMany);
      const repository = option.detail === undefined ? '' : ` · ${option.detail}`;
      return { ...option, name: shownName(`${id} ${subject}`), detail: shownDetail(`${age}${repository}`) };
    }),
  ];
}

/** The option of a repository that is not read; it says why. */
function refusedChanges(folder: string, error: RepositoryError, isOneOfMany: boolean): MentionOption {
  const option = changesOption(folder, { of: 'working-tree' }, isOneOfMany);
  const shown = asMentionError(error, shownName(basename(folder)));
  return { ...option, problem: shown instanceof MentionError ? shown.message : error.message };
}

function changesOption(root: string, changes: GitChanges, isOneOfMany: boolean): MentionOption {
  const repository = isOneOfMany ? { repository: vscode.Uri.file(root).toString() } : {};
  return {
    kind: 'git',
    name: changesName(changes),
    uri: targetAddress({ kind: 'git', changes, ...repository }),
    ...(isOneOfMany ? { detail: shownName(basename(root)) } : {}),
  };
}

function changesName(changes: GitChanges): string {
  switch (changes.of) {
    case 'working-tree':
      return contextStrings.workingTree();
    case 'staged':
      return contextStrings.staged();
    case 'branch':
      return contextStrings.branch(shownName(changes.name));
    case 'commit':
      return changes.id.slice(0, 12);
  }
}

function asRepositoryError(error: unknown): RepositoryError {
  if (error instanceof RepositoryError) return error;
  throw error;
}

function isNoRepository({ reason, message }: RepositoryError): boolean {
  return reason === 'failed' && /not a git repository/i.test(message);
}

function asMentionError(error: unknown, name: string): unknown {
  if (!(error instanceof RepositoryError)) return error;
  if (isNoRepository(error)) return new MentionError(contextStrings.noRepository());
  switch (error.reason) {
    case 'missing':
      return new MentionError(contextStrings.gitMissing());
    case 'timeout':
      return new MentionError(contextStrings.tooSlow(name));
    case 'failed':
      return new MentionError(contextStrings.gitFailed(name, shownDetail(error.message)));
  }
}
