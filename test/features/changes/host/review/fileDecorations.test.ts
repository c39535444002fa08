// Which files are marked in the Explorer, and how VS Code is notified of many of them.
import { beforeEach, expect, test } from 'vitest';
import { Uri } from 'vscode';
import type { ReviewedFile } from '../../../../../src/features/changes/core/changedFiles.ts';
import { Emitter } from '../../../../../src/core/base/lifecycle.ts';
import { emptySession } from '../../../../../src/core/session/model.ts';
import { FileDecorations } from '../../../../../src/features/changes/host/review/fileDecorations.ts';
import { ManualClock } from '../../../../support/clock.ts';
import { resetVscode, vscode } from '../../../../support/vscode.ts';

beforeEach(resetVscode);

function file(path: string, isReviewed = false, state: 'modified' | 'deleted' = 'modified'): ReviewedFile {
  return {
    path,
    isReviewed,
    review: { state, added: 1, removed: 0, hunks: [], isWhole: false, hasConflict: false },
  };
}

function decorated() {
  const open = new Map<string, readonly ReviewedFile[]>();
  const changed = new Emitter<string>();
  const clock = new ManualClock();
  const decorations = new FileDecorations({
    tracker: {
      onChange: changed.event,
      sessions: () => [...open.keys()],
      open: (key) => open.get(key) ?? [],
    },
    store: { state: (key) => emptySession(key, `agent of ${key}`, '/work') },
    clock,
  });
  const events: number[] = [];
  decorations.onDidChangeFileDecorations((uris) => events.push(uris.length));
  const set = (key: string, ...files: readonly ReviewedFile[]): void => {
    open.set(key, files);
    changed.fire(key);
  };
  const of = (path: string) => decorations.provideFileDecoration(Uri.file(path));
  return { set, of, events, clock };
}

test('nothing is registered before there is a file to mark', () => {
  const { set } = decorated();
  set('s1', file('/a', true), file('/gone', false, 'deleted'));
  expect(vscode.fileDecorations).toEqual([]);
  set('s1', file('/a'));
  set('s1', file('/b'));
  expect(vscode.fileDecorations).toHaveLength(1);
});

test('a file is marked with the agents that changed it, until it is reviewed, kept or undone in each session', () => {
  const { set, of } = decorated();
  set('s1', file('/a'), file('/b', true));
  set('s2', file('/a'));
  expect(of('/a')?.tooltip).toContain('agent of s1');
  expect(of('/a')?.tooltip).toContain('agent of s2');
  expect(of('/b')).toBeUndefined();
  set('s1', file('/a', true));
  expect(of('/a')?.tooltip).not.toContain('agent of s1');
  set('s2');
  expect(of('/a')).toBeUndefined();
});

test('only what changed is reported, and thousands of files in parts that VS Code reads one by one', () => {
  const { set, events, clock } = decorated();
  const many = Array.from({ length: 1_000 }, (_, index) => file(`/many/${index}`));
  set('s1', file('/a'));
  set('s1', file('/a'), ...many);
  for (let step = 0; step < 10; step++) clock.advance(100);
  expect(Math.max(...events)).toBeLessThanOrEqual(250);
  expect(events.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  set('s1', file('/a', true), ...many);
  expect(events.at(-1)).toBe(1);
});
