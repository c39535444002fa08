// The tool `vscode_tools`: tools of other extensions and of VS Code's MCP servers, as far as the user has chosen them.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError, within } from '../mcp/toolError.ts';

/** VS Code may ask the user, too. */
const CALL_TIMEOUT_MS = 300_000;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
const MAX_SCHEMA_CHARACTERS = 8_000;
/** A long text is in several items, so that pages can be made of it. */
const TEXT_CHARACTERS = 8_000;
const MAX_TEXT_CHARACTERS = 2_000_000;

/** Parley's own tool hands a task to an agent: an agent that could call it would call itself. */
const OWN = /^parley/i;

export const vscodeToolsTool = defineTool({
  name: 'vscode_tools',
  title: 'Tools of VS Code',
  description: `Tools of other extensions in the user's VS Code, as far as the user has chosen them for agents.
op "list": their names, descriptions and the JSON Schemas of their input. "invoke": calls \`tool\` with \`input\`; the user \
may be asked first. A long text result is in several items.`,
  isReadOnly: false,
  isOffered: (session) => chosen(session).length > 0,
  args: z.object({
    op: z.enum(['list', 'invoke']),
    tool: z.optional(z.string().check(z.maxLength(500), z.describe('The name of a tool'))),
    input: z.optional(z.record(z.string(), z.unknown())),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, tool, input = {}, limit, cursor }, context) => {
    const { pages, session } = context;
    if (cursor !== undefined) return pages.next(cursor, limit);
    const tools = chosen(session);
    if (op === 'list') return pages.first(tools, limit, listed);
    const name = required(tool, 'tool', op);
    if (!tools.some((each) => each.name === name)) throw notChosen();
    return pages.first(await invoked(name, input, context), limit, (each) => each);
  },
});

function chosen({ offersTool }: ToolContext['session']): readonly vscode.LanguageModelToolInformation[] {
  return vscode.lm.tools.filter(({ name }) => !OWN.test(name) && offersTool(name));
}

function notChosen(): ToolError {
  return new ToolError('There is no such tool among those that the user has chosen: see op "list".');
}

function listed({ name, description, inputSchema }: vscode.LanguageModelToolInformation): object {
  const isShort = JSON.stringify(inputSchema ?? {}).length <= MAX_SCHEMA_CHARACTERS;
  return {
    tool: name,
    description: description.slice(0, MAX_DESCRIPTION_CHARACTERS),
    ...(isShort ? { inputSchema: inputSchema ?? {} } : { note: 'Its JSON Schema is too long to be shown.' }),
  };
}

async function invoked(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { session, signal }: ToolContext,
): Promise<readonly object[]> {
  const permit = await session.askToCall({ name, input }, signal);
  const cancellation = new vscode.CancellationTokenSource();
  try {
    // The user may have changed the choice while they were asked.
    if (!chosen(session).some((each) => each.name === name)) throw notChosen();
    // Without a token of a chat, VS Code asks by a dialog where the tool wants to be confirmed.
    const asked = vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, cancellation.token);
    const answered = Promise.resolve(asked).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(`The tool failed: ${reason.slice(0, 2_000)}`);
    });
    const { content } = await within(answered, { milliseconds: CALL_TIMEOUT_MS, signal, what: 'The tool' });
    const items = resultItems(content);
    permit.close('completed');
    return items;
  } catch (error) {
    cancellation.cancel();
    permit.close('failed');
    throw error;
  } finally {
    cancellation.dispose();
  }
}

/** The parts of a result, bounded. What is no text is named. */
function resultItems(content: readonly unknown[]): readonly object[] {
  let left = MAX_TEXT_CHARACTERS;
  return content.flatMap((part): readonly object[] => {
    const text = textOf(part);
    if (text === undefined) return [{ note: 'A part of the result is no text, and is left out.' }];
    const shown = text.slice(0, left);
    left -= shown.length;
    const pieces = Array.from({ length: Math.ceil(shown.length / TEXT_CHARACTERS) }, (_, index) => ({
      text: shown.slice(index * TEXT_CHARACTERS, (index + 1) * TEXT_CHARACTERS),
    }));
    return shown.length === text.length ? pieces : [...pieces, { note: 'The rest of it is left out.' }];
  });
}

function textOf(part: unknown): string | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelPromptTsxPart) return JSON.stringify(part.value) ?? '';
  return undefined;
}
