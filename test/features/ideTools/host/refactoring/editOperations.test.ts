// What an edit of VS Code does besides replacing text.
import { expect, test } from 'vitest';
import type { WorkspaceEdit } from 'vscode';
import {
  createdFiles,
  isTextEdit,
} from '../../../../../src/features/ideTools/host/refactoring/editOperations.ts';

/** An edit with parts as VS Code has them, in the one method that is looked at. */
function edit(parts: readonly object[] | undefined): WorkspaceEdit {
  const made: Partial<WorkspaceEdit> = { size: 0 };
  return Object.assign(made, parts === undefined ? {} : { _allEntries: () => parts }) as WorkspaceEdit;
}

const text = { _type: 2 };
const file = (path: string): object => ({ fsPath: path });

test('an edit of text, which may create files for it, is one', () => {
  expect(isTextEdit(edit([text, { _type: 1, to: file('/a'), options: { ignoreIfExists: true } }]))).toBe(
    true,
  );
  expect(createdFiles(edit([text, { _type: 1, to: file('/a') }]))).toEqual(['/a']);
  expect(isTextEdit(edit(undefined))).toBe(true);
  expect(createdFiles(edit(undefined))).toEqual([]);
});

test.each([
  ['renames a file', { _type: 1, from: file('/a'), to: file('/b') }],
  ['deletes a file', { _type: 1, from: file('/a') }],
  ['creates a file with bytes', { _type: 1, to: file('/b'), options: { contents: new Uint8Array(1) } }],
  ['changes cells of a notebook', { _type: 5 }],
  ['inserts a snippet', { _type: 6 }],
])('an edit that %s is none', (_name, part) => {
  expect(isTextEdit(edit([text, part]))).toBe(false);
});
