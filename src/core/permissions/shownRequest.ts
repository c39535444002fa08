// What of a permission request its card shows without being unfolded: only that can be allowed for more than the agent.
import type { ToolCall } from '../session/toolCall/state.ts';
import { oneLine } from '../text/oneLine.ts';
import { commandText } from './policy/commands/commandFields.ts';
import { factsOf } from './policy/requestFacts.ts';

/** How many files a card names before it folds the rest away. */
export const MAX_SHOWN_PATHS = 12;

/** How much of a command a card shows before it folds the rest away. */
export const MAX_SHOWN_CHARACTERS = 4_000;

/** ACP's kinds whose input may have a field of that name that is not a command line. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'think', 'fetch', 'switch_mode']);

/** The command line of a call as the agent wrote it, where its card shows it as one; undefined where it has none. */
export function commandOnCard(call: ToolCall): string | undefined {
  if (OTHER_KINDS.has(call.kind)) return undefined;
  // A text as input is a command only where the call says that it runs one.
  if (typeof call.rawInput === 'string' && call.kind !== 'execute') return undefined;
  return commandText(call);
}

/** A longer title is not compared with the command. */
const MAX_COMPARED_LENGTH = 10_000;

/** Whether a title only repeats the command, as some agents do: plain, after a `$`, as code, or with what it is for. */
export function repeatsCommand(title: string, command: string): boolean {
  // A long one is cut in the title, and takes long to compare.
  if (title.length > MAX_COMPARED_LENGTH) return false;
  const bare = title.replace(/^\$ /, '').replace(/^(`+)(.*)\1$/, '$2');
  const line = oneLine(command);
  return (
    [bare, bare.replace(/^Run /, '')].includes(line) || (bare.startsWith(`${line} (`) && bare.endsWith(')'))
  );
}

/** `Edit a.ts`, as agents title a change. */
const EDIT_TITLE = /^(?<verb>Edit|Write) (?<ticks>`?)(?<file>.+)\k<ticks>$/;

export interface EditTitle {
  readonly isWrite: boolean;
  readonly file: string;
}

/** What a title says of a change, where it says nothing else and names the only file of the call. */
export function editInTitle(title: string, { kind, content, locations }: ToolCall): EditTitle | undefined {
  if (kind !== 'edit' || title.length > MAX_COMPARED_LENGTH) return undefined;
  const { verb, file } = EDIT_TITLE.exec(title)?.groups ?? {};
  const changed = content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const [path, ...others] = new Set([...changed, ...locations.map((location) => location.path)]);
  if (file === undefined || path === undefined || others.length > 0) return undefined;
  const isNamed = path === file || path.endsWith(`/${file}`) || path.endsWith(`\\${file}`);
  return isNamed ? { isWrite: verb === 'Write', file } : undefined;
}

/** Whether a card shows all of the command, and not only its beginning. */
export function showsWholeCommand(call: ToolCall): boolean {
  const command = commandOnCard(call);
  return command !== undefined && command.length <= MAX_SHOWN_CHARACTERS;
}

/** The files of a call as its card shows them; none where it folds some away, or its input names others. */
export interface ShownFiles {
  /** The fields whose change the card shows. */
  readonly changed: readonly string[];
  /** All of them. */
  readonly all: readonly string[];
}

const NONE: ShownFiles = { changed: [], all: [] };

/**
 * The files that a card shows. What the raw input names beside them is the model's own and stands in no fixed place, so
 * it can only take away. `isSame`: whether two paths, as written, are one.
 */
export function shownFiles(call: ToolCall, isSame: (one: string, other: string) => boolean): ShownFiles {
  const changed = call.content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const all = [...changed, ...call.locations.map(({ path }) => path)];
  if (all.length > MAX_SHOWN_PATHS) return NONE;
  const named = factsOf('', call, 'posix').paths;
  return named.every((path) => all.some((shown) => isSame(path, shown))) ? { changed, all } : NONE;
}
