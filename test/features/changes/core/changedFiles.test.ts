// The files that an agent changed in a session, until each change is kept or undone.
import { describe, expect, test } from 'vitest';
import { ChangedFilesRecord } from '../../../../src/features/changes/core/changedFiles.ts';
import type { FileState } from '../../../../src/core/changes/fileState.ts';

function text(value: string): FileState {
  return { kind: 'text', text: value };
}

describe('the files of a session', () => {
  test('several writes to a file are one change from the text before the first', () => {
    const record = new ChangedFilesRecord();
    record.agentWrote('/a', text('1\n'), text('2\n'));
    record.agentWrote('/a', text('2\n'), text('3\n'));
    expect(record.get('/a')).toEqual({ before: text('1\n'), after: text('3\n') });
    record.agentWrote('/a', text('3\n'), text('1\n'));
    expect(record.size).toBe(0);
  });

  test('what is kept leaves the list, and the next change starts there', () => {
    const record = new ChangedFilesRecord();
    record.agentWrote('/a', text('1\n'), text('2\n'));
    record.keep(['/a']);
    expect(record.size).toBe(0);
    record.agentWrote('/a', text('2\n'), text('3\n'));
    expect(record.get('/a')?.before).toEqual(text('2\n'));
  });

  test('a map that was taken stays as it is, and is the same one while nothing changes', () => {
    const record = new ChangedFilesRecord([['/a', { before: text('1\n'), after: text('2\n') }]]);
    const taken = record.files;
    record.keep(['/b']);
    expect(record.files).toBe(taken);
    record.agentWrote('/b', text('x\n'), text('y\n'));
    record.set('/a', undefined);
    expect([...taken.keys()]).toEqual(['/a']);
    expect([...record.files.keys()]).toEqual(['/b']);
    record.mark(['/b'], true);
    expect(taken.get('/b')).toBeUndefined();
    expect(record.files.get('/b')?.isReviewed).toBe(true);
  });
});
