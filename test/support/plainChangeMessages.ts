// The notes about changes as bare facts, for tests that run without VS Code.
import type { ChangeMessages } from '../../src/host/changes/changeMessages.ts';

export const plainChangeMessages: ChangeMessages = {
  stopFirst: () => 'stop first',
  notKept: () => 'not kept',
  nothingToRestore: () => 'nothing to restore',
  restored: (count) => `restored ${count}`,
  uncovered: (folder, reason) => `not covered: ${folder}, ${reason}`,
  late: () => 'late',
  gaps: (names, more) => `gaps: ${names}, ${more} more`,
};
