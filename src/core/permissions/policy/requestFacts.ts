// What a permission request is about, as far as rules can ask: agent, kind, paths, commands, MCP tool.
import * as z from 'zod/mini';
import { strings } from './commands/commandFields.ts';
import { commandInput } from './commands/commandInput.ts';
import type { CommandLine, ShellFamily } from './commands/commandLine.ts';
import type { ToolCall, ToolCallContent } from '../../session/toolCall/state.ts';
import { isPathKey, textPaths } from './textPaths.ts';
import { isOwnToolCall } from '../../session/toolCall/toolCallIds.ts';

/** A tool of an MCP server. */
export interface McpTool {
  /** Undefined when the agent names the tool alone. */
  readonly server: string | undefined;
  readonly tool: string;
  /** What else the same name may mean: where it separates the two is not certain. */
  readonly others?: readonly McpTool[];
}

/** What can be said about a request. Where a list is empty nothing is known, not that there is nothing. */
export interface RequestFacts {
  /** The agent's key in the settings. */
  readonly agent: string;
  /** ACP's tool kind, or any other word of the agent. */
  readonly kind: string;
  /** As the agent wrote them: absolute, or relative to the session's folder. */
  readonly paths: readonly string[];
  /** What else names files: fields at any level of the raw input, links that are shown, and the heads of patches. */
  readonly innerPaths: readonly string[];
  /** Other texts that may name a file. */
  readonly possiblePaths: readonly string[];
  /** The possible paths without those that are search terms alone. */
  readonly possibleFiles: readonly string[];
  /** Whether the request has more texts than are looked at. */
  readonly hasMorePaths: boolean;
  /** Whether Parley itself opens the paths, to the letter. */
  readonly arePathsExact: boolean;
  readonly commands: readonly CommandLine[];
  /** The folders that are named for the commands, as the agent wrote them. */
  readonly commandFolders: readonly string[];
  readonly mcpTool: McpTool | undefined;
  /** Whether it carries the change of a file. */
  readonly hasChange: boolean;
  /** Whether it carries code, or a command that is not among {@link commands}. */
  readonly mayRun: boolean;
  /** What may name the tool of an MCP server in other words. */
  readonly toolTexts: readonly string[];
  /** Whether the agent sent more than could be read, which may name any file. */
  readonly isIncomplete: boolean;
}

/** Kinds that affect no files but those they name. */
export const FILE_KINDS: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'move', 'search']);

/** ACP's kinds that run no commands. */
const KINDS_WITHOUT_COMMAND: ReadonlySet<string> = new Set([...FILE_KINDS, 'think', 'fetch', 'switch_mode']);

/** Kinds that change something. */
export const CHANGING_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute']);

/** Kinds under which agents run commands: some name the purpose of a command rather than that it is one. */
export const COMMAND_KINDS: ReadonlySet<string> = new Set(['execute', 'read', 'search']);

/** Whether a request may run a command that it does not name. */
export function mayHideCommand({ kind, commands, mcpTool, mayRun }: RequestFacts): boolean {
  return mayRun || (commands.length === 0 && mcpTool === undefined && !KINDS_WITHOUT_COMMAND.has(kind));
}

/** Whether a request may call an MCP tool that it does not name. */
export function mayHideTool({ kind, mcpTool, commands, paths }: RequestFacts): boolean {
  const isNamed = mcpTool !== undefined || commands.length > 0 || paths.length > 0;
  return !isNamed && !KINDS_WITHOUT_COMMAND.has(kind) && kind !== 'execute';
}

/** Words in the names of tools that run something, and of those that change the file that they name. */
const RUNNING_WORD = /^(?:run|exec|execute|bash|shell|terminal|command|powershell)$/;
const WRITING_WORD =
  /^(?:write|edit|create|delete|remove|move|rename|copy|patch|apply|replace|insert|append|update|save|mkdir|rm|mv|cp|touch|overwrite|truncate|unlink)$/;

/** Whether a request changes something, as far as it says: by its kind, what it carries, or the name of its tool. */
export function isChange(facts: RequestFacts): boolean {
  const { kind, hasChange, mayRun, commands, paths, innerPaths, toolTexts } = facts;
  if (CHANGING_KINDS.has(kind) || hasChange || mayRun || commands.length > 0) return true;
  const words = [kind, ...toolTexts].flatMap(wordsOf);
  const namesFile = paths.length > 0 || innerPaths.length > 0;
  return words.some((word) => RUNNING_WORD.test(word) || (namesFile && WRITING_WORD.test(word)));
}

/** The words of a name such as `mcp__fs__writeFile`, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** Kinds that change no file, if they are what they say. */
const HARMLESS_KINDS: ReadonlySet<string> = new Set(['read', 'search', 'fetch', 'think', 'switch_mode']);

/** Whether a request may write the files that it names. */
export function mayWrite({ kind, hasChange }: RequestFacts): boolean {
  return hasChange || !HARMLESS_KINDS.has(kind);
}

/** Whether a request may affect a file that it does not name. */
export function mayHidePath({ kind, paths }: RequestFacts): boolean {
  return paths.length === 0 && FILE_KINDS.has(kind);
}

const rawObject = z.record(z.string(), z.unknown());
const invocation = z.object({ server: z.string(), tool: z.string() });

/** The facts that a tool call reports. `family`: the shells of the machine the agent runs on. */
export function factsOf(agent: string, call: ToolCall, family: ShellFamily): RequestFacts {
  const raw = rawObject.safeParse(call.rawInput);
  const input = raw.success ? raw.data : {};
  const diffs = call.content.filter((content) => content.type === 'diff');
  const paths = [
    ...diffs.map(({ path }) => path),
    ...call.locations.map(({ path }) => path),
    ...pathsOf(input),
  ].filter((path) => path !== '');
  const { lines, folders } = commandInput(call.rawInput, family);
  const texts = isOwnToolCall(call)
    ? {
        innerPaths: [],
        possiblePaths: [],
        possibleFiles: [],
        hasMorePaths: false,
        hasChange: false,
        mayRun: false,
      }
    : textPaths(call.rawInput, call.content, lines.length > 0);
  return {
    agent,
    kind: call.kind,
    paths: [...new Set(paths)],
    ...texts,
    hasChange: diffs.length > 0 || texts.hasChange,
    arePathsExact: isOwnToolCall(call),
    commands: lines,
    commandFolders: folders,
    mcpTool: mcpToolOf(call, input),
    toolTexts: toolTextsOf(call, input, lines.length > 0 ? undefined : paths),
    isIncomplete: call.isIncomplete === true || call.content.some(isUnread),
  };
}

function isUnread(part: ToolCallContent): boolean {
  return part.type === 'unknown' || (part.type === 'content' && part.content.type === 'unknown');
}

function pathsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(input).flatMap(([key, value]) => {
    if (isPathKey(key)) return strings.safeParse(value).data ?? [];
    // An edit of several files as an object with their paths as keys.
    if (key === 'changes') return Object.keys(rawObject.safeParse(value).data ?? {});
    return [];
  });
}

/**
 * A name, what of a title may be one, and what the input says of a server or a tool. `paths` are those of the call;
 * undefined where its title is that of a command.
 */
function toolTextsOf(
  { name, title }: ToolCall,
  input: Readonly<Record<string, unknown>>,
  paths: readonly string[] | undefined,
): readonly string[] {
  const said = Object.entries(input).flatMap(([key, value]) =>
    /server|tool|^name$/i.test(key) && typeof value === 'string' ? value : [],
  );
  return [...(name === undefined ? namesIn(title, paths) : [name]), said.join(' ')].filter(
    (text) => text !== '',
  );
}

/** A title with more words is a sentence, unless it begins with a name and a colon. */
const MAX_WORDS_OF_NAME = 3;

/** What of a title may name a tool: all of a short one, and words that are no ordinary ones, but not the files it names. */
function namesIn(title: string, paths: readonly string[] | undefined): readonly string[] {
  if (!/\s/.test(title) || /\bMCP\b/.test(title)) return [title];
  if (paths === undefined) return [];
  const files = new Set(paths.flatMap((path) => [path, path.split(/[\\/]/).at(-1) ?? path]));
  const words = title.split(/\s+/).filter((word) => word !== '' && !files.has(word) && !/\.\w+$/.test(word));
  const isName = words.length <= MAX_WORDS_OF_NAME || /^[\w.-]+:\s/.test(title);
  return [isName ? words.join(' ') : words.filter((word) => /\w[_/]\w/.test(word)).join(' ')];
}

/**
 * From the tool's name where the agent gives one, because raw input is the model's own: only what is an invocation
 * and nothing else is taken from there.
 */
function mcpToolOf(call: ToolCall, input: Readonly<Record<string, unknown>>): McpTool | undefined {
  const name = call.name ?? '';
  if (/^mcp__.+__./s.test(name)) {
    // Either name may have the separator in it.
    const [first = { server: undefined, tool: name }, ...others] = [
      ...name.slice(5).matchAll(/(?<=.)(?=__.)/gs),
    ].map(({ index }) => ({
      server: name.slice(5, 5 + index),
      tool: name.slice(5 + index + 2),
    }));
    return { ...first, ...(others.length === 0 ? {} : { others }) };
  }
  if (call.name !== undefined) return undefined;
  const keys = Object.keys(input);
  const isInvocation = keys.every((key) => key === 'server' || key === 'tool' || key === 'arguments');
  const { data } = invocation.safeParse(
    isInvocation ? input : keys.length === 1 ? input['invocation'] : undefined,
  );
  return data;
}
