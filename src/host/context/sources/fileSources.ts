// Files and folders of the workspace as sources of context.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { folderListing } from '../../../core/mentions/contextText.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import { rankPaths } from '../../../core/mentions/pathSearch.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { listFiles } from '../../../files/listing/listFiles.ts';
import { columnBesideChat } from '../../editors/besideChat.ts';
import type { FileIndex, IndexedPath } from '../files/fileIndex.ts';
import { fileBlock, fileNote, mentionedPath } from '../files/fileContent.ts';
import { limited } from '../files/limited.ts';
import type { RecentEditors } from '../recentEditors.ts';
import type { ContextSource, ScoredOption } from './contextSource.ts';
import { MAX_OPTIONS, shownDetail, shownName } from './optionText.ts';

/** How much better an open or recent file is than another that fits as well. */
const RECENT_BONUS = 0.15;

/** The most files of a mentioned folder that are listed. */
const MAX_LISTED_FILES = 1_000;
const LISTING_TIMEOUT_MS = 5_000;

export interface FileSourcesOptions {
  readonly index: FileIndex;
  readonly recent: RecentEditors;
}

export function fileSource({ index, recent }: FileSourcesOptions): ContextSource<'file'> {
  return {
    async list({ text, signal }, report) {
      const known = recentFiles(recent);
      const first = fittingRecent(known, text);
      report(first);
      await index.search('files', text, { limit: MAX_OPTIONS, signal }, (found) => {
        const others = found.flatMap((each) => {
          const uri = vscode.Uri.joinPath(each.folder.uri, each.path).toString();
          return known.has(uri) ? [] : [indexedOption('file', each, uri)];
        });
        report([...first, ...others]);
      });
    },
    async details({ uri }) {
      try {
        const found = await mentionedPath(uri);
        const problem = found.stats.isFile() ? await fileNote(found) : undefined;
        return withoutUndefined({ size: found.stats.size, detail: pathDetail(found.path), problem });
      } catch (error) {
        return problemOf(error, uri);
      }
    },
    async read({ target: { uri }, capabilities }) {
      const found = await mentionedPath(uri);
      if (found.stats.isDirectory())
        return [await folderBlock(uri, found.path, capabilities.embeddedContext)];
      return [await fileBlock(uri, found, capabilities)];
    },
    async open({ uri }) {
      const { path, stats } = await mentionedPath(uri);
      const file = vscode.Uri.file(path);
      if (stats.isDirectory()) await vscode.commands.executeCommand('revealInExplorer', file);
      else await vscode.commands.executeCommand('vscode.open', file, columnBesideChat());
      return true;
    },
  };
}

export function folderSource({ index }: Pick<FileSourcesOptions, 'index'>): ContextSource<'folder'> {
  return {
    async list({ text, signal }, report) {
      const roots = workspaceRoots(text);
      await index.search('folders', text, { limit: MAX_OPTIONS, signal }, (found) => {
        const options = found.map((each) =>
          indexedOption('folder', each, vscode.Uri.joinPath(each.folder.uri, each.path).toString()),
        );
        report([...roots, ...options]);
      });
    },
    async details({ uri }) {
      try {
        const { path } = await mentionedPath(uri);
        return { detail: pathDetail(path) };
      } catch (error) {
        return problemOf(error, uri);
      }
    },
    async read({ target: { uri }, capabilities }) {
      const { path } = await mentionedPath(uri);
      return [await folderBlock(uri, path, capabilities.embeddedContext)];
    },
    async open({ uri }) {
      const { path } = await mentionedPath(uri);
      await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(path));
      return true;
    },
  };
}

/** A path as the user knows it: relative in the workspace, absolute outside. */
export function pathDetail(path: string): string {
  return shownDetail(vscode.workspace.asRelativePath(path));
}

/** The details of what cannot be read. */
export function problemOf(
  error: unknown,
  uri: string,
): { readonly detail: string; readonly problem: string } {
  if (!(error instanceof MentionError)) throw error;
  return { detail: pathDetail(vscode.Uri.parse(uri).fsPath), problem: error.message };
}

/** The folder with the files that are in it, as far as they are few; a link to it where nothing can be embedded. */
async function folderBlock(uri: string, path: string, embeds: boolean): ReturnType<typeof fileBlock> {
  const name = shownName(basename(path) || path);
  if (!embeds) return { type: 'resource_link', uri, name };
  const files: string[] = [];
  const signal = AbortSignal.timeout(LISTING_TIMEOUT_MS);
  const listing = listFiles(path, {
    onFiles: (paths) => files.push(...paths),
    onMissing: () => undefined,
    isExcluded: () => false,
    maxFiles: MAX_LISTED_FILES + 1,
    timeoutMs: LISTING_TIMEOUT_MS,
    signal,
  });
  await limited(name, listing);
  const text = folderListing(path, files, MAX_LISTED_FILES);
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text } };
}

/** The addresses of open and recent files: those looked at last first, then the other tabs. */
function recentFiles(recent: RecentEditors): ReadonlyMap<string, vscode.Uri> {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each.map(({ input }) => input));
  const open = tabs.flatMap((input) =>
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook ? [input.uri] : [],
  );
  const files = [...recent.uris, ...open].filter(({ scheme }) => scheme === 'file');
  return new Map(files.map((uri) => [uri.toString(), uri]));
}

function fittingRecent(files: ReadonlyMap<string, vscode.Uri>, text: string): readonly ScoredOption[] {
  const byPath = new Map(
    [...files].map(([address, uri]) => [vscode.workspace.asRelativePath(uri), { address, uri }]),
  );
  return rankPaths([...byPath.keys()], text, MAX_OPTIONS).flatMap(({ path, score }, index) => {
    const found = byPath.get(path);
    if (found === undefined) return [];
    const name = shownName(basename(found.uri.fsPath));
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const option = { kind: 'file' as const, name, uri: found.address, detail: shownDetail(folder) };
    const isTyped = text.trim() !== '';
    return [{ option, score: isTyped ? score + RECENT_BONUS : 1 - index / 1_000 }];
  });
}

function indexedOption(
  kind: 'file' | 'folder',
  { folder, path, score }: IndexedPath,
  uri: string,
): ScoredOption {
  const whole = path.replace(/\/$/, '');
  const nameAt = whole.lastIndexOf('/') + 1;
  const isOneOfMany = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const parts = [
    ...(isOneOfMany ? [folder.name] : []),
    ...(nameAt === 0 ? [] : [whole.slice(0, nameAt - 1)]),
  ];
  return {
    option: { kind, name: shownName(whole.slice(nameAt)), uri, detail: shownDetail(parts.join('/')) },
    score: kind === 'file' ? score : score * 0.9,
  };
}

function workspaceRoots(text: string): readonly ScoredOption[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders.flatMap(({ name, uri }) => {
    const [fit] = rankPaths([name], text, 1);
    if (fit === undefined) return [];
    const option = { kind: 'folder' as const, name: shownName(name), uri: `${uri.toString()}/` };
    return [{ option: { ...option, detail: shownDetail(uri.fsPath) }, score: fit.score * 0.9 }];
  });
}
