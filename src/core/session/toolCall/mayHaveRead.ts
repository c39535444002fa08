// Whether an agent may have learned what a file says without asking Parley: by a call that names the file.
import { findLastEntry, type Entry, type EntryPages, type ToolEntry } from '../entries.ts';

/** Kinds of calls that write the files they name: what they were made from, the agent knew before. */
const WRITING_KINDS = new Set(['edit', 'delete', 'move']);

/**
 * Whether a call that began since then, in epoch milliseconds, names a file by this name, in its title, its input or its
 * locations: a command that prints it, a tool of the agent's own that reads it, or an edit that was made. Calls that reach a
 * file without its name (`cat *`) do not count: what the user saved meanwhile stays, whether the agent has seen it or not.
 */
export function mayHaveRead(entries: EntryPages, name: string, since: number): boolean {
  const isNaming = ({ call }: ToolEntry): boolean => {
    if (WRITING_KINDS.has(call.kind) && call.status !== 'completed') return false;
    const { title, rawInput, locations, content } = call;
    const diffs = content.flatMap((part) => (part.type === 'diff' ? part.path : []));
    return JSON.stringify([title, rawInput, locations, diffs]).includes(JSON.stringify(name).slice(1, -1));
  };
  const isLast = (each: Entry): each is Entry => each.at < since || (each.kind === 'tool' && isNaming(each));
  const last = findLastEntry(entries, isLast);
  return last !== undefined && last.found.at >= since;
}
