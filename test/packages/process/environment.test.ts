// The environments of processes.
import { expect, test } from 'vitest';
import { withoutCurrentFolder, withoutElectron } from '../../../packages/process/environment.ts';

test('variables for Electron and undefined ones are left out', () => {
  expect(
    withoutElectron({ HOME: '/home/ada', ELECTRON_RUN_AS_NODE: '1', EMPTY: '', NONE: undefined }),
  ).toEqual({
    HOME: '/home/ada',
    EMPTY: '',
  });
});

test('on Windows programs are not looked for in the current folder, also below what Parley starts', () => {
  expect(withoutCurrentFolder({ A: '1' }, 'win32')).toEqual({
    A: '1',
    NoDefaultCurrentDirectoryInExePath: '1',
  });
  expect(withoutCurrentFolder({ A: '1' }, 'linux')).toEqual({ A: '1' });
});
