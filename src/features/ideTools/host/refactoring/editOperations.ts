// What an edit of VS Code does besides replacing text: its public interface does not say.
import type * as vscode from 'vscode';
import * as z from 'zod/mini';

/** VS Code's numbers for the parts of an edit. */
const FILE = 1;
const TEXT = 2;

const parts = z.array(
  z.looseObject({
    _type: z.number(),
    from: z.optional(z.unknown()),
    to: z.optional(z.looseObject({ fsPath: z.string() })),
    options: z.nullish(z.looseObject({ contents: z.optional(z.unknown()) })),
  }),
);

/** Whether it only replaces text, and creates files that it then puts text into. */
export function isTextEdit(edit: vscode.WorkspaceEdit): boolean {
  const all = allParts(edit);
  return all.every(({ _type, from, to, options }) => {
    if (_type === TEXT) return true;
    const isCreation = _type === FILE && (from === undefined || from === null) && to !== undefined;
    return isCreation && (options?.contents === undefined || options.contents === null);
  });
}

/** The files that it creates. */
export function createdFiles(edit: vscode.WorkspaceEdit): readonly string[] {
  return allParts(edit).flatMap(({ _type, to }) => (_type === FILE && to !== undefined ? [to.fsPath] : []));
}

function allParts(edit: vscode.WorkspaceEdit): z.infer<typeof parts> {
  // Not public; without it the edit is what its entries say.
  const list: unknown = Reflect.get(edit, '_allEntries');
  const all: unknown = typeof list === 'function' ? Reflect.apply(list, edit, []) : [];
  return parts.safeParse(all).data ?? [];
}
