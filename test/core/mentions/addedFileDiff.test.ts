// New files as parts of a diff.
import { expect, test } from 'vitest';
import { addedFileDiff } from '../../../src/core/mentions/addedFileDiff.ts';

const HEAD = 'diff --git a/src/a.ts b/src/a.ts\nnew file mode 100644\n';

test('every line of the file is added', () => {
  expect(addedFileDiff('src/a.ts', 'one\ntwo\n')).toBe(
    `${HEAD}--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n`,
  );
});

test('a last line without a break is said to be one', () => {
  expect(addedFileDiff('src/a.ts', 'one')).toMatch(
    /@@ -0,0 \+1,1 @@\n\+one\n\\ No newline at end of file\n$/,
  );
});

test('an empty file is only a head, and a name is one line', () => {
  expect(addedFileDiff('src/a.ts', '')).toBe(HEAD);
  expect(addedFileDiff('a\nb', '')).toContain('a/a?b b/a?b\n');
});
