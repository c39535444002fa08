// What git says of a repository.
import { expect, test } from 'vitest';
import { parsedStatus } from '../../../../../src/features/ideTools/host/git/gitStatus.ts';

test('the branch, its upstream, and every kind of change are read', () => {
  const output = [
    '# branch.oid 0123abc',
    '# branch.head feature/one two',
    '# branch.upstream origin/main',
    '# branch.ab +2 -1',
    '1 M. N... 100644 100644 100644 a b src/staged file.ts',
    '1 .D N... 100644 100644 000000 a b gone.ts',
    '2 R. N... 100644 100644 100644 a b R100 new\nname.ts',
    'old.ts',
    'u UU N... 100644 100644 100644 100644 a b c both.ts',
    '? untracked.ts',
    '! ignored.ts',
    '',
  ].join('\0');
  expect(parsedStatus(output)).toEqual({
    commit: '0123abc',
    branch: 'feature/one two',
    upstream: 'origin/main',
    ahead: 2,
    behind: 1,
    changes: [
      { path: 'src/staged file.ts', staged: 'M', unstaged: '.' },
      { path: 'gone.ts', staged: '.', unstaged: 'D' },
      { path: 'new\nname.ts', from: 'old.ts', staged: 'R', unstaged: '.' },
      { path: 'both.ts', staged: 'U', unstaged: 'U', conflict: true },
      { path: 'untracked.ts', staged: '.', unstaged: '?' },
    ],
  });
});

test('a repository without a commit, and one without a branch', () => {
  expect(parsedStatus('# branch.oid (initial)\0# branch.head main\0')).toEqual({
    branch: 'main',
    changes: [],
  });
  expect(parsedStatus('# branch.oid 12\0# branch.head (detached)\0')).toEqual({ commit: '12', changes: [] });
});

test('what is no status is no change', () => {
  expect(parsedStatus('')).toEqual({ changes: [] });
  expect(parsedStatus('2 ')).toEqual({ changes: [{ path: '', from: '', staged: '.', unstaged: '.' }] });
});
