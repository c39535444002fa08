// Whether a rule matches a request: rules that allow must match all of it, rules that hold back any of it.
import type { ShellFamily } from './commandLine.ts';
import {
  COMMAND_KINDS,
  FILE_KINDS,
  mayHideCommand,
  mayHidePath,
  mayHideTool,
  type McpTool,
  type RequestFacts,
} from './requestFacts.ts';
import { areAllAllowed, isAnyHeldBack } from './matchCommand.ts';
import { areAllInside, isAnyTouched, type PathScope } from './matchPath.ts';
import type { PermissionRule } from './permissionRule.ts';

/** `maybe`: the request does not tell enough to say no. */
export type Match = 'yes' | 'no' | 'maybe';

/** A request as rules see it. */
export interface JudgedRequest {
  readonly facts: RequestFacts;
  readonly scope: PathScope;
}

/** Whether all that is asked for is what the rule allows. */
export function isAllowedBy(rule: PermissionRule, { facts, scope }: JudgedRequest): boolean {
  const { agent, kind, path, command, mcpTool } = rule;
  // Another mode may allow everything from then on, so it takes a rule that says so by name.
  if (kind === undefined && facts.kind === 'switch_mode') return false;
  return (
    (agent === undefined || agent.includes(facts.agent)) &&
    (kind === undefined || kind.includes(facts.kind)) &&
    (path === undefined || (tellsAllPaths(facts) && areAllInside(facts.paths, path, scope))) &&
    (command === undefined || (tellsCommand(facts) && areAllAllowed(facts.commands, command))) &&
    (mcpTool === undefined || mcpTool.some((pattern) => isTool(facts.mcpTool, pattern)))
  );
}

/** Whether any of what is asked for is what the rule holds back. */
export function isHeldBackBy(rule: PermissionRule, { facts, scope }: JudgedRequest): Match {
  const { agent, kind, path, command, mcpTool } = rule;
  return all([
    agent === undefined || agent.includes(facts.agent) ? 'yes' : 'no',
    kind === undefined || kind.includes(facts.kind) ? 'yes' : 'no',
    path === undefined ? 'yes' : touches(path, facts, scope),
    command === undefined ? 'yes' : runs(command, facts, scope.family),
    mcpTool === undefined ? 'yes' : calls(mcpTool, facts),
  ]);
}

function touches(globs: readonly string[], facts: RequestFacts, scope: PathScope): Match {
  if (isAnyTouched(facts.paths, globs, scope)) return 'yes';
  return mayHidePath(facts) ? 'maybe' : 'no';
}

function runs(prefixes: readonly string[], facts: RequestFacts, family: ShellFamily): Match {
  return mayHideCommand(facts) ? 'maybe' : isAnyHeldBack(facts.commands, prefixes, family);
}

function calls(patterns: readonly string[], facts: RequestFacts): Match {
  if (patterns.some((pattern) => isTool(facts.mcpTool, pattern))) return 'yes';
  return mayHideTool(facts) ? 'maybe' : 'no';
}

/** Commands and MCP tools may touch more than they name. */
function tellsAllPaths({ kind, commands, mcpTool }: RequestFacts): boolean {
  return FILE_KINDS.has(kind) && commands.length === 0 && mcpTool === undefined;
}

/** What an MCP tool takes as its command may be anything. */
function tellsCommand({ kind, mcpTool }: RequestFacts): boolean {
  return COMMAND_KINDS.has(kind) && mcpTool === undefined;
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
  return matches.includes('maybe') ? 'maybe' : 'yes';
}
