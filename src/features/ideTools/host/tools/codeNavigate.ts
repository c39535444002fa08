// The tool `code_navigate`: what the language features of VS Code know about symbols.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { currentFile } from '../documents/openedFile.ts';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { within } from '../mcp/toolError.ts';
import { askAwake, isJustStarted } from '../navigation/awakenLanguage.ts';
import { documentsByLanguage } from '../navigation/folderLanguages.ts';
import { documentPosition, type NamedPosition } from '../navigation/documentPosition.ts';
import { incomingCallItem, outgoingCallItem, typeItem } from '../navigation/hierarchies.ts';
import { flatSymbols, hoverItem, locationItem, symbolItem, workspaceSymbol } from '../navigation/symbols.ts';

const PROVIDER_TIMEOUT_MS = 30_000;
const WARMING_UP = 'The language is warming up: nothing was found yet. Call again in a few seconds.';

type Op = z.infer<typeof args>['op'];

const args = z.object({
  op: z.enum([
    'definition',
    'type_definition',
    'implementation',
    'references',
    'hover',
    'document_symbols',
    'workspace_symbols',
    'incoming_calls',
    'outgoing_calls',
    'supertypes',
    'subtypes',
  ]),
  path: z.optional(fields.path),
  line: z.optional(fields.line),
  character: z.optional(fields.character),
  symbol: z.optional(
    z.string().check(z.maxLength(500), z.describe('A name in the line, in place of `character`')),
  ),
  query: z.optional(z.string().check(z.maxLength(500), z.describe('For workspace_symbols'))),
  limit: z.optional(fields.limit),
  cursor: z.optional(fields.cursor),
});

/** What was found: the objects of VS Code, converted only where a page shows them. */
interface Answer {
  readonly found: readonly (() => object)[];
}

export const codeNavigateTool = defineTool({
  name: 'code_navigate',
  title: 'Code navigation',
  description: `Exact answers of the editor's languages about symbols; better than text search.
definition, type_definition, implementation, references, hover, incoming_calls, outgoing_calls, supertypes, subtypes: of the \
symbol at \`path\`, \`line\` and \`character\` (from 1, UTF-16), or \`symbol\` in the line. document_symbols: of \`path\`. \
workspace_symbols: by \`query\`.
Items are LSP objects (\`range\` counts from 0) with \`path\`, and with \`line\` and \`character\` from 1.`,
  isReadOnly: true,
  args,
  run: async ({ op, path, line, character, symbol, query, limit, cursor }, context) => {
    const { pages } = context;
    if (cursor !== undefined) return pages.next(cursor, limit);
    const asked =
      op === 'workspace_symbols'
        ? await inFolders(required(query, 'query', op), context)
        : await inFile(op, required(path, 'path', op), { line, character, symbol }, context);
    const page = pages.first(asked.found, limit, (make) => make());
    return asked.found.length === 0 && !asked.isAwake ? { ...page, note: WARMING_UP } : page;
  },
});

async function inFile(
  op: Exclude<Op, 'workspace_symbols'>,
  path: string,
  { line, character, symbol }: Omit<NamedPosition, 'line'> & { readonly line: number | undefined },
  context: ToolContext,
): Promise<Answer & { readonly isAwake: boolean }> {
  const file = await currentFile(path, context);
  const { document } = file;
  const place =
    op === 'document_symbols'
      ? new vscode.Position(0, 0)
      : documentPosition(document, { line: required(line, 'line', op), character, symbol });
  const { signal } = context;
  const hasStarted = isJustStarted(file);
  const { answer, isAwake, isFirst } = await askAwake([document], signal, {
    ask: () => ask(op, document.uri, place, signal),
    isEmpty: ({ found }) => found.length === 0,
  });
  return { ...answer, isAwake: isAwake && !(isFirst && hasStarted) };
}

/** Asks the languages of all files in the session's folders: those that are not in use are started for it. */
async function inFolders(
  query: string,
  context: ToolContext,
): Promise<Answer & { readonly isAwake: boolean }> {
  const { signal } = context;
  const { answer, isAwake, isFirst } = await askAwake(await documentsByLanguage(context), signal, {
    ask: () => workspaceSymbols(query, signal),
    isEmpty: ({ found }) => found.length === 0,
    isPartial: true,
  });
  // A language that was opened a moment ago may still read its project, whether or not its extension was active.
  return { ...answer, isAwake: isAwake && !isFirst };
}

async function workspaceSymbols(query: string, signal: AbortSignal): Promise<Answer> {
  const found = await execute<vscode.SymbolInformation>(
    'vscode.executeWorkspaceSymbolProvider',
    [query],
    signal,
  );
  return { found: found.map((each) => () => symbolItem(workspaceSymbol(each))) };
}

async function ask(
  op: Exclude<Op, 'workspace_symbols'>,
  uri: vscode.Uri,
  place: vscode.Position,
  signal: AbortSignal,
): Promise<Answer> {
  const at = [uri, place];
  switch (op) {
    case 'definition':
    case 'type_definition':
    case 'implementation':
    case 'references': {
      const found = await execute<vscode.Location | vscode.LocationLink>(LOCATION_COMMANDS[op], at, signal);
      return { found: found.map((each) => () => locationItem(each)) };
    }
    case 'hover': {
      const found = await execute<vscode.Hover>('vscode.executeHoverProvider', at, signal);
      return { found: found.map((each) => () => hoverItem(each)) };
    }
    case 'document_symbols': {
      const found = await execute<vscode.DocumentSymbol | vscode.SymbolInformation>(
        'vscode.executeDocumentSymbolProvider',
        [uri],
        signal,
      );
      return { found: flatSymbols(uri, found).map((each) => () => symbolItem(each)) };
    }
    case 'incoming_calls': {
      const found = await inHierarchy<vscode.CallHierarchyIncomingCall>(
        CALLS,
        'vscode.provideIncomingCalls',
        at,
        signal,
      );
      return { found: found.map((each) => () => incomingCallItem(each)) };
    }
    case 'outgoing_calls': {
      const found = await inHierarchy<vscode.CallHierarchyOutgoingCall>(
        CALLS,
        'vscode.provideOutgoingCalls',
        at,
        signal,
      );
      return { found: found.map((each) => () => outgoingCallItem(each)) };
    }
    case 'supertypes':
    case 'subtypes': {
      const command = op === 'supertypes' ? 'vscode.provideSupertypes' : 'vscode.provideSubtypes';
      const found = await inHierarchy<vscode.TypeHierarchyItem>(
        'vscode.prepareTypeHierarchy',
        command,
        at,
        signal,
      );
      return { found: found.map((each) => () => typeItem(each)) };
    }
  }
}

const CALLS = 'vscode.prepareCallHierarchy';

const LOCATION_COMMANDS = {
  definition: 'vscode.executeDefinitionProvider',
  type_definition: 'vscode.executeTypeDefinitionProvider',
  implementation: 'vscode.executeImplementationProvider',
  references: 'vscode.executeReferenceProvider',
} as const;

/** What a command of VS Code finds for each symbol at a position. */
async function inHierarchy<T>(
  prepare: string,
  command: string,
  at: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly T[]> {
  const roots = await execute<unknown>(prepare, at, signal);
  const found = await Promise.all(roots.map((root) => execute<T>(command, [root], signal)));
  return found.flat();
}

/** Asks by one of VS Code's commands. Rejects with a ToolError where a provider does not answer. */
async function execute<T>(
  command: string,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly T[]> {
  const asked = vscode.commands.executeCommand<readonly T[] | undefined>(command, ...args);
  const what = 'The language';
  return (await within(asked, { milliseconds: PROVIDER_TIMEOUT_MS, signal, what })) ?? [];
}
