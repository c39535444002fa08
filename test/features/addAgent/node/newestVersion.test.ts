// The newest version of a package that its registry names.
import { expect, test } from 'vitest';
import { newestVersion } from '../../../../src/features/addAgent/node/newestVersion.ts';

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
