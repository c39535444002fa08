// The title of a tool call for display: that of its agent, or what its input says where that is data or only a path.
import * as z from 'zod/mini';
import { ownValue } from '../../base/ownValue.ts';
import { commandText } from '../../permissions/policy/commands/commandFields.ts';
import { oneLine } from '../../text/oneLine.ts';
import { parseJson } from '../../text/parseJson.ts';
import { sessionStrings } from '../sessionStrings.ts';
import type { ToolCall } from './state.ts';
import { ideToolTitle } from './ideToolTitle.ts';

/** `read_files: {"files":[…` and the like, which agents also cut off in the middle. */
const DATA = /^(?:(?<tool>[\w.-]{1,60})\s*[:(]?\s*)?[{[](?=["'{[\]}\s]|$)/;

/** `run_commands: printf one`, where the command says it all. */
const TOOL_PREFIX = /^(?<tool>\w[\w.-]{0,60}): (?<rest>.+)$/;

/** `Edit file`, which names none. */
const UNNAMED_FILE = /^(?<verb>[A-Z][a-z]+)(?: the)? files?$/;

/** `Viewing .../…/hello.txt`, a path of which the beginning is cut. */
const CUT_PATH = /^(?<verb>\p{L}+) (?:\.\.\.|…)[/\\](?:.*[/\\])?(?<name>[^/\\]+)$/u;

/** `write`, `read_file`: the name of a tool and nothing else. */
const TOOL_NAME = /^[a-z]+(?:_[a-z]+)*$/;

/** What Gemini CLI adds to a command: the folder it runs in, and what the model says it is for. */
const COMMAND_NOTE = /^(?<command>.+?) \[current working directory [^\]]*\](?: \(.*\))?$/s;

/** What Gemini CLI makes of an edit after the name of its file: the texts, cut. */
const PREVIEW = / => /;

/** The colors that a title has from the output of a program. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const COLORS = /\x1b\[[\d;]*m/g;

const VERBS: Readonly<Record<string, (subject: string) => string>> = {
  read: sessionStrings.read,
  edit: sessionStrings.edit,
  delete: sessionStrings.deleteFile,
  move: sessionStrings.move,
  search: sessionStrings.search,
  fetch: sessionStrings.fetch,
};

/** The kinds that the name of a tool means where its call has none of ACP's. */
const KIND_BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/patch|edit|write|replace|create|insert/i, 'edit'],
  [/delete|remove/i, 'delete'],
  [/move|rename/i, 'move'],
  [/search|grep|glob|find|list/i, 'search'],
  [/fetch|browse|download|url|web/i, 'fetch'],
  [/read|view|open|cat/i, 'read'],
];

/** One line: the title of a call, else its name, else its kind, made readable. */
export function toolCallTitle(call: ToolCall): string {
  const known = titles.get(call);
  if (known !== undefined) return known;
  const title = titleOf(call);
  titles.set(call, title);
  return title;
}

/** A long title takes long to look at, and is asked for at every rendering. */
const titles = new WeakMap<ToolCall, string>();

/** The command that a title is, where its agent reports it nowhere else; undefined for a title in words. */
export function commandInTitle({ kind, title, rawInput }: ToolCall): string | undefined {
  if (kind !== 'execute' || (rawInput !== undefined && rawInput !== null)) return undefined;
  return COMMAND_NOTE.exec(title)?.groups?.['command'];
}

function titleOf(call: ToolCall): string {
  const own = ideToolTitle(call);
  if (own !== undefined) return own;
  const said = [call.title, call.name ?? '']
    .map((text) => oneLine(text.replace(COLORS, '')))
    .find((text) => text !== '');
  if (said === undefined) return fromInput(call, '') ?? kindName(call.kind);
  return readable(said, call) ?? said;
}

function readable(said: string, call: ToolCall): string | undefined {
  const data = DATA.exec(said);
  if (data !== null) {
    const json = said.slice(data[0].length - 1);
    if (!goesOn(json)) return fromInput(withInput(call, json), data.groups?.['tool'] ?? call.name ?? '');
  }
  const paths = pathsOf(call);
  const isPath = paths.some(
    (path) => path === said || path.endsWith(`/${said}`) || path.endsWith(`\\${said}`),
  );
  if (isPath || isBarePath(said)) return withVerb(call.kind, '', isPath ? said : nameOf(said));
  const unnamed = UNNAMED_FILE.exec(said)?.groups?.['verb'];
  const [only, ...others] = new Set(paths);
  if (only === undefined || others.length > 0) return unprefixed(said, call);
  const cut = CUT_PATH.exec(said)?.groups;
  if (cut !== undefined && nameOf(only) === cut['name']) return `${cut['verb'] ?? ''} ${nameOf(only)}`;
  // The name of the tool alone, as after a write that the user rejected.
  if (TOOL_NAME.test(said) && said !== nameOf(only)) return withVerb(call.kind, said, nameOf(only)) ?? said;
  if (unnamed !== undefined) return `${unnamed} ${nameOf(only)}`;
  const name = nameOf(only);
  const isPreview = call.kind === 'edit' && said.includes(`${name}: `) && PREVIEW.test(said);
  return isPreview ? withVerb('edit', '', name) : unprefixed(said, call);
}

/** The call with the data of its title as its input, where its agent reports none. */
function withInput(call: ToolCall, json: string): ToolCall {
  if (call.rawInput !== undefined && call.rawInput !== null) return call;
  const data = parseJson(json.replace(/\)$/, ''));
  // A list alone is the words of a command, or files.
  const rawInput = Array.isArray(data) ? { [call.kind === 'execute' ? 'command' : 'paths']: data } : data;
  return { ...call, rawInput };
}

/** Whether words stand behind the data that a text begins with: then it is a sentence. Data that is cut has no end. */
function goesOn(text: string): boolean {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/g)) {
    if (mark.startsWith('"')) continue;
    depth += mark === '{' || mark === '[' ? 1 : -1;
    if (depth === 0) return /[^\s),;.…]/.test(text.slice(index + 1));
  }
  return false;
}

/** The command alone, where the title is that after the name of a tool, or before a note. */
function unprefixed(said: string, call: ToolCall): string | undefined {
  if (call.kind !== 'execute') return undefined;
  const quoted = quotedCommand(said);
  if (quoted !== undefined) return quoted.trim();
  const noted = COMMAND_NOTE.exec(said)?.groups?.['command'];
  if (noted !== undefined) return noted;
  const rest = TOOL_PREFIX.exec(said)?.groups?.['rest'];
  const command = rest === undefined ? '' : oneLine(commandText(call) ?? '');
  return rest !== undefined && command.startsWith(rest.replace(/(\.\.\.|…)$/, '')) ? command : undefined;
}

/** The command between backticks, as Claude's adapter writes it; one that has some itself stands between more of them. */
function quotedCommand(said: string): string | undefined {
  const ticks = /^`+/.exec(said)?.[0];
  if (ticks === undefined) return undefined;
  const end = said.indexOf(ticks, ticks.length);
  const command = said.slice(ticks.length, end);
  return end + ticks.length === said.length && /[^`\s]/.test(command) ? command : undefined;
}

function fromInput(call: ToolCall, tool: string): string | undefined {
  const command = oneLine(commandText(call) ?? '');
  if (command !== '') return command;
  const paths = [...new Set([...pathsOf(call), ...inputTexts(call.rawInput, FILE_FIELDS)])];
  const names = paths.map(nameOf);
  const [first] = names.length > 0 ? names : inputTexts(call.rawInput, SUBJECT_FIELDS).map(oneLine);
  if (first === undefined) return tool === '' ? undefined : toolName(tool);
  const subject = names.length > 1 ? sessionStrings.andMore(first, names.length - 1) : first;
  return (
    withVerb(call.kind, tool, subject) ??
    sessionStrings.toolOn(tool === '' ? kindName(call.kind) : toolName(tool), subject)
  );
}

function withVerb(kind: string, tool: string, subject: string): string | undefined {
  const byName = KIND_BY_NAME.find(([pattern]) => pattern.test(tool))?.[1] ?? '';
  return (ownValue(VERBS, kind) ?? ownValue(VERBS, byName))?.(subject);
}

/** A kind that agents made themselves says something, `other` does not. */
function kindName(kind: string): string {
  const name = toolName(kind);
  return name === '' || name === 'other' ? sessionStrings.toolCall() : name;
}

function toolName(tool: string): string {
  return oneLine(tool.replaceAll(/[_-]+/g, ' '));
}

function isBarePath(text: string): boolean {
  return /^(?:\/|~\/|[A-Za-z]:[\\/])[^\s:*?"<>|]+$/.test(text) && /\w$/.test(text);
}

function pathsOf({ content, locations }: ToolCall): readonly string[] {
  const changed = content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  return [...changed, ...locations.map(({ path }) => path)];
}

function nameOf(path: string): string {
  return oneLine(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}

const FILE_FIELDS = [
  'path',
  'file_path',
  'filePath',
  'file',
  'filename',
  'fileName',
  'paths',
  'files',
] as const;
const SUBJECT_FIELDS = ['pattern', 'query', 'regex', 'url', 'name', 'title'] as const;

const fields = z.record(z.string(), z.unknown());
const named = z.union([
  z.string(),
  z.pipe(
    z.object({ path: z.string() }),
    z.transform(({ path }) => path),
  ),
  z.pipe(
    z.object({ file_path: z.string() }),
    z.transform(({ file_path: path }) => path),
  ),
]);

/** How many items of a list are read. */
const MAX_ITEMS = 50;

function inputTexts(rawInput: unknown, names: readonly string[]): readonly string[] {
  const input = fields.safeParse(rawInput).data ?? {};
  return names
    .flatMap((name) => [input[name]].flat().slice(0, MAX_ITEMS))
    .flatMap((value) => named.safeParse(value).data ?? [])
    .filter((text) => text !== '');
}
