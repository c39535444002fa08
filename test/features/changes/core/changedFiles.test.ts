// The files that an agent changed in a session, until each change is kept or undone.
import { describe, expect, test } from 'vitest';
import {
  openChanges,
  withAgentChange,
  withKept,
  type ChangedFiles,
} from '../../../../src/features/changes/core/changedFiles.ts';
import type { FileState } from '../../../../src/core/changes/fileState.ts';

function text(value: string): FileState {
  return { kind: 'text', text: value };
}

describe('the files of a session', () => {
  const none: ChangedFiles = new Map();

  test('several writes to a file are one change from the text before the first', () => {
    const once = withAgentChange(none, '/a', text('1\n'), text('2\n'));
    const twice = withAgentChange(once, '/a', text('2\n'), text('3\n'));
    expect(twice.get('/a')).toEqual({ before: text('1\n'), after: text('3\n') });
    expect(withAgentChange(twice, '/a', text('3\n'), text('1\n')).size).toBe(0);
  });

  test('what is kept leaves the list, and the next change starts there', () => {
    const changed = withAgentChange(none, '/a', text('1\n'), text('2\n'));
    const kept = withKept(changed, ['/a']);
    expect(kept.size).toBe(0);
    expect(withAgentChange(kept, '/a', text('2\n'), text('3\n')).get('/a')?.before).toEqual(text('2\n'));
  });

  test('only what is open is listed, by path', () => {
    const files = [
      ['/b', 'x\n', 'y\n'],
      ['/a', 'x\n', 'y\n'],
      ['/c', 'x\n', 'y\n'],
    ].reduce<ChangedFiles>(
      (all, [path = '', before = '', after = '']) => withAgentChange(all, path, text(before), text(after)),
      none,
    );
    const now = (path: string): FileState => text(path === '/c' ? 'x\n' : 'y\n');
    expect(openChanges(files, now).map(({ path }) => path)).toEqual(['/a', '/b']);
  });
});
