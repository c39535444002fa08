// Lines of documents as sources of context: what is selected, and symbols.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { targetAddress, type MentionedLines, type TargetOf } from '../../../core/mentions/mentionTarget.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { columnBesideChat } from '../../editors/besideChat.ts';
import { contextStrings } from '../contextStrings.ts';
import { linesBlock, mentionedPath } from '../files/fileContent.ts';
import type { RecentEditors } from '../recentEditors.ts';
import type { ContextSource, ScoredOption } from './contextSource.ts';
import { pathDetail, problemOf } from './fileSources.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';

/** How long providers of symbols may take. */
const SYMBOLS_LIMIT_MS = 4_000;

/** Symbols of a document beyond these are not looked at. */
const MAX_SYMBOLS = 20_000;

type LinesTarget = TargetOf<'selection'> | TargetOf<'symbol'>;

/** What is the same for all lines of files. */
const linesOfFiles = {
  async details({ uri, lines }: LinesTarget) {
    try {
      const { path } = await mentionedPath(uri);
      return { detail: `${pathDetail(path)}:${lines.start}-${lines.end}` };
    } catch (error) {
      return problemOf(error, uri);
    }
  },
  async read({ target }: { readonly target: LinesTarget }) {
    const found = await mentionedPath(target.uri);
    return [await linesBlock(targetAddress(target), found, target.lines)];
  },
  async open({ uri, lines }: LinesTarget) {
    const { path } = await mentionedPath(uri);
    await showLines(vscode.Uri.file(path), lines);
    return true;
  },
};

/** Shows lines of a document, selected. */
export async function showLines(uri: vscode.Uri, lines: MentionedLines | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const end = document.validatePosition(new vscode.Position((lines?.end ?? 1) - 1, Number.MAX_SAFE_INTEGER));
  const selection =
    lines === undefined ? {} : { selection: new vscode.Range(lines.start - 1, 0, end.line, end.character) };
  await vscode.window.showTextDocument(document, {
    viewColumn: columnBesideChat(),
    preview: true,
    ...selection,
  });
}

export function selectionSource(recent: RecentEditors): ContextSource<'selection'> {
  return {
    ...linesOfFiles,
    list({ text }, report) {
      const editors = new Set([recent.editor, ...vscode.window.visibleTextEditors]);
      const options = [...editors].flatMap((editor) => {
        if (editor === undefined) return [];
        return editor.selections.flatMap((selection) => selectionOption(editor.document, selection) ?? []);
      });
      report(fitting(options, text));
    },
  };
}

export function symbolSource(recent: RecentEditors): ContextSource<'symbol'> {
  return {
    ...linesOfFiles,
    async list({ text, isNarrowed, signal }, report) {
      const document = recent.editor?.document;
      let own: readonly ScoredOption[] = [];
      let others: readonly ScoredOption[] = [];
      const add = (): void => {
        if (signal.aborted) return;
        const seen = new Set(own.map(({ option }) => option.uri));
        report([...own, ...others.filter(({ option }) => !seen.has(option.uri))]);
      };
      const inDocument = async (): Promise<void> => {
        if (document === undefined || (text.trim() === '' && !isNarrowed)) return;
        own = fitting(await documentSymbols(document.uri), text);
        add();
      };
      const inWorkspace = async (): Promise<void> => {
        if (text.trim() === '') return;
        const found = fitting(await workspaceSymbols(text.trim()), text);
        others = found.map(({ option, score }) => ({ option, score: score * 0.9 }));
        add();
      };
      await Promise.all([inDocument(), inWorkspace()]);
    },
  };
}

/** The lines that a selection touches; undefined where nothing is selected. */
function selectedLines(selection: vscode.Selection): MentionedLines | undefined {
  if (selection.isEmpty) return undefined;
  const { start, end } = selection;
  // A selection of whole lines ends before the first character of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { start: start.line + 1, end: last };
}

function selectionOption(
  { uri, fileName }: vscode.TextDocument,
  selection: vscode.Selection,
): MentionOption | undefined {
  const lines = selectedLines(selection);
  if (lines === undefined || uri.scheme === 'output') return undefined;
  const isFile = uri.scheme === 'file';
  const address = isFile
    ? targetAddress({ kind: 'selection', uri: uri.toString(), lines })
    : targetAddress({ kind: 'editor', uri: uri.toString(), lines });
  const name = contextStrings.selectedLines(basename(fileName), lines.start, lines.end);
  return { kind: 'selection', name: shownName(name), uri: address, detail: pathDetail(fileName) };
}

async function documentSymbols(uri: vscode.Uri): Promise<readonly MentionOption[]> {
  const found = await inTime(
    vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    ),
  );
  const options: MentionOption[] = [];
  const add = (
    symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
    depth: number,
  ): void => {
    for (const symbol of symbols) {
      if (options.length >= MAX_SYMBOLS) return;
      const range = 'location' in symbol ? symbol.location.range : symbol.range;
      options.push(...symbolOption(symbol.name, uri, range));
      if ('children' in symbol && depth < 20) add(symbol.children, depth + 1);
    }
  };
  add(found ?? [], 0);
  return options;
}

async function workspaceSymbols(text: string): Promise<readonly MentionOption[]> {
  const found = await inTime(
    vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      text,
    ),
  );
  return (found ?? [])
    .slice(0, MAX_SYMBOLS)
    .flatMap(({ name, location }) => symbolOption(name, location.uri, location.range));
}

function symbolOption(name: string, uri: vscode.Uri, range: vscode.Range): readonly MentionOption[] {
  if (uri.scheme !== 'file') return [];
  const lines = { start: range.start.line + 1, end: range.end.line + 1 };
  const address = targetAddress({ kind: 'symbol', uri: uri.toString(), lines, symbol: name.slice(0, 200) });
  const detail = `${vscode.workspace.asRelativePath(uri)}:${lines.start}`;
  return [{ kind: 'symbol', name: shownName(name), uri: address, detail: shownDetail(detail) }];
}

/** The answer of a provider; undefined where it fails or takes too long. */
function inTime<T>(work: PromiseLike<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), SYMBOLS_LIMIT_MS);
    const end = (value: T | undefined): void => {
      clearTimeout(timer);
      resolve(value);
    };
    work.then(end, () => end(undefined));
  });
}
