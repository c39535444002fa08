// Files that an agent names, as VS Code has them open: checked first, and as new as on the disk.
import { normalize } from 'node:path';
import * as vscode from 'vscode';
import { LARGEST_FILE } from '../../../../core/ports/fileAccess.ts';
import { withoutMark } from '../../../../core/text/fileText.ts';
import { visiblePath } from '../../../../core/paths/visiblePath.ts';
import type { ServedPath } from '../../../../core/ports/servedSession.ts';
import type { ToolContext } from '../mcp/ideTool.ts';
import { ToolError, within } from '../mcp/toolError.ts';
import { hasTab } from './backgroundTab.ts';

const OPEN_TIMEOUT_MS = 10_000;
/** VS Code's watcher may be that late, and some files it does not watch. */
const RELOAD_TIMEOUT_MS = 1_500;
const RELOAD_INTERVAL_MS = 100;

export interface OpenedFile {
  readonly document: vscode.TextDocument;
  /** Whether it changed, or was opened, just now. */
  readonly isFresh: boolean;
  /** Whether VS Code still has an older text than the disk. */
  readonly isStale: boolean;
}

/** Opens a file in the background, where no editor shows it. Rejects with a ToolError or a FileAccessError. */
export async function openedFile(path: string, context: ToolContext): Promise<OpenedFile> {
  const { session, signal } = context;
  const permitted = await session.resolve(path);
  const { real, inside } = permitted;
  const permit = await session.permit({ use: 'read', path, real, isInside: inside }, signal);
  permit.close('completed');
  return openedDocument(path, permitted, context);
}

/** The same for a file whose positions matter: one of which VS Code has an older text than the disk is refused. */
export async function currentFile(path: string, context: ToolContext): Promise<OpenedFile> {
  const file = await openedFile(path, context);
  if (!file.isStale) return file;
  throw new ToolError(
    `${visiblePath(path)} has just changed, and VS Code has not noticed it yet. Call again in a few seconds.`,
  );
}

/** {@link openedFile} for a file that may be read already, where its path leads to `permitted`. */
export async function openedDocument(
  path: string,
  permitted: ServedPath,
  { session, signal }: ToolContext,
): Promise<OpenedFile> {
  // The path stays as the agent spells it, because the user's editors name it so where a folder is a link.
  const uri = vscode.Uri.file(normalize(path));
  const name = visiblePath(uri.fsPath);
  const stat = await statOf(uri);
  if (stat === undefined) throw new ToolError(`${name} does not exist.`);
  if ((stat.type & vscode.FileType.File) === 0) throw new ToolError(`${name} is not a file.`);
  if (stat.size > LARGEST_FILE) throw new ToolError(`${name} is too large: ${stat.size} bytes.`);
  const wasOpen = vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
  const opening = Promise.resolve(vscode.workspace.openTextDocument(uri)).catch((error: unknown) => {
    throw new ToolError(`VS Code cannot open ${name}: ${error instanceof Error ? error.message : ''}`);
  });
  const document = await within(opening, { milliseconds: OPEN_TIMEOUT_MS, signal, what: 'VS Code' });
  // VS Code opens what the path leads to now: a link may have changed since it was checked, and while it is reloaded.
  const check = async (): Promise<void> => {
    const { real, inside } = await session.resolve(path);
    if (real === permitted.real && inside === permitted.inside) return;
    throw new ToolError(`${name} leads to another file than before. Try again.`);
  };
  await check();
  const before = document.version;
  const isCurrent = await untilCurrent(document, signal);
  await check();
  return { document, isFresh: !wasOpen || document.version !== before, isStale: !isCurrent };
}

/** Whether something is there. */
export async function exists(uri: vscode.Uri): Promise<boolean> {
  return (await statOf(uri)) !== undefined;
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

/** Waits, for a while, until the document has the text of the file; unsaved changes of the user count as newer. */
async function untilCurrent(document: vscode.TextDocument, signal: AbortSignal): Promise<boolean> {
  if (await isSoonCurrent(document, signal)) return true;
  await readAgain(document);
  return isSoonCurrent(document, signal);
}

async function isSoonCurrent(document: vscode.TextDocument, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + RELOAD_TIMEOUT_MS;
  while (!document.isDirty && !(await isAsOnDisk(document))) {
    if (performance.now() > deadline || signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, RELOAD_INTERVAL_MS));
  }
  return true;
}

/**
 * Has VS Code read a file that it did not see change: opening it with another encoding is the one way to that without
 * an editor. Not where the user could type in it meanwhile, which would leave it in the other encoding.
 */
async function readAgain({ uri, encoding }: vscode.TextDocument): Promise<void> {
  if (hasTab(uri)) return;
  try {
    await vscode.workspace.openTextDocument(uri, { encoding: encoding === 'utf8' ? 'utf8bom' : 'utf8' });
  } catch {
    // It has unsaved changes, or is gone: the document stays as it is.
  } finally {
    await vscode.workspace.openTextDocument(uri, { encoding }).then(undefined, () => undefined);
  }
}

/** Whether a document without unsaved changes has the text of its file. */
export async function isAsOnDisk(
  document: Pick<vscode.TextDocument, 'uri' | 'encoding' | 'getText'>,
): Promise<boolean> {
  const { uri, encoding } = document;
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const isUtf8 = encoding === 'utf8' || encoding === 'utf8bom';
    const text = isUtf8
      ? new TextDecoder().decode(bytes)
      : withoutMark(await vscode.workspace.decode(bytes, { encoding }));
    return withPlainLines(text) === withPlainLines(document.getText());
  } catch {
    return true;
  }
}

function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
