// What package managers say about packages that are not there, and the newest version that is.
import { expect, test } from 'vitest';
import { missingPackage, newestVersion } from '../../../src/registry/machine/missingPackage.ts';

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

test('the newest version is what the registry of npm says', async () => {
  const asked: string[] = [];
  const answering = (body: string) => async (address: string) => {
    asked.push(address);
    return new Response(body);
  };
  const { signal } = new AbortController();
  expect(await newestVersion('@a/b', answering('{"version":"1.2.4"}'), signal)).toBe('1.2.4');
  expect(asked[0]).toMatch(/^https?:\/\/[^/]+\/.*@a%2fb\/latest$|^https?:\/\/[^/]+\/@a%2fb\/latest$/);
  for (const body of ['', '{}', '{"version":"--flag"}', '{"version":["1.2.3"]}']) {
    expect(await newestVersion('a', answering(body), signal)).toBeUndefined();
  }
});
