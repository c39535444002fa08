// Opens a file of each language that a session's folders have: what is in no open project, languages do not find.
import { extname } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { openedDocument } from '../documents/openedFile.ts';
import type { ToolContext } from '../mcp/ideTool.ts';
import { within } from '../mcp/toolError.ts';

/** The languages with the most files are listed for each folder. */
const MAX_LANGUAGES = 8;
const MAX_FOLDERS = 10;
const MAX_FILES = 20_000;
const LIST_TIMEOUT_MS = 10_000;
/** How many files of a language are tried: the first may be too large, or lead out of the folder. */
const MAX_TRIES = 3;
const EXCLUDED = '**/{node_modules,.git,.venv}/**';

const manifest = z.object({
  contributes: z.optional(
    z.object({
      languages: z.optional(
        z.array(z.object({ id: z.string(), extensions: z.optional(z.array(z.string())) })),
      ),
    }),
  ),
});

/** A document of each language of the session's folders. The languages start with it, if they have not. */
export async function documentsByLanguage(context: ToolContext): Promise<readonly vscode.TextDocument[]> {
  const languages = languagesByExtension();
  const documents: vscode.TextDocument[] = [];
  for (const root of [...new Set(context.session.roots)].slice(0, MAX_FOLDERS)) {
    for (const files of await filesByLanguage(root, languages, context)) {
      const document = await firstOpened(files, context);
      if (document !== undefined) documents.push(document);
    }
  }
  return documents;
}

/** The languages that extensions contribute, by the ends of file names (`.ts`). */
function languagesByExtension(): ReadonlyMap<string, string> {
  const languages = new Map<string, string>();
  for (const { packageJSON } of vscode.extensions.all) {
    const contributed = manifest.safeParse(packageJSON).data?.contributes?.languages ?? [];
    for (const { id, extensions = [] } of contributed) {
      // Plain text and logs have no symbols.
      if (id === 'plaintext' || id === 'log') continue;
      for (const each of extensions) {
        const extension = each.toLowerCase();
        if (!languages.has(extension)) languages.set(extension, id);
      }
    }
  }
  return languages;
}

/** The files of a folder by language, the one with the most first; those nearest to the top of the folder are first. */
async function filesByLanguage(
  root: string,
  languages: ReadonlyMap<string, string>,
  { signal }: ToolContext,
): Promise<readonly (readonly vscode.Uri[])[]> {
  const listed = vscode.workspace.findFiles(new vscode.RelativePattern(root, '**/*'), EXCLUDED, MAX_FILES);
  const files = await within(listed, { milliseconds: LIST_TIMEOUT_MS, signal, what: 'VS Code' }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      // A folder that takes too long to list wakes no language; those that are awake answer all the same.
      return [];
    },
  );
  const byLanguage = Map.groupBy(files, ({ path }) => languages.get(extname(path).toLowerCase()));
  byLanguage.delete(undefined);
  const depthOf = ({ path }: vscode.Uri): number => path.split('/').length;
  return [...byLanguage.values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_LANGUAGES)
    .map((each) => each.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, MAX_TRIES));
}

async function firstOpened(
  files: readonly vscode.Uri[],
  context: ToolContext,
): Promise<vscode.TextDocument | undefined> {
  for (const { fsPath } of files) {
    try {
      const permitted = await context.session.resolve(fsPath);
      if (!permitted.inside) continue;
      return (await openedDocument(fsPath, permitted, context)).document;
    } catch {
      if (context.signal.aborted) return undefined;
    }
  }
  return undefined;
}
