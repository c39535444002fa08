// Whether a rule matches a request: rules that allow must match all of it, restrictive rules any of it.
import type { ShellFamily } from './commands/commandLine.ts';
import {
  CHANGING_KINDS,
  COMMAND_KINDS,
  FILE_KINDS,
  mayHideCommand,
  mayHidePath,
  mayHideTool,
  type McpTool,
  type RequestFacts,
} from './requestFacts.ts';
import type { Match } from './match.ts';
import { areAllAllowed, isAnyRestricted } from './commands/matchCommand.ts';
import { filesOfCommands } from './commands/commandFiles.ts';
import { affected, areAllInside, placesOf, type PathScope } from './matchPath.ts';
import type { PermissionRule } from './permissionRule.ts';
import { isSameFolder } from '../../paths/pathContainment.ts';
import { wholeFilesOf } from './wholeFolders.ts';

/** A request as rules see it. */
export interface JudgedRequest {
  readonly facts: RequestFacts;
  readonly scope: PathScope;
  /** Whether a file runs automatically. */
  readonly isProtected?: (path: string) => boolean;
}

/** Whether all that is asked for is what the rule allows. */
export function isAllowedBy(rule: PermissionRule, request: JudgedRequest): boolean {
  const { facts, scope, isProtected = () => false } = request;
  const { agent, kind, path, command, mcpTool } = rule;
  // Another mode may allow everything from then on, so it takes a rule that says so by name.
  if (kind === undefined && facts.kind === 'switch_mode') return false;
  return (
    (agent === undefined || agent.includes(facts.agent)) &&
    (kind === undefined || (kind.includes(facts.kind) && isOfKinds(facts, rule, kind))) &&
    (path === undefined || (namesAllPaths(facts) && areAllCovered(path, request))) &&
    (command === undefined ||
      (isForCommands(facts, scope) && areAllAllowed(facts.commands, command, { scope, isProtected }))) &&
    (mcpTool === undefined ||
      readingsOf(facts.mcpTool).every((tool) => mcpTool.some((pattern) => isTool(tool, pattern))))
  );
}

/**
 * Whether what a request carries is of the kinds that a rule names: agents run commands under kinds that only look, and an
 * agent may say of a change that it only looks.
 */
function isOfKinds(
  { kind, commands, hasChange, mayRun }: RequestFacts,
  { command, mcpTool }: PermissionRule,
  kinds: readonly string[],
): boolean {
  const isRun = (mayRun || commands.length > 0) && command === undefined && mcpTool === undefined;
  const isChanging = hasChange && !CHANGING_KINDS.has(kind);
  return (!isRun || kinds.includes('execute')) && (!isChanging || kinds.includes('edit'));
}

/** Whether each path matches a glob. Who may read every file of the session's folder may read the folder. */
function areAllCovered(globs: readonly string[], { facts, scope }: JudgedRequest): boolean {
  const { kind, paths, innerPaths, possibleFiles, hasMorePaths, arePathsExact } = facts;
  const coversFolder = (kind === 'read' || kind === 'search') && globs.includes('**');
  const isCovered = (path: string, isExact = false): boolean =>
    (coversFolder && isSameFolder(path, scope.cwd)) || areAllInside([path], globs, scope, isExact);
  return (
    paths.length > 0 &&
    !hasMorePaths &&
    paths.every((path) => isCovered(path, arePathsExact)) &&
    innerPaths.every((inner) => isCovered(inner)) &&
    possibleFiles.every((possible) => !isFileElsewhere(possible, scope) || isCovered(possible))
  );
}

/**
 * Whether a text is plainly a file outside the session's folder, or where one may be made: an address of one, or a path
 * or a pattern of which the beginning is there.
 */
function isFileElsewhere(text: string, scope: PathScope): boolean {
  // Separators alone begin a comment in many languages.
  if (/^[\\/]*$/.test(text) || areAllInside([text], ['**'], scope)) return false;
  const begin = /^(?:~|(?:\.\.[\\/])+|(?:[a-z]:)?[\\/]+[^\\/*?[{]+)/i.exec(text)?.[0];
  return (
    /^file:/i.test(text) ||
    [text, begin ?? ''].some(
      (path) => path !== '' && scope.exists?.(placesOf(path, scope)[0] ?? path) === true,
    )
  );
}

/** Whether any of what is asked for is what a restrictive rule (ask or deny) is about. */
export function isRestrictedBy(rule: PermissionRule, { facts, scope }: JudgedRequest): Match {
  const { agent, kind, path, command, mcpTool } = rule;
  if (agent?.includes(facts.agent) === false || kind?.includes(facts.kind) === false) return 'no';
  return all([
    path === undefined ? 'yes' : affectsPath(path, facts, scope),
    command === undefined ? 'yes' : runsCommand(command, facts, scope.family),
    mcpTool === undefined ? 'yes' : callsTool(mcpTool, facts),
  ]);
}

function affectsPath(globs: readonly string[], facts: RequestFacts, scope: PathScope): Match {
  const { paths, innerPaths, possiblePaths, commands, commandFolders, arePathsExact } = facts;
  const { files, possible, areAll } = filesOfCommands(commands, commandFolders, scope);
  const named = [
    affected(paths, globs, scope, arePathsExact),
    affected(innerPaths, globs, scope),
    affected(files, globs, scope, true),
  ];
  if (named.includes('yes')) return 'yes';
  const whole = wholeFilesOf(facts, scope);
  const mayBe =
    !areAll ||
    !whole.areAll ||
    affected(whole.paths, globs, scope, true) === 'yes' ||
    facts.hasMorePaths ||
    affected(possiblePaths, globs, scope) === 'yes' ||
    affected(possible, globs, scope, true) === 'yes';
  return mayBe || named.includes('unknown') || mayHidePath(facts) ? 'unknown' : 'no';
}

function runsCommand(prefixes: readonly string[], facts: RequestFacts, family: ShellFamily): Match {
  return mayHideCommand(facts) ? 'unknown' : isAnyRestricted(facts.commands, prefixes, family);
}

function callsTool(patterns: readonly string[], facts: RequestFacts): Match {
  if (patterns.some((pattern) => readingsOf(facts.mcpTool).some((tool) => isTool(tool, pattern))))
    return 'yes';
  const mayBe = facts.toolTexts.some((text) => patterns.some((pattern) => mayName(text, pattern)));
  return mayBe || mayHideTool(facts) ? 'unknown' : 'no';
}

/** Whether a text has the words of a server and its tool, in whatever case and with whatever between them. */
function mayName(text: string, pattern: string): boolean {
  const slash = pattern.indexOf('/');
  return [/[^\p{L}\p{N}]+/u, /[^\p{L}\p{N}]+|(?<=[a-z\d])(?=[A-Z])/u].some((between) => {
    const wordsOf = (words: string): string => ` ${words.split(between).join(' ').trim().toLowerCase()} `;
    const tool = wordsOf(pattern.slice(slash + 1));
    if (slash < 0) return tool.trim() !== '' && wordsOf(text).endsWith(tool);
    // A server with all of its tools has no words for these.
    return [wordsOf(pattern.slice(0, slash)), tool].every(
      (part) => part.trim() === '' || wordsOf(text).includes(part),
    );
  });
}

/** Commands and MCP tools may affect more files than they name. */
function namesAllPaths({ kind, commands, mcpTool }: RequestFacts): boolean {
  return FILE_KINDS.has(kind) && commands.length === 0 && mcpTool === undefined;
}

/**
 * Whether a request is for commands alone. The command in the arguments of an MCP tool may be anything, and in another
 * folder a command does something else; a change, and files elsewhere, are another request.
 */
function isForCommands(facts: RequestFacts, scope: PathScope): boolean {
  const { kind, mcpTool, commandFolders, hasChange, paths, innerPaths, hasMorePaths } = facts;
  return (
    COMMAND_KINDS.has(kind) &&
    mcpTool === undefined &&
    !hasChange &&
    !hasMorePaths &&
    commandFolders.every((folder) => isSameFolder(folder, scope.cwd)) &&
    [...paths, ...innerPaths].every(
      (path) => isSameFolder(path, scope.cwd) || areAllInside([path], ['**'], scope, facts.arePathsExact),
    )
  );
}

/** Each server and tool that a name may mean. */
function readingsOf(tool: McpTool | undefined): readonly (McpTool | undefined)[] {
  return [tool, ...(tool?.others ?? [])];
}

/** `server/tool`, `server/*`, or the tool's name alone. */
function isTool(tool: McpTool | undefined, pattern: string): boolean {
  if (tool === undefined) return false;
  if (pattern === tool.tool || pattern === '*') return true;
  return (
    tool.server !== undefined && (pattern === `${tool.server}/${tool.tool}` || pattern === `${tool.server}/*`)
  );
}

function all(matches: readonly Match[]): Match {
  if (matches.includes('no')) return 'no';
  return matches.includes('unknown') ? 'unknown' : 'yes';
}
