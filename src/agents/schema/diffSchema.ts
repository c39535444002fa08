// The changes of files in tool calls, in the shape of ACP or one near to it: other names, a deleted file, a patch as text.
import * as z from 'zod/mini';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import type { ToolCallContent } from '../../core/session/toolCall/state.ts';
import { filePath } from './locationSchema.ts';
import { CHANGE_NAMES } from './near/nearContents.ts';
import { camelCase, firstOf, protocolFields } from './near/nearFields.ts';

const exact = z.pipe(
  z.object({
    path: filePath,
    /** Null or absent for a new file (R67). */
    oldText: z.nullish(z.string()),
    newText: z.string(),
  }),
  z.transform(({ oldText, ...change }): ToolCallContent => ({
    type: 'diff',
    ...change,
    ...withoutUndefined({ oldText: oldText ?? undefined }),
  })),
);

const KNOWN = new Set<string>([
  ...Object.values(CHANGE_NAMES).flat(),
  'type',
  'kind',
  '_meta',
  'status',
  'operation',
]);

/** What agents call the deletion of a file, under these names. */
const DELETION = /^(?:delete|deleted|remove|removed|unlink)$/i;
const OPERATIONS = ['operation', 'kind', 'status', 'changeType', 'action'];

function isUnknown(name: string): boolean {
  return !KNOWN.has(camelCase(name));
}

/** Reads a change of a file; undefined where it does not say which file, or what becomes of it. */
export function readDiff(value: unknown): ToolCallContent | undefined {
  const fields = protocolFields(value);
  if (fields === undefined) return undefined;
  const says = OPERATIONS.some((name) => {
    const word = fields[name];
    return typeof word === 'string' && DELETION.test(word);
  });
  const read = exact.safeParse(value);
  if (read.success) return deletedIf(says, read.data);
  const [path, oldText, newText] = [CHANGE_NAMES.path, CHANGE_NAMES.oldText, CHANGE_NAMES.newText].map(
    (names) => firstOf(fields, names),
  );
  // What is left of a deleted file is nothing, unless it is said by a name that is not known.
  const isDeleted =
    typeof oldText === 'string' && newText === undefined && !Object.keys(fields).some(isUnknown);
  const change = exact.safeParse({ path, oldText, newText: isDeleted ? '' : newText }).data;
  return change === undefined ? undefined : deletedIf(says || isDeleted, change);
}

function deletedIf(isDeleted: boolean, change: ToolCallContent): ToolCallContent {
  return isDeleted && change.type === 'diff' && change.newText === '' ? { ...change, isDeleted } : change;
}

/** What a change says that cannot be read as one: its text, with its file where that much can be read. */
export function readDiffText(value: unknown): ToolCallContent | undefined {
  const fields = protocolFields(value) ?? {};
  const newText = firstOf(fields, CHANGE_NAMES.newText);
  const path = filePath.safeParse(firstOf(fields, CHANGE_NAMES.path)).data;
  if (typeof newText === 'string') {
    const text = { type: 'text', text: newText } as const;
    const file = { type: 'resource', resource: { uri: path ?? '', text: newText } } as const;
    return { type: 'content', content: path === undefined ? text : file };
  }
  const patch = firstOf(fields, [...CHANGE_NAMES.patch, 'content', 'text']);
  if (typeof patch !== 'string' || patch === '') return undefined;
  const fence = fenceFor(patch);
  const file = path === undefined || /^\+\+\+ /m.test(patch) ? '' : `--- ${path}\n+++ ${path}\n`;
  const text = `${fence}diff\n${file}${patch.replace(/\n$/, '')}\n${fence}`;
  return { type: 'content', content: { type: 'text', text } };
}

/** A fence that no line of the text ends. */
function fenceFor(text: string): string {
  const lengths = Array.from(text.matchAll(/^ *(~+)/gm), ([, tildes]) => tildes?.length ?? 0);
  const longest = Math.max(2, ...lengths);
  return '~'.repeat(longest + 1);
}
