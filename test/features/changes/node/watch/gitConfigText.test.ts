// What of a git configuration can run commands is never left out.
import { expect, test } from 'vitest';
import { sameCommandsConfig } from '../../../../../src/features/changes/node/watch/gitConfigText.ts';

const before = '[core]\n\tbare = false\n';

test('notes about branches make no difference', () => {
  const notes =
    '[branch "a/b"]\n\tremote = origin\n\tmerge = refs/heads/a/b\n\tvscode-merge-base = origin/main\n';
  expect(sameCommandsConfig(before + notes)).toBe(sameCommandsConfig(before));
});

test.each([
  '[core]\n\tfsmonitor = touch x\n',
  '[branch "a"] [core]\n\tfsmonitor = touch x\n',
  '[branch "a"]\n\tremote = ext::sh -c touch% x\n',
  '[branch "a"]\n\tremote = origin\n[core]\n\tsshCommand = touch x\n',
  '[branch "a"]\n\tremote = a \\\n[core]\n\tfsmonitor = x\n',
  '[alias]\n\ta = !b \\\n[branch "a"]\n\tremote = origin\n',
  '[remote "a"]\n\turl = x\n',
  '[branch "a"]\n\tmergeoptions = x\n',
])('anything else does: %j', (text) => {
  expect(sameCommandsConfig(before + text)).not.toBe(sameCommandsConfig(before));
});
