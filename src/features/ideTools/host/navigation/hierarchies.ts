// Who calls and is called, and which types are above and below, as JSON of the Language Server Protocol.
import * as vscode from 'vscode';
import { lspConverter } from '../lspConverter.ts';
import { placeOf } from './symbols.ts';

/** An LSP TypeHierarchyItem. */
export function typeItem(item: vscode.TypeHierarchyItem): object {
  return { ...forAgent(item), ...lspConverter().asTypeHierarchyItem(item) };
}

/** An LSP CallHierarchyIncomingCall: the ranges are in the caller. */
export function incomingCallItem({ from, fromRanges }: vscode.CallHierarchyIncomingCall): object {
  return { from: callItem(from), fromRanges: lspConverter().asRanges(fromRanges) };
}

/** An LSP CallHierarchyOutgoingCall: the ranges are in the symbol that was asked about. */
export function outgoingCallItem({ to, fromRanges }: vscode.CallHierarchyOutgoingCall): object {
  return { to: callItem(to), fromRanges: lspConverter().asRanges(fromRanges) };
}

function callItem(item: vscode.CallHierarchyItem): object {
  return { ...forAgent(item), ...lspConverter().asCallHierarchyItem(item) };
}

function forAgent({
  kind,
  uri,
  selectionRange,
}: vscode.CallHierarchyItem | vscode.TypeHierarchyItem): object {
  return { kindName: vscode.SymbolKind[kind], ...placeOf(uri, selectionRange) };
}
