// What the panel says to VS Code of the place where a context menu opens: its menu items ask for these keys in their
// `when` clauses, and its commands are called with them.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

/** The commands of the context menu. */
export const menuCommand = z.enum([
  'copy_selection',
  'copy_code',
  'copy_message',
  'copy_response',
  'copy_markdown',
  'add_selection',
  'ask_about',
  'edit_prompt',
  'open_markdown',
  'export_markdown',
  'open_diff',
  'open_subagent',
]);
export type MenuCommand = z.infer<typeof menuCommand>;

/** The keys of `when` clauses in package.json are these names. */
export const menuContext = z.object({
  /** The session that the panel shows. */
  parleySession: z.string(),
  /** The entry that was clicked, its id in the session; absent outside of entries. */
  parleyEntry: z.exactOptional(z.string()),
  /** The kind of that entry; `subagent` for a call that stands for one. */
  parleyKind: z.exactOptional(z.string()),
  /** Whether text is selected. */
  parleySelection: z.boolean(),
  /** Whether the session accepts prompts. */
  parleyInput: z.boolean(),
  /** Whether a code block was clicked. */
  parleyCode: z.boolean(),
  /** Whether a diff was clicked, or a tool call that has one. */
  parleyDiff: z.boolean(),
  /** Whether the turn of the entry changed files that can be committed. */
  parleyChanges: z.boolean(),
});
export type MenuContext = Immutable<z.infer<typeof menuContext>>;
