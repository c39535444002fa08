// Reads the arguments of commands: they come from key bindings, menus and other extensions, so anything may be there.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LineRange } from '../../core/changes/lines.ts';
import { menuContext, type MenuContext } from '../../core/panel/menuContext.ts';

/** What a command is called with. */
export type RawArguments = readonly unknown[];

/** Says of a command on a session that the session opens in the sidebar. */
export const IN_SIDEBAR = 'sidebar';

const agentNode = z.object({ kind: z.literal('agent'), agent: z.string() });
const sessionNode = z.object({ kind: z.literal('session'), id: z.string() });

/** A change as VS Code's gutter hands it over: 1-based lines; an end of 0 means none, after the start. */
const lineChange = z.object({ modifiedStartLineNumber: z.number(), modifiedEndLineNumber: z.number() });

/** The name of an agent: given as such, or by a row of the Sessions view. */
export function agentArgument(argument: unknown): string | undefined {
  const parsed = agentNode.safeParse(argument);
  return parsed.success ? parsed.data.agent : textArgument(argument);
}

/** A text that is not empty. */
export function textArgument(argument: unknown): string | undefined {
  return typeof argument === 'string' && argument !== '' ? argument : undefined;
}

/** The id of a session: given as such, or by a row of the Sessions view. */
export function sessionArgument(argument: unknown): string | undefined {
  const parsed = sessionNode.safeParse(argument);
  return parsed.success ? parsed.data.id : textArgument(argument);
}

/**
 * The file that an editor, the Source Control view or another extension means. A row of Parley in the Source Control view
 * means it in one session.
 */
export function fileArgument(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const isRow = typeof argument === 'object' && argument !== null && 'original' in argument;
  if (isRow && argument.original instanceof vscode.Uri) return argument.original;
  const isState = typeof argument === 'object' && argument !== null && 'resourceUri' in argument;
  return isState && argument.resourceUri instanceof vscode.Uri ? argument.resourceUri : undefined;
}

/** The lines (0-based) of one of the changes in the gutter. */
export function linesArgument(changes: unknown, index: unknown): LineRange | undefined {
  const parsed = z.array(lineChange).safeParse(changes);
  const change = parsed.success && typeof index === 'number' ? parsed.data[index] : undefined;
  if (change === undefined) return undefined;
  const { modifiedStartLineNumber: start, modifiedEndLineNumber: end } = change;
  return end === 0 ? { start, end: start } : { start: start - 1, end };
}

/** Where in a panel the context menu was opened. */
function menuArgument(argument: unknown): MenuContext | undefined {
  const parsed = menuContext.safeParse(argument);
  return parsed.success ? parsed.data : undefined;
}

/** A command without arguments. */
export const nothing = (): object => ({});
/** One session, or those that are selected in the Sessions view beside it. */
export const onSessions = ([session, selected]: RawArguments) => {
  const id = sessionArgument(session);
  const all = Array.isArray(selected) ? selected.flatMap((each) => sessionArgument(each) ?? []) : [];
  return { session: id, sessions: all.length > 0 ? all : id === undefined ? [] : [id] };
};

export const onSession = ([session]: RawArguments) => ({ session: sessionArgument(session) });
export const onAgent = ([agent]: RawArguments) => ({ agent: agentArgument(agent) });
export const onFile = ([file]: RawArguments) => ({ file: fileArgument(file) });
export const onPlace = ([place]: RawArguments) => ({ menu: menuArgument(place) });
/** VS Code's menus hand over things of many kinds, and all that are selected. */
export const onTargets = (targets: RawArguments) => ({
  targets: targets.filter((target) => target !== undefined && target !== null),
});
/** What VS Code's menus of comments hand over. */
export const onTarget = ([target]: RawArguments) => ({ target });
export const onLines = ([file, changes, index, text]: RawArguments) => ({
  file: fileArgument(file),
  lines: linesArgument(changes, index),
  text: textArgument(text),
});
