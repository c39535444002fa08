// The arguments of edit and write tools, in the shapes of all CLIs: whole content, one replacement, or several.
import * as z from 'zod';

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

const editArguments = z
  .object({
    content: text,
    oldText: text,
    newText: text,
    old_text: text,
    new_text: text,
    old_string: text,
    new_string: text,
    replace_all: flag,
    all: flag,
    edits: z.array(z.unknown()).optional().catch(undefined),
  })
  .catch({});

interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly everywhere: boolean;
}

export interface RequestedEdit {
  /** The whole new content; undefined where places are replaced. */
  readonly content: string | undefined;
  /** In order; undefined stands for one that cannot be understood. */
  readonly replacements: readonly (Replacement | undefined)[];
}

/** The edit that the arguments of a call ask for. */
export function requestedEdit(args: unknown): RequestedEdit {
  const { content, edits, ...only } = editArguments.parse(args);
  return { content, replacements: (edits ?? [only]).map(replacementOf) };
}

function replacementOf(edit: unknown): Replacement | undefined {
  const read = editArguments.parse(edit);
  const oldText = read.oldText ?? read.old_text ?? read.old_string;
  const newText = read.newText ?? read.new_text ?? read.new_string;
  if (oldText === undefined || newText === undefined) return undefined;
  return { oldText, newText, everywhere: read.replace_all ?? read.all ?? false };
}
