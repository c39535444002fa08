// The title of a call of Parley's own MCP server, which each agent spells in its own way.
import * as z from 'zod/mini';
import { ownValue } from '../../base/ownValue.ts';
import { parseJson } from '../../text/parseJson.ts';
import { oneLine } from '../../text/oneLine.ts';
import { sessionStrings } from '../sessionStrings.ts';
import type { ToolCall } from './state.ts';

const SERVER = 'parley-ide';

const TOOLS = [
  'diagnostics',
  'code_navigate',
  'editor_context',
  'git_state',
  'refactor',
  'review_comments',
  'run_check',
  'session_history',
  'vscode_tools',
] as const;
type Tool = (typeof TOOLS)[number];

const names = TOOLS.join('|');
/** Some agents allow no hyphen in the names of tools. */
const SPELLED = SERVER.replace('-', '[-_]');
/** `mcp.parley-ide.diagnostics`, `mcp__parley_ide__diagnostics`, `parley-ide_diagnostics`, `parley-ide: diagnostics`. */
const SERVER_FIRST = new RegExp(
  `(?:^|[\\s"'(]|\\bmcp[._:/-]{1,3})${SPELLED}[\\s._:/-]{1,4}(${names})(?![a-z_])`,
  'i',
);
/** `diagnostics (parley-ide MCP Server)`. */
const TOOL_FIRST = new RegExp(`(?:^|[^a-z_])(${names}) \\(${SPELLED}(?![a-z_-])`, 'i');

const invocation = z.object({ server: z.literal(SERVER), tool: z.enum(TOOLS) });
const anyInvocation = z.object({ server: z.string(), tool: z.string() });
const fields = z.record(z.string(), z.unknown());

/** Where agents have what a tool is called with, in the input of the call. */
const ARGUMENT_FIELDS = ['arguments', 'args', 'input', 'parameters', 'invocation'] as const;
const MAX_LEVELS = 3;

/** The tool of `parley-ide` that is called, as the agent says. */
export function ideToolOf({ title, name, rawInput }: ToolCall): Tool | undefined {
  for (const said of [name ?? '', title]) {
    const text = said.slice(0, 300);
    const found = SERVER_FIRST.exec(text)?.[1] ?? TOOL_FIRST.exec(text)?.[1];
    const tool = TOOLS.find((each) => each === found?.toLowerCase());
    if (tool !== undefined) return tool;
  }
  const input = fields.safeParse(rawInput).data ?? {};
  return [input, input['invocation']].flatMap((value) => invocation.safeParse(value).data?.tool ?? [])[0];
}

/** Whether a tool of any MCP server is called: what it answers is not what a command printed, whatever its kind. */
export function isMcpCall(call: ToolCall): boolean {
  if (call.name?.startsWith('mcp__') === true || /^mcp(?:__|\.)\w/.test(call.title)) return true;
  return ideToolOf(call) !== undefined || anyInvocation.safeParse(call.rawInput).success;
}

/** What the call does, in words; undefined for a call of anything else. */
export function ideToolTitle(call: ToolCall): string | undefined {
  const tool = ideToolOf(call);
  if (tool === undefined) return undefined;
  const input = argumentsOf(call.rawInput, MAX_LEVELS) ?? {};
  const text = (field: string): string => {
    const value = input[field];
    return typeof value === 'string' ? oneLine(value.slice(0, 200)) : '';
  };
  const file = nameOf(text('path'));
  const { ideTools } = sessionStrings;
  switch (tool) {
    case 'diagnostics':
      if (text('op') === 'new_since_turn') return ideTools.newProblems();
      return file === '' ? ideTools.problems() : ideTools.problemsOf(file);
    case 'code_navigate':
      return on(ideTools.codeNavigation(), text('symbol') || text('query') || file);
    case 'editor_context':
      if (text('op') === 'open' && file !== '') return ideTools.openFile(file);
      return (ownValue(ideTools.editor, text('op')) ?? ideTools.editors)();
    case 'git_state':
      return text('op') === 'diff' ? ideTools.gitDiff() : ideTools.gitStatus();
    case 'refactor':
      return on(
        ownValue(ideTools.refactoring, text('op'))?.() ?? ideTools.refactor(),
        text('symbol') || text('title') || file,
      );
    case 'review_comments':
      return text('op') === 'resolve' ? ideTools.resolveComment() : ideTools.reviewComments();
    case 'run_check':
      return text('op') === 'run' ? on(ideTools.runTask(), text('task')) : ideTools.tasks();
    case 'session_history':
      return ideTools.sessionHistory();
    case 'vscode_tools':
      return on(ideTools.vscodeTool(), text('op') === 'invoke' ? text('tool') : '');
  }
}

function on(action: string, subject: string): string {
  return subject === '' ? action : sessionStrings.toolOn(action, subject);
}

function argumentsOf(value: unknown, levels: number): Readonly<Record<string, unknown>> | undefined {
  const input = fields.safeParse(parsed(value)).data;
  if (input === undefined || levels === 0) return undefined;
  if (typeof input['op'] === 'string') return input;
  return ARGUMENT_FIELDS.map((field) => argumentsOf(input[field], levels - 1)).find(
    (found) => found !== undefined,
  );
}

/** Some agents have the arguments as JSON in a text. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' && value.length < 10_000 ? parseJson(value) : value;
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
}
