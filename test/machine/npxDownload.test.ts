// What `npx` would have to download, by what is in the folders of npm.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isNpx, needsDownload, npxPackages } from '../../src/machine/npxDownload.ts';

/** What npm 11 names the folder of `npx -y @maker/agent@1.2.3`. */
const HASH = '348e3da92789264c';

let home: string;
let cwd: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-npx-'));
  cwd = join(home, 'project', 'inner');
  mkdirSync(cwd, { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true }));

function install(modules: string, version: string): void {
  const folder = join(modules, '@maker', 'agent');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@maker/agent', version }));
}

function ask(args: readonly string[], env: Readonly<Record<string, string>> = {}, command = 'npx') {
  return needsDownload({ command, args, env: {}, cwd }, { env, home, platform: 'linux' });
}

const pinned = ['-y', '@maker/agent@1.2.3', '--acp'];

test('a package that npm has nowhere is downloaded', async () => {
  expect(await ask(pinned)).toBe(true);
  expect(await ask(['-y', 'agent'])).toBe(true);
  expect(await ask(['--yes', '--package', '@maker/agent@1.2.3', 'program'])).toBe(true);
});

test('a package in the cache of npx is not, wherever the cache is', async () => {
  install(join(home, '.npm', '_npx', HASH, 'node_modules'), '1.2.3');
  expect(await ask(pinned)).toBe(false);
  expect(await ask(pinned, { npm_config_cache: join(home, 'other') })).toBe(true);
  install(join(home, 'other', '_npx', HASH, 'node_modules'), '1.2.3');
  expect(await ask(pinned, { npm_config_cache: join(home, 'other') })).toBe(false);
  rmSync(join(home, '.npm'), { recursive: true });
  writeFileSync(join(home, '.npmrc'), 'cache = ~/other\n');
  expect(await ask(pinned)).toBe(false);
});

test('a download that was interrupted is none', async () => {
  mkdirSync(join(home, '.npm', '_npx', HASH, 'node_modules', '@maker', 'agent'), { recursive: true });
  expect(await ask(pinned)).toBe(true);
});

test('a package that is installed for the folder or for the user is not, in the version that is wanted', async () => {
  install(join(home, 'project', 'node_modules'), '1.2.3');
  expect(await ask(pinned)).toBe(false);
  expect(await ask(['-y', '@maker/agent@2.0.0'])).toBe(true);
  expect(await ask(['-y', '@maker/agent'])).toBe(false);
  rmSync(join(home, 'project', 'node_modules'), { recursive: true });
  install(join(home, 'global', 'lib', 'node_modules'), '1.2.3');
  expect(await ask(pinned, { npm_config_prefix: join(home, 'global') })).toBe(false);
});

test('nothing is said of other programs, nor of what is no package of a registry', async () => {
  expect(await ask(pinned, {}, '/usr/bin/agent')).toBe(false);
  for (const args of [[], ['-c', 'agent'], ['./agent'], ['github:maker/agent'], ['https://x.test/a.tgz']]) {
    expect(await ask(args)).toBe(false);
  }
});

test.each([
  [['-y', 'a@1.0.0', '--acp'], ['a@1.0.0']],
  [['--registry', 'https://x.test', '--yes', 'a', 'b'], ['a']],
  [
    ['-p', 'a', '--package=b', 'c', '-p', 'd'],
    ['a', 'b'],
  ],
  [['-y', '--', 'a', 'b'], ['a']],
  [['-p', 'a', '-c', 'b'], ['a']],
  [['-p'], []],
])('of %j the packages are %j', (args, packages) => {
  expect(npxPackages(args)).toEqual(packages);
});

test.each([
  ['npx', true],
  ['/usr/bin/npx', true],
  ['C:\\Program Files\\nodejs\\npx.cmd', true],
  ['npx-agent', false],
  ['uvx', false],
])('%s is npx: %s', (command, expected) => {
  expect(isNpx(command)).toBe(expected);
});
