// Which installed versions may be removed: none that an entry starts, or that an agent may still run from.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isUnused, usedFolders } from '../../../../src/features/addAgent/host/usedFolders.ts';

const installs = join('/storage', 'agents');
const entry = (folder: string) => ({ command: join(installs, folder, 'files', 'agent') });
const none = (): boolean => false;

test('entries that start other programs use no folder', () => {
  const entries = { Zeta: entry('zeta@1.0.0'), Own: { command: '/usr/bin/zeta' }, Bad: 5 };
  expect(usedFolders(entries, installs)).toEqual([{ folder: 'zeta@1.0.0', name: 'Zeta' }]);
});

test('a version that no entry starts is unused', () => {
  const used = usedFolders({ Zeta: entry('zeta@2.0.0') }, installs);
  expect(isUnused('zeta@2.0.0', used, none)).toBe(false);
  expect(isUnused('zeta@1.0.0', used, none)).toBe(true);
});

test('the older version of an agent that runs is used, whichever of the entries of its version it is', () => {
  const used = usedFolders({ One: entry('zeta@2.0.0'), Other: entry('zeta@2.0.0') }, installs);
  expect(isUnused('zeta@1.0.0', used, (name) => name === 'One')).toBe(false);
  expect(isUnused('zeta@1.0.0', used, (name) => name === 'Other')).toBe(false);
  expect(isUnused('alpha@1.0.0', used, (name) => name === 'One')).toBe(true);
});
