// What package managers say about packages that are not there.
import { expect, test } from 'vitest';
import { agentExited } from '../../../src/core/agentErrors.ts';
import { missingPackage } from '../../../src/core/failures/missingPackage.ts';

test.each([
  [
    'npm error code ETARGET\nnpm error notarget No matching version found for cline@3.0.4.\nnpm error notarget In most cases',
    'cline',
    '3.0.4',
  ],
  ['npm ERR! notarget No matching version found for @a/b@1.0.0-rc.1.', '@a/b', '1.0.0-rc.1'],
  [
    "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/@opencode%2fcli - Not found\nnpm error 404  '@opencode/cli@2.0.23' is not in this registry.",
    '@opencode/cli',
    undefined,
  ],
  [
    "npm error code E404\nnpm error 404\nnpm error 404  The requested resource 'nope@1.0.0' could not be found or you do not have permission",
    'nope',
    undefined,
  ],
  [
    '  × No solution found\n  ╰─▶ Because there is no version of fast-agent==9.9.9 and you require',
    'fast-agent',
    '9.9.9',
  ],
  ['╰─▶ Because fast-agentx was not found in the package registry and', 'fast-agentx', undefined],
])('%s', (printed, name, version) => {
  expect(missingPackage(printed)).toEqual({ name, version });
});

test.each(['', 'npm error code ENOTFOUND\nnpm error network', 'Error: 404 page', 'npm error code EACCES'])(
  'other failures are none: %s',
  (printed) => {
    expect(missingPackage(printed)).toBeUndefined();
  },
);

test.each([
  ['npm error notarget No matching version found for cline@3.0.4.', 'no version 3.0.4 of cline'],
  ["npm error 404  '@a/cli@2.0.23' is not in this registry.", 'no package @a/cli'],
])('an agent that is not there to be started has that as its error: %s', (printed, reason) => {
  const error = agentExited('Bot', { code: 1, signal: null }, printed);
  expect(error.message).toContain(reason);
  expect(error.detail).toBe(printed);
  expect(error.actions[0]).toBe('edit-settings');
});

test('an agent that ends for another reason has its exit code', () => {
  const error = agentExited('Bot', { code: 7, signal: null }, 'TypeError: x is not a function');
  expect(error.message).toBe('Bot exited with code 7.');
});
