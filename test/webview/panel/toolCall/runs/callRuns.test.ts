// Which calls share a line, and what the line of edits says.
import { expect, test } from 'vitest';
import type { ToolEntry } from '../../../../../src/core/session/entries.ts';
import { createToolCall, type ToolCallPatch } from '../../../../../src/core/session/toolCall/state.ts';
import { runKindOf } from '../../../../../webview/panel/toolCall/runs/callRuns.ts';
import { editCounts } from '../../../../../webview/panel/toolCall/runs/editCounts.ts';
import { editLabel } from '../../../../../webview/panel/toolCall/runs/groupLabel.ts';

const call = (patch: Partial<ToolCallPatch>) => createToolCall({ toolCallId: '1', ...patch });
const entry = (patch: Partial<ToolCallPatch>, more: Partial<ToolEntry> = {}): ToolEntry => ({
  id: 'e1',
  at: 1,
  kind: 'tool',
  call: call(patch),
  ...more,
});
const diff = (path: string, oldText: string, newText: string) =>
  ({ type: 'diff', path, oldText, newText }) as const;
const edit = (path: string, oldText: string, newText: string) =>
  call({ kind: 'edit', status: 'completed', content: [diff(path, oldText, newText)] });

test('reads and searches share a line once they are done', () => {
  expect(runKindOf(entry({ kind: 'read', status: 'completed' }))).toBe('reads');
  expect(runKindOf(entry({ kind: 'search', status: 'completed' }))).toBe('reads');
  expect(runKindOf(entry({ kind: 'read', status: 'in_progress' }))).toBeUndefined();
  expect(runKindOf(entry({ kind: 'read', status: 'failed' }))).toBeUndefined();
});

test('edits share a line from their announcement on, and what changes a file is an edit', () => {
  for (const status of ['pending', 'in_progress', 'completed'])
    expect(runKindOf(entry({ kind: 'edit', status })), status).toBe('edits');
  for (const kind of ['delete', 'move'])
    expect(runKindOf(entry({ kind, status: 'completed' }))).toBe('edits');
  const content = [diff('a', '', 'b')];
  expect(runKindOf(entry({ kind: 'read', status: 'completed', content }))).toBe('edits');
  expect(runKindOf(entry({ kind: 'other', status: 'completed', content }))).toBe('edits');
});

test('commands, and what did not end well, have a row of their own', () => {
  const content = [diff('a', '', 'b')];
  expect(runKindOf(entry({ kind: 'execute', status: 'completed', content }))).toBeUndefined();
  for (const status of ['failed', 'rejected', 'cancelled', 'unfinished'])
    expect(runKindOf(entry({ kind: 'edit', status })), status).toBeUndefined();
  const terminal = { type: 'terminal', terminalId: 't' } as const;
  expect(runKindOf(entry({ kind: 'edit', status: 'completed', content: [terminal] }))).toBeUndefined();
});

test('only of what may share a line is the output looked at', () => {
  const rawOutput = {
    get isError(): never {
      throw new Error('The output was looked at.');
    },
  };
  const done = { status: 'completed', rawOutput };
  for (const kind of ['execute', 'fetch', 'other'])
    expect(runKindOf(entry({ kind, ...done }))).toBeUndefined();
  expect(runKindOf(entry({ kind: 'read', status: 'in_progress', rawOutput }))).toBeUndefined();
  for (const kind of ['read', 'edit']) expect(() => runKindOf(entry({ kind, ...done }))).toThrow();
});

test('what failed or was not allowed has a row of its own, whatever the agent calls it', () => {
  const rejected = { by: 'user', option: { name: 'No', kind: 'reject_once' } } as const;
  const byRule = { by: 'rule', rule: 'user rule 1' } as const;
  for (const decision of [rejected, byRule])
    expect(runKindOf(entry({ kind: 'edit', status: 'pending' }, { decision }))).toBeUndefined();
  expect(runKindOf(entry({ kind: 'edit', status: 'completed' }, { decision: rejected }))).toBe('edits');
  for (const kind of ['edit', 'read']) {
    const done = { kind, status: 'completed' };
    expect(runKindOf(entry({ ...done, rawOutput: { isError: true } })), kind).toBeUndefined();
    expect(runKindOf(entry({ ...done, rawOutput: { isError: false } })), kind).toBe(`${kind}s`);
  }
});

test('an edit that waits for the user has a row of its own until they have answered', () => {
  const asked = { asked: {} };
  expect(runKindOf(entry({ kind: 'edit', status: 'pending' }, asked))).toBeUndefined();
  const decision = { by: 'user', option: { name: 'Allow', kind: 'allow_once' } } as const;
  expect(runKindOf(entry({ kind: 'edit', status: 'pending' }, { ...asked, decision }))).toBe('edits');
});

test('a file counts once, its lines each time', () => {
  const counts = editCounts([
    edit('/a.ts', 'one\n', 'one\ntwo\n'),
    edit('/a.ts', 'one\ntwo\n', 'one\nthree\n'),
    edit('/b.ts', 'x\n', ''),
  ]);
  expect(counts).toEqual({ edited: 2, deleted: 0, lines: { added: 2, removed: 2 } });
  expect(editLabel(counts)).toBe('Edited 2 files');
});

test('a file that is gone in the end counts as deleted, one that came back does not', () => {
  const removed = call({ kind: 'delete', status: 'completed', content: [diff('/a.ts', 'one\n', '')] });
  expect(editCounts([edit('/a.ts', '', 'one\n'), removed])).toMatchObject({ edited: 0, deleted: 1 });
  expect(editCounts([removed, edit('/a.ts', '', 'one\n')])).toMatchObject({ edited: 1, deleted: 0 });
  expect(editLabel({ edited: 0, deleted: 1, lines: undefined })).toBe('Deleted 1 file');
  expect(editLabel({ edited: 58, deleted: 2, lines: undefined })).toBe('Edited 58 files, 2 deleted');
});

test('a call that shows no change counts as the file that it is about', () => {
  const bare = call({ kind: 'edit', status: 'in_progress', locations: [{ path: '/a.ts' }] });
  expect(editCounts([bare, edit('/a.ts', '', 'one\n')]).edited).toBe(1);
  expect(editCounts([bare, call({ toolCallId: '2', kind: 'edit' })]).edited).toBe(2);
});

test('lines of very long texts are not counted', () => {
  const long = 'x'.repeat(2_500_000);
  expect(editCounts([edit('/a', '', long)]).lines).toEqual({ added: 1, removed: 0 });
  expect(editCounts([edit('/a', '', long), edit('/b', '', long)])).toMatchObject({
    edited: 2,
    lines: undefined,
  });
});
