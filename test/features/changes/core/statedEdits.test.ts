// What was in a text before the edits that an agent states.
import { describe, expect, test } from 'vitest';
import { hasAllLines, textBeforeEdits } from '../../../../src/features/changes/core/statedEdits.ts';

const FIVE = '1\n2\n3\n4\n5\n';

function edit(oldText: string, newText: string): { readonly oldText: string; readonly newText: string } {
  return { oldText, newText };
}

describe('what others have written beside an edit', () => {
  test('is in the text before a whole file, by its account', () => {
    const [was, now] = ['1\n2\n3\n4\nX\n', 'A\n2\n3\n4\nX\n'];
    expect(textBeforeEdits(FIVE, now, [edit(was, now)])).toBe(was);
  });

  test('is in the text before a part of a file', () => {
    expect(textBeforeEdits(FIVE, 'A\n2\n3\n4\nX\n', [edit('1', 'A')])).toBe('1\n2\n3\n4\nX\n');
  });

  test('is in the text before several edits, one over the other', () => {
    const edits = [edit('1\n2', 'A\n2'), edit('A\n2', 'A\nB')];
    expect(textBeforeEdits(FIVE, 'A\nB\n3\n4\nX\n', edits)).toBe('1\n2\n3\n4\nX\n');
  });

  test('may have come after the edit', () => {
    expect(textBeforeEdits(FIVE, 'A\n2\n3\n4\nX\n', [edit(FIVE, 'A\n2\n3\n4\n5\n')])).toBe('1\n2\n3\n4\nX\n');
  });

  test('is found where the edit only removes lines, or stands in several places', () => {
    expect(textBeforeEdits(FIVE, '1\n3\n4\nX\n', [edit('2\n', '')])).toBe('1\n2\n3\n4\nX\n');
    expect(textBeforeEdits('a\nb\nc\nd\n', 'z\nb\nz\nX\nd\n', [edit('a', 'z')])).toBe('a\nb\nz\nX\nd\n');
  });

  test('keeps the line ends and the byte order mark of the file', () => {
    const now = '\uFEFFA\r\n2\r\nX\r\n';
    expect(textBeforeEdits('\uFEFF1\r\n2\r\n3\r\n', now, [edit('1\n2', 'A\n2')])).toBe(
      '\uFEFF1\r\n2\r\nX\r\n',
    );
    expect(textBeforeEdits('1\r\n2\n3\n', 'A\r\n2\nX\n', [edit('1', 'A')])).toBeUndefined();
  });

  test('is a whole file that was not there', () => {
    expect(textBeforeEdits('', 'mine\nA\n', [edit('mine\n', 'mine\nA\n')])).toBe('mine\n');
  });
});

describe('all is the agent’s', () => {
  test('where the edits explain it, also those that are yet to come and those of all places', () => {
    expect(textBeforeEdits(FIVE, 'A\n2\n3\n4\n5\n', [edit('1', 'A'), edit('2', 'B')])).toBeUndefined();
    expect(textBeforeEdits('a\na\n', 'b\nb\n', [edit('a', 'b')])).toBeUndefined();
    expect(textBeforeEdits('', 'new\n', [edit('', 'new\n')])).toBeUndefined();
  });

  test('where an edit does not say what was there, or is not found', () => {
    expect(textBeforeEdits(FIVE, 'new\n', [edit('', 'new\n')])).toBeUndefined();
    expect(textBeforeEdits(FIVE, 'A\n2\n3\n4\nX\n', [])).toBeUndefined();
    expect(textBeforeEdits(FIVE, 'x\ny\nz\n', [edit('1', 'A')])).toBeUndefined();
  });

  test('where only blanks differ from what it says, and where its lines were formatted', () => {
    expect(textBeforeEdits('\tone\n\ttwo\n', '\tONE\n\ttwo\n', [edit('  one\n  two', '  ONE\n  two')])).toBe(
      undefined,
    );
    expect(textBeforeEdits(FIVE, 'f( 1 )\n2\n3\n4\n5\n', [edit(FIVE, 'f(1)\n2\n3\n4\n5\n')])).toBeUndefined();
  });
});

test('lines are looked for without the blanks around them, and may be parts of lines', () => {
  expect(hasAllLines('a\r\n  b c\r\n', 'a\nb\n')).toBe(true);
  expect(hasAllLines('a\nb\n', 'a\nX\n')).toBe(false);
  expect(hasAllLines('', '')).toBe(true);
});
