// The tool `diagnostics`: the problems that VS Code's languages find.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isInside, pathStyleOf } from '../../../../core/paths/pathContainment.ts';
import { diagnosticItem, type FoundProblem } from '../diagnostics/diagnosticItem.ts';
import { newProblems } from '../diagnostics/newProblems.ts';
import { settledDiagnostics } from '../diagnostics/settledDiagnostics.ts';
import { exists, openedFile } from '../documents/openedFile.ts';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';

/** The files that the agent changed and that are looked at in one call, and the time for all of them. */
const MAX_CHANGED_FILES = 40;
const CHANGED_FILES_MS = 60_000;
/** The other files of which the problems are shown. */
const MAX_KNOWN_FILES = 2_000;

const severities = ['error', 'warning', 'information', 'hint'] as const;

export const diagnosticsTool = defineTool({
  name: 'diagnostics',
  title: 'Problems',
  description: `Problems (errors, warnings) that the editor's languages find, without a build. It waits until they have \
settled, also for files that were just written.
op "file": of the file \`path\`. "workspace": all that are known in the session's folders, and those of the files changed \
in this session. "new_since_turn": only those that were not there when this turn began.
Each is an LSP Diagnostic (\`range\` counts from 0) with \`path\`, and with \`line\` and \`character\` from 1.`,
  isReadOnly: true,
  args: z.object({
    op: z.enum(['file', 'workspace', 'new_since_turn']),
    path: z.optional(fields.path),
    severity: z.optional(
      z.enum(severities).check(z.describe('The least severe that is returned; "information" by default')),
    ),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, path, severity = 'information', limit, cursor }, context) => {
    if (cursor !== undefined) return context.pages.next(cursor, limit);
    const { found, ...notes } = await foundBy(op, path, context);
    const shown = found
      .filter(({ diagnostic }) => diagnostic.severity <= severities.indexOf(severity))
      .toSorted((a, b) => a.diagnostic.severity - b.diagnostic.severity);
    return { ...context.pages.first(shown, limit, diagnosticItem), ...notes };
  },
});

interface Result {
  readonly found: readonly FoundProblem[];
  /** The text that was looked at is the user's, not yet saved. */
  readonly unsaved?: true;
  /** VS Code has not noticed yet that the file changed. */
  readonly stale?: true;
  /** Changed files that could not be looked at, and why. */
  readonly unchecked?: readonly { readonly path: string; readonly reason: string }[];
  /** The files with problems that the agent may not read, or that are too many for one call. */
  readonly notShown?: number;
  /** Changed files of which nobody knows what was there before: all of their problems count as new. */
  readonly withoutBaseline?: readonly string[];
}

async function foundBy(
  op: 'file' | 'workspace' | 'new_since_turn',
  path: string | undefined,
  context: ToolContext,
): Promise<Result> {
  if (op === 'file') return ofFile(required(path, 'path', op), context);
  if (op === 'workspace') return ofWorkspace(context);
  const { baseline } = context;
  if (baseline === undefined) {
    throw new ToolError('No turn has begun in this session since the tools were offered. Use "workspace".');
  }
  const { found, ...notes } = path === undefined ? await ofWorkspace(context) : await ofFile(path, context);
  const byFile = Map.groupBy(found, ({ uri }) => uri.toString());
  const news = [...byFile].flatMap(([uri, each]) => {
    const before = newProblems(
      each.map(({ diagnostic }) => diagnostic),
      baseline.get(uri) ?? [],
    );
    return each.filter(({ diagnostic }) => before.includes(diagnostic));
  });
  const unknown = context.session
    .changedFiles()
    .filter((file) => !baseline.has(vscode.Uri.file(file).toString()));
  const withoutBaseline = unknown.filter((file) => byFile.has(vscode.Uri.file(file).toString()));
  return { found: news, ...notes, ...(withoutBaseline.length === 0 ? {} : { withoutBaseline }) };
}

async function ofFile(path: string, context: ToolContext): Promise<Result> {
  const file = await openedFile(path, context);
  const { document, isStale } = file;
  const diagnostics = await settledDiagnostics(file, context.signal);
  return {
    found: diagnostics.map((diagnostic) => ({ uri: document.uri, diagnostic })),
    ...(document.isDirty ? { unsaved: true } : {}),
    ...(isStale ? { stale: true } : {}),
  };
}

/** The files that the agent changed are looked at anew, the others as they were reported last. */
async function ofWorkspace(context: ToolContext): Promise<Result> {
  const { session, signal } = context;
  const deadline = performance.now() + CHANGED_FILES_MS;
  const fresh = new Map<string, readonly vscode.Diagnostic[]>();
  const unchecked: { path: string; reason: string }[] = [];
  const inFolders = (path: string): boolean =>
    session.roots.some((root) => isInside(root, path, pathStyleOf(root)));
  for (const [index, path] of session.changedFiles().entries()) {
    const uri = vscode.Uri.file(path);
    // What an agent has deleted has no problems, whatever was reported on it last.
    if (!(await exists(uri))) continue;
    try {
      if (index >= MAX_CHANGED_FILES || performance.now() > deadline || signal.aborted) {
        throw new ToolError('There are too many changed files for one call: ask for this one by its path.');
      }
      const file = await openedFile(path, context);
      fresh.set(uri.toString(), await settledDiagnostics(file, signal));
    } catch (error) {
      unchecked.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const reported = vscode.languages
    .getDiagnostics()
    .filter(([uri, each]) => each.length > 0 && uri.scheme === 'file' && inFolders(uri.fsPath))
    .filter(([uri]) => !fresh.has(uri.toString()));
  let deleted = 0;
  const known: (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[] = [];
  for (const each of reported.slice(0, MAX_KNOWN_FILES)) {
    if (!(await exists(each[0]))) deleted++;
    else if (await mayRead(each[0].fsPath, context)) known.push(each);
  }
  const notShown = reported.length - deleted - known.length;
  const all = [...known, ...[...fresh].map(([uri, each]) => [vscode.Uri.parse(uri), each] as const)];
  return {
    found: all.flatMap(([uri, each]) => each.map((diagnostic) => ({ uri, diagnostic }))),
    ...(unchecked.length === 0 ? {} : { unchecked }),
    ...(notShown === 0 ? {} : { notShown }),
  };
}

/** A link in the session's folders may lead out of them, and a rule of the user's may deny what is in them. */
async function mayRead(path: string, { session, signal }: ToolContext): Promise<boolean> {
  try {
    const { real, inside } = await session.resolve(path);
    const permit = await session.permit({ use: 'read', path, real, isInside: inside }, signal);
    permit.close('completed');
    return true;
  } catch {
    return false;
  }
}
