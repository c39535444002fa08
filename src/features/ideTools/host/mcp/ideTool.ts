// A tool of `parley-ide`: what it is called with, and what runs it.
import * as z from 'zod/mini';
import type { IdeToolName } from '../../../../core/mcp/ideServer.ts';
import type { Log } from '../../../../core/ports/hostPorts.ts';
import type { ServedSession } from '../../../../core/ports/servedSession.ts';
import type { TurnBaseline } from '../turnBaseline.ts';
import { MAX_PAGE_ITEMS, type ResultPages } from './resultPages.ts';
import { ToolError } from './toolError.ts';

/** What a tool has for one call. */
export interface ToolContext {
  readonly session: ServedSession;
  /** Undefined before the session's first turn. */
  readonly baseline: TurnBaseline | undefined;
  readonly pages: ResultPages;
  readonly log: Log;
  /** Aborts when the agent does not wait any more. */
  readonly signal: AbortSignal;
}

/** A tool as the server lists and calls it. */
export interface IdeTool {
  readonly name: IdeToolName;
  readonly title: string;
  readonly description: string;
  /** Whether it changes nothing, and starts nothing. */
  readonly isReadOnly: boolean;
  /** Whether a session gets it; every one where it is left out. */
  readonly isOffered?: (session: ServedSession) => boolean;
  /** The JSON Schema of its arguments. */
  readonly inputSchema: () => Record<string, unknown>;
  /** Rejects with a ToolError, or a FileAccessError, whose message is for the agent. */
  readonly run: (args: unknown, context: ToolContext) => Promise<object>;
}

/** The arguments that several tools have; positions count from 1, in UTF-16 units, as editors show them. */
export const fields = {
  path: z.string().check(z.minLength(1), z.maxLength(4_096), z.describe('Absolute path of the file')),
  line: z.int().check(z.gte(1), z.lte(100_000_000), z.describe('Line, from 1')),
  character: z
    .int()
    .check(z.gte(1), z.lte(100_000_000), z.describe('Character in the line, from 1 (UTF-16)')),
  limit: z.int().check(z.gte(1), z.lte(MAX_PAGE_ITEMS), z.describe('Items per page')),
  cursor: z.string().check(z.maxLength(40), z.describe('nextCursor of the page before')),
};

export function defineTool<S extends z.ZodMiniObject>(tool: {
  readonly name: IdeToolName;
  readonly title: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly isOffered?: (session: ServedSession) => boolean;
  readonly args: S;
  readonly run: (args: z.output<S>, context: ToolContext) => Promise<object>;
}): IdeTool {
  const { args: schema, run, ...rest } = tool;
  return {
    ...rest,
    inputSchema: () => {
      const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
      return json;
    },
    run: async (args, context) => {
      refuseOtherSession(args, context.session.id());
      const parsed = schema.safeParse(args ?? {});
      if (!parsed.success) throw new ToolError(parsed.error.issues.map(issueText).join(' '));
      return run(parsed.data, context);
    },
  };
}

/** No tool has such an argument. One that is passed over would have the agent take its own session for another. */
function refuseOtherSession(args: unknown, own: string | undefined): void {
  if (typeof args !== 'object' || args === null) return;
  for (const [name, value] of Object.entries(args)) {
    const isOwn = value === own || value === '' || value === null || value === undefined;
    if (isOwn || !/^session_?(?:id)?$/i.test(name)) continue;
    throw new ToolError(`The tools answer for your own session alone: call again without \`${name}\`.`);
  }
}

function issueText(issue: z.core.$ZodIssue): string {
  const name = issue.path.length === 0 ? 'The arguments' : `\`${issue.path.join('.')}\``;
  switch (issue.code) {
    case 'invalid_value':
      return `${name} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_type':
      // What zod calls an `int` is no word of JSON.
      return issue.expected === 'int'
        ? `${name} must be a whole number.`
        : `${name} must be of the type ${issue.expected}.`;
    case 'too_small':
      return `${name} must be at least ${issue.minimum}.`;
    case 'too_big':
      return `${name} must be at most ${issue.maximum}.`;
    default:
      return `${name} cannot be used.`;
  }
}

/** An argument that an `op` needs. Throws a ToolError where it is missing. */
export function required<T>(value: T | undefined, name: string, op: string): T {
  if (value === undefined) throw new ToolError(`\`${name}\` is missing: \`op\` "${op}" needs it.`);
  return value;
}
