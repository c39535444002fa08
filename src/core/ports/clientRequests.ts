// What an agent does through Parley without having asked: reads and writes of files, commands. The tool calls they make.
import type { FileUse } from './fileAccess.ts';
import { visiblePath } from '../paths/visiblePath.ts';
import type { PermissionOption } from '../session/model.ts';
import type { ToolCallPatch } from '../session/toolCall.ts';
import { commandLineText } from './agentTerminals.ts';

/** A command that an agent starts in a terminal of Parley's. */
export interface CommandClientRequest {
  readonly use: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** Variables besides those of Parley. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** A file that an agent reads or writes through Parley. */
export interface FileClientRequest {
  readonly use: FileUse;
  /** As the agent sent it. */
  readonly path: string;
  /** Where it leads: absolute, without symbolic links. */
  readonly real: string;
  /** Whether that is in the session's folders. */
  readonly isInside: boolean;
  /** The text to write. */
  readonly content?: string;
  /** The text there is, to be shown beside it; undefined when there is none or it is no text. Never rejects. */
  readonly before?: () => Promise<string | undefined>;
}

export type ClientRequest = CommandClientRequest | FileClientRequest;

/** The leave to go on. */
export interface Permit {
  /** What the user made of the text to write; absent when it is to be written as it is. */
  readonly content?: string;
  /** Tells how it ended, for the card of the question where there was one. */
  readonly close: (status: 'completed' | 'failed') => void;
}

/** The words a rule or a refusal knows of an access by. */
export function accessName(access: ClientRequest): string {
  if (access.use === 'command') return commandLineText(access.command, access.args);
  return visiblePath(access.real);
}

/** The answers the user can give: an agent that asked nobody has no words of its own for them. */
export function accessOptions(access: ClientRequest): readonly PermissionOption[] {
  const lasting: readonly PermissionOption[] = isOutside(access)
    ? [{ optionId: 'session', name: 'Allow for this session', kind: 'allow_always' }]
    : [];
  return [
    { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
    ...lasting,
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ];
}

/** Whether it reaches out of the session's folders: then the user is asked whatever the rules allow (R78). */
export function isOutside(access: ClientRequest): boolean {
  return access.use !== 'command' && !access.isInside;
}

/** The tool call that stands for an access, as rules see it and the card shows it. `before`: the text there is. */
export function accessCall(toolCallId: string, access: ClientRequest, before?: string): ToolCallPatch {
  return access.use === 'command'
    ? commandCall(toolCallId, access)
    : { ...fileCall(toolCallId, access), ...diffOf(access, before) };
}

function commandCall(toolCallId: string, { command, args, env, cwd }: CommandClientRequest): ToolCallPatch {
  const hasVariables = Object.keys(env).length > 0;
  return {
    toolCallId,
    title: `Run ${commandLineText(command, args)}`,
    kind: 'execute',
    rawInput: { command: [command, ...args], cwd, ...(hasVariables ? { env } : {}) },
  };
}

function fileCall(toolCallId: string, { use, path, real, isInside }: FileClientRequest): ToolCallPatch {
  const verb = use === 'read' ? 'Read' : 'Write';
  const place = isInside ? '' : ' outside the folders of this session';
  return {
    toolCallId,
    title: `${verb}${place}: ${visiblePath(real)}`,
    kind: use === 'read' ? 'read' : 'edit',
    // Where a link stands for the file, both are what rules may name.
    locations: [...new Set([real, path])].map((named) => ({ path: named })),
  };
}

function diffOf(
  { use, real, content }: FileClientRequest,
  before: string | undefined,
): Partial<ToolCallPatch> {
  if (use === 'read' || content === undefined) return {};
  const old = before === undefined ? {} : { oldText: before };
  return { content: [{ type: 'diff', path: real, ...old, newText: content }] };
}
