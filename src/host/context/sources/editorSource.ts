// Open editors, all or one of them, also those of documents that are in no file, as a source of context.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { startWithNote, textLines } from '../../../core/mentions/contextText.ts';
import { targetAddress, type TargetOf } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import { contextStrings } from '../contextStrings.ts';
import { fileBlock, linesBlock, mentionedPath, notebookText } from '../files/fileContent.ts';
import type { ContextSource, ReadRequest } from './contextSource.ts';
import { pathDetail } from './fileSources.ts';
import { showLines } from './lineSources.ts';
import { openableUri } from './openableUri.ts';
import { fitting, shownName } from './optionText.ts';

/** Open editors beyond these are not read together. */
const MAX_EDITORS = 50;

export const editorSource: ContextSource<'editor'> = {
  list({ text }, report) {
    const open = openUris();
    const all: MentionOption = {
      kind: 'editor',
      name: contextStrings.allEditors(),
      uri: targetAddress({ kind: 'editor' }),
      detail: contextStrings.editors(open.length),
    };
    const each = open.map((uri): MentionOption => {
      const name = shownName(basename(uri.path));
      return { kind: 'editor', name, uri: addressOf(uri), detail: pathDetail(pathOf(uri)) };
    });
    report(fitting(open.length === 0 ? [] : [all, ...each], text));
  },
  async details({ uri, lines }) {
    if (uri === undefined) return { detail: contextStrings.editors(openUris().length) };
    const parsed = vscode.Uri.parse(uri);
    const at = lines === undefined ? '' : `:${lines.start}-${lines.end}`;
    const detail = pathDetail(pathOf(parsed)) + at;
    if (parsed.scheme === 'file') return { detail };
    const text = openText(uri);
    if (text !== undefined) return { detail, size: Buffer.byteLength(text) };
    return { detail, problem: contextStrings.noLongerOpen(shownName(basename(parsed.path))) };
  },
  async read(request) {
    const { target } = request;
    if (target.uri !== undefined) return [await readDocument(target.uri, target, request)];
    const blocks: ContentBlock[] = [];
    for (const uri of openUris().slice(0, MAX_EDITORS)) {
      // One of many that is gone or cannot be read is no reason to send nothing.
      const block = await readDocument(
        uri.toString(),
        { kind: 'editor', uri: uri.toString() },
        request,
      ).catch((error: unknown) => {
        if (error instanceof MentionError) return undefined;
        throw error;
      });
      if (block !== undefined) blocks.push(block);
    }
    return blocks;
  },
  async open({ uri, lines }) {
    if (uri === undefined) {
      await vscode.commands.executeCommand('workbench.action.showAllEditors');
      return true;
    }
    const openable = openableUri(uri, openText(uri) !== undefined);
    if (openable === undefined) return false;
    await showLines(openable, lines);
    return true;
  },
};

async function readDocument(
  uri: string,
  target: TargetOf<'editor'>,
  { capabilities, mention }: ReadRequest<'editor'>,
): Promise<ContentBlock> {
  const { lines } = target;
  if (uri.startsWith('file:')) {
    const found = await mentionedPath(uri);
    if (lines === undefined) return fileBlock(uri, found, capabilities);
    return linesBlock(targetAddress({ kind: 'selection', uri, lines }), found, lines);
  }
  const text = openText(uri);
  if (text === undefined) throw new MentionError(contextStrings.noLongerOpen(shownName(mention.name)));
  const shown = startWithNote(lines === undefined ? text : textLines(text, lines));
  return { type: 'resource', resource: { uri: targetAddress(target), mimeType: 'text/plain', text: shown } };
}

/** A file by its own address; any other document by the editor that shows it. */
function addressOf(uri: vscode.Uri): string {
  const address = uri.toString();
  return uri.scheme === 'file' ? address : targetAddress({ kind: 'editor', uri: address });
}

function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.path;
}

/** The text of a document that is open, of a notebook with all of its cells; undefined for any other. */
function openText(uri: string): string | undefined {
  const notebook = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri);
  if (notebook !== undefined) return notebookText(notebook);
  return vscode.workspace.textDocuments
    .find((document) => !document.isClosed && document.uri.toString() === uri)
    ?.getText();
}

/** The documents of the tabs, each once. */
function openUris(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => {
    if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.modified] : [];
  });
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
