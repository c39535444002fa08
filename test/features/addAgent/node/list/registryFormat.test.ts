// What of a registry's list is used, and what cannot be.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../../scripts/project.mjs';
import {
  parseRegistry,
  type RegistryAgent,
} from '../../../../../src/features/addAgent/node/list/registryFormat.ts';
import { registryEntry } from '../../../../support/registry/registryServer.ts';

const npx = { npx: { package: '@maker/agent@1.2.3', args: ['--acp'] } };

function parsed(entry: unknown): RegistryAgent | undefined {
  return parseRegistry({ agents: [entry] })?.agents[0];
}

test('an agent with everything that the format has is read', () => {
  const target = { archive: 'https://x.test/a.tgz', cmd: './bin/agent', sha256: 'A'.repeat(64) };
  const more = {
    website: 'https://x.test',
    icon: 'https://x.test/a.svg',
    license_url: 'https://x.test/license',
  };
  const agent = parsed(registryEntry('one', { ...npx, binary: { 'linux-x86_64': target } }, more));
  expect(agent).toMatchObject({ id: 'one', name: 'Agent one', version: '1.2.3', website: 'https://x.test' });
  expect(agent?.distribution.binary['linux-x86_64']).toEqual({
    archive: 'https://x.test/a.tgz',
    cmd: 'bin/agent',
    args: [],
    env: {},
    sha256: 'a'.repeat(64),
  });
  expect(agent?.distribution.npx).toEqual({
    package: '@maker/agent@1.2.3',
    cmd: undefined,
    args: ['--acp'],
    env: {},
  });
});

test('unknown fields and unknown kinds are ignored', () => {
  const entry = registryEntry(
    'one',
    { ...npx, docker: { image: 'x' } },
    { preview: { version: '2' }, x: [1] },
  );
  expect(parsed(entry)?.distribution.npx?.package).toBe('@maker/agent@1.2.3');
  expect(parseRegistry({ version: 9, agents: [entry], extensions: 5, new: {} })?.malformed).toBe(0);
});

test('an agent of which nothing can be installed is listed', () => {
  for (const distribution of [
    {},
    { docker: {} },
    { binary: 'x', npx: 5, uvx: null },
    { npx: { package: '' } },
  ]) {
    const found = parsed(registryEntry('one', distribution))?.distribution;
    expect(found).toEqual({ binary: {}, npx: undefined, uvx: undefined });
  }
});

test('an entry that cannot be read is left out, and the others are used', () => {
  const bad = [
    null,
    5,
    {},
    registryEntry('One', npx),
    registryEntry('../x', npx),
    { id: 'x' },
    registryEntry('x', npx, { version: '../1.2.3' }),
  ];
  const list = parseRegistry({ agents: [...bad, registryEntry('good', npx), registryEntry('good', {})] });
  expect(list?.agents.map(({ id }) => id)).toEqual(['good']);
  expect(list?.agents[0]?.distribution.npx).toBeDefined();
  expect(list?.malformed).toBe(bad.length);
});

test.each([undefined, null, 5, 'x', [], {}, { agents: {} }])('%j is no list', (value) => {
  expect(parseRegistry(value)).toBeUndefined();
});

test('names that would be invisible or turn text are spelled out, and long text is cut', () => {
  const agent = parsed(registryEntry('one', npx, { name: 'A\u202Eb\nc', description: 'd'.repeat(5_000) }));
  expect(agent?.name).toBe('A\\u{202e}b c');
  expect(agent?.description).toHaveLength(2_000);
  expect(parsed(registryEntry('one', npx, { name: ' \u200B ' }))).toBeUndefined();
});

describe('What would escape or change a command line cannot be installed', () => {
  const target = { archive: 'https://x.test/a.zip', cmd: 'agent' };
  const binary = (more: object) => ({ binary: { 'linux-x86_64': { ...target, ...more } } });

  test.each(['../agent', '/bin/sh', 'C:\\x.exe', 'a/../../b', '\\\\server\\x', '', '.', '\0'])(
    'cmd %j',
    (cmd) => {
      expect(parsed(registryEntry('one', binary({ cmd })))?.distribution.binary).toEqual({});
    },
  );

  test.each(['', 'abc', 'g'.repeat(64), 5, null])('a checksum that is none: %j', (sha256) => {
    expect(parsed(registryEntry('one', binary({ sha256 })))?.distribution.binary).toEqual({});
  });

  test.each(['--call=rm', ' x', 'a\nb', '${env:TOKEN}'])('package %j', (name) => {
    expect(parsed(registryEntry('one', { npx: { package: name } }))?.distribution.npx).toBeUndefined();
  });

  test.each([
    { args: ['${env:TOKEN}'] },
    { args: 'x' },
    { args: [5] },
    { env: { 'A=B': 'x' } },
    { env: { A: 5 } },
    { cmd: '-x' },
  ])('%j', (more) => {
    expect(
      parsed(registryEntry('one', { npx: { package: 'a@1.2.3', ...more } }))?.distribution.npx,
    ).toBeUndefined();
  });

  test('a path of Windows leads to the same program', () => {
    const found = parsed(registryEntry('one', binary({ cmd: '.\\dist\\agent.exe' })));
    expect(found?.distribution.binary['linux-x86_64']?.cmd).toBe('dist/agent.exe');
  });
});

describe('Packages are pinned', () => {
  test.each([
    ['agent', 'agent@1.2.3'],
    ['agent@latest', 'agent@1.2.3'],
    ['agent@^1', 'agent@1.2.3'],
    ['@maker/agent', '@maker/agent@1.2.3'],
    ['@maker/agent@1.2.4-preview.1', '@maker/agent@1.2.4-preview.1'],
    ['https://x.test/agent.tgz', 'https://x.test/agent.tgz'],
  ])('of npm: %s', (name, pinned) => {
    expect(parsed(registryEntry('one', { npx: { package: name } }))?.distribution.npx?.package).toBe(pinned);
  });

  test.each([
    ['agent', 'agent==1.2.3'],
    ['agent@latest', 'agent==1.2.3'],
    ['agent@1.2', 'agent@1.2'],
    ['agent[acp]==1.2', 'agent[acp]==1.2'],
    ['agent[acp]', 'agent[acp]==1.2.3'],
    ['agent>=1', 'agent>=1'],
  ])('of PyPI: %s', (name, pinned) => {
    expect(parsed(registryEntry('one', { uvx: { package: name } }))?.distribution.uvx?.package).toBe(pinned);
  });
});

test('of the list that comes with Parley everything can be read', () => {
  const bundled: unknown = JSON.parse(readFileSync(join(root, 'media', 'registry.json'), 'utf8'));
  const list = parseRegistry(bundled);
  expect(list?.malformed).toBe(0);
  for (const { id, distribution } of list?.agents ?? []) {
    const ways = [...Object.keys(distribution.binary), distribution.npx, distribution.uvx];
    expect(
      ways.filter((way) => way !== undefined),
      id,
    ).not.toEqual([]);
  }
});
