// Locations and symbols as JSON of the Language Server Protocol, with the path and the position that agents use.
import * as vscode from 'vscode';
import { lspConverter } from '../lspConverter.ts';

const MAX_TEXT_CHARACTERS = 4_000;

/** The start of a range for agents: the path where it is a file, line and character from 1. */
export function placeOf(uri: vscode.Uri, { start }: vscode.Range): object {
  const path = uri.scheme === 'file' ? { path: uri.fsPath } : {};
  return { ...path, line: start.line + 1, character: start.character + 1 };
}

/** An LSP Location. */
export function locationItem(found: vscode.Location | vscode.LocationLink): object {
  const location =
    'targetUri' in found
      ? new vscode.Location(found.targetUri, found.targetSelectionRange ?? found.targetRange)
      : found;
  return { ...placeOf(location.uri, location.range), ...lspConverter().asLocation(location) };
}

/** An LSP Hover, of which the text is Markdown. */
export function hoverItem({ contents, range }: vscode.Hover): object {
  const value = contents.map((each) => textOf(each)).join('\n\n');
  return {
    contents: { kind: 'markdown', value: value.slice(0, MAX_TEXT_CHARACTERS) },
    ...(range === undefined ? {} : { range: lspConverter().asRange(range) }),
  };
}

function textOf(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return content;
  return 'language' in content ? `\`\`\`${content.language}\n${content.value}\n\`\`\`` : content.value;
}

/** A symbol and what contains it. */
export interface FlatSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: vscode.SymbolKind;
  readonly containerName: string;
  readonly location: vscode.Location;
  /** Where its name stands. */
  readonly selection: vscode.Range;
}

/** All symbols of a document in its order, those in others after them. */
export function flatSymbols(
  uri: vscode.Uri,
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
  containerName = '',
): readonly FlatSymbol[] {
  return symbols.flatMap((symbol) => {
    // What has children is a DocumentSymbol; VS Code's command gives objects that are both.
    if (!('children' in symbol)) return [workspaceSymbol(symbol)];
    const { name, detail, kind, range, selectionRange, children } = symbol;
    const location = new vscode.Location(uri, range);
    const path = containerName === '' ? name : `${containerName}.${name}`;
    const flat = { name, detail, kind, containerName, location, selection: selectionRange };
    return [flat, ...flatSymbols(uri, children, path)];
  });
}

export function workspaceSymbol({
  name,
  kind,
  containerName,
  location,
}: vscode.SymbolInformation): FlatSymbol {
  return { name, detail: '', kind, containerName, location, selection: location.range };
}

/** An LSP SymbolInformation. */
export function symbolItem({ name, detail, kind, containerName, location, selection }: FlatSymbol): object {
  return {
    name: name.slice(0, MAX_TEXT_CHARACTERS),
    kindName: vscode.SymbolKind[kind],
    ...(detail === '' ? {} : { detail: detail.slice(0, MAX_TEXT_CHARACTERS) }),
    ...(containerName === '' ? {} : { containerName: containerName.slice(0, MAX_TEXT_CHARACTERS) }),
    ...placeOf(location.uri, selection),
    kind: lspConverter().asSymbolKind(kind),
    location: lspConverter().asLocation(location),
  };
}
