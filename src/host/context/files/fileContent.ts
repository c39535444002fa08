// Reads the files that are mentioned: as the editor has them, bounded, and never one that could hang.
import { constants, type Stats } from 'node:fs';
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { FileAccessError } from '../../../core/ports/fileAccess.ts';
import { notebookCells, startWithNote, textLines } from '../../../core/mentions/contextText.ts';
import type { MentionedLines } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import { visiblePath } from '../../../core/paths/visiblePath.ts';
import type { AgentDescription } from '../../../core/ports/agent.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import { openDocument } from '../../editors/openDocument.ts';
import { readText } from '../../editors/editorFileSystem.ts';
import { isOnOtherComputer } from '../../editors/workspaceFile.ts';
import { shownName } from '../sources/optionText.ts';
import { contextStrings } from '../contextStrings.ts';
import { limited } from './limited.ts';

/** A larger file goes as a link. */
const MAX_EMBEDDED_BYTES = 512 * 1024;

/** A larger image goes as a link. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** What a mentioned path is. */
export interface MentionedPath {
  readonly path: string;
  readonly stats: Stats;
}

/** Looks at the file or folder of an address. Rejects with a MentionError where there is none that can be read. */
export async function mentionedPath(uri: string): Promise<MentionedPath> {
  const path = vscode.Uri.parse(uri).fsPath;
  const shown = visiblePath(vscode.workspace.asRelativePath(path));
  if (path.includes('\0')) throw new MentionError(contextStrings.missing(shown));
  // Looking at it would already contact that computer.
  if (isOnOtherComputer(path, '')) throw new MentionError(contextStrings.otherComputer(shown));
  const stats = await limited(shown, stat(path)).catch((error: unknown) => {
    throw error instanceof MentionError ? error : new MentionError(reasonOf(error)(shown));
  });
  if (!stats.isFile() && !stats.isDirectory()) throw new MentionError(contextStrings.special(shown));
  await limited(shown, access(path, constants.R_OK)).catch((error: unknown) => {
    throw error instanceof MentionError ? error : new MentionError(contextStrings.unreadable(shown));
  });
  return { path, stats };
}

/** The block of a whole file. Rejects with a MentionError. */
export async function fileBlock(
  uri: string,
  { path, stats }: MentionedPath,
  { embeddedContext, image }: AgentDescription['promptCapabilities'],
): Promise<ContentBlock> {
  const imageType = IMAGE_TYPES[extname(path).toLowerCase()];
  const link: ContentBlock = {
    type: 'resource_link',
    uri,
    name: shownName(basename(path)),
    size: stats.size,
    ...(imageType === undefined ? {} : { mimeType: imageType }),
  };
  if (imageType !== undefined) {
    if (!image || stats.size > MAX_IMAGE_BYTES) return link;
    const data = await limited(visiblePath(path), readFile(path));
    return { type: 'image', data: data.toString('base64'), mimeType: imageType, uri };
  }
  if (!embeddedContext) return link;
  const text = await documentText(path, stats);
  return text === undefined || Buffer.byteLength(text) > MAX_EMBEDDED_BYTES
    ? link
    : { type: 'resource', resource: { uri, text } };
}

/** The block of some lines of a file. Rejects with a MentionError. */
export async function linesBlock(
  uri: string,
  { path, stats }: MentionedPath,
  lines: MentionedLines,
): Promise<ContentBlock> {
  const text = await documentText(path, stats, Number.POSITIVE_INFINITY);
  return text === undefined
    ? { type: 'resource_link', uri, name: shownName(basename(path)), size: stats.size }
    : { type: 'resource', resource: { uri, text: startWithNote(textLines(text, lines)) } };
}

/** What a chip says about a file that goes as a link although the agent embeds files. */
export async function fileNote({ path, stats }: MentionedPath): Promise<string | undefined> {
  const isImage = IMAGE_TYPES[extname(path).toLowerCase()] !== undefined;
  if (stats.size > (isImage ? MAX_IMAGE_BYTES : MAX_EMBEDDED_BYTES)) return contextStrings.tooLarge();
  if (isImage || (await documentText(path, stats)) !== undefined) return undefined;
  return contextStrings.notText();
}

/** The cells of a notebook, without their outputs. */
export function notebookText(notebook: vscode.NotebookDocument): string {
  return notebookCells(
    notebook.getCells().map(({ document }) => ({ language: document.languageId, text: document.getText() })),
  );
}

/** The text as the user sees it, unsaved changes included; undefined for what is too large or no text. */
export async function documentText(
  path: string,
  { size }: Stats,
  maxBytes = MAX_EMBEDDED_BYTES,
): Promise<string | undefined> {
  const shown = visiblePath(path);
  const work = async (): Promise<string | undefined> => {
    const real = await realpath(path);
    const notebook = vscode.workspace.notebookDocuments.find(
      (each) => !each.isClosed && each.uri.scheme === 'file' && each.uri.fsPath === path,
    );
    if (notebook !== undefined) return notebookText(notebook);
    const document = await openDocument(path, real);
    if (document?.isDirty === true) return document.getText();
    return size > maxBytes ? undefined : (await readText(real, document)).text;
  };
  return limited(shown, work()).catch((error: unknown) => {
    if (error instanceof MentionError) throw error;
    if (error instanceof FileAccessError && AS_LINK.has(error.refusal)) return undefined;
    throw new MentionError(reasonOf(error)(shown));
  });
}

const AS_LINK: ReadonlySet<string> = new Set(['too-large', 'binary', 'encoding']);

function reasonOf(error: unknown): (path: string) => string {
  const isMissing =
    (error instanceof FileAccessError && error.refusal === 'not-found') ||
    (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'));
  return isMissing ? contextStrings.missing : contextStrings.unreadable;
}
