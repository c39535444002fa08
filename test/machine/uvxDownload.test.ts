// What `uvx` would have to download, by what is in the folders of uv.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUvx, uvxNeedsDownload, uvxPackage } from '../../src/machine/uvxDownload.ts';

let home: string;

beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'parley-uvx-'))));
afterEach(() => rmSync(home, { recursive: true }));

function ask(args: readonly string[], env: Readonly<Record<string, string>> = {}, command = 'uvx') {
  return uvxNeedsDownload({ command, args, env: {}, cwd: home }, { env, home, platform: 'linux' });
}

function put(...path: readonly string[]): void {
  const file = join(home, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
}

const pinned = ['fast-agent-acp==0.10.1', '-x'];

test('a package that uv has nowhere is downloaded', async () => {
  expect(await ask(pinned)).toBe(true);
  expect(await ask(['--python', '3.13', '--from', 'some.Agent[cli]==1.0', 'agent'])).toBe(true);
});

test.each([
  ['wheels-v6/pypi/fast-agent-acp/0.10.1-py3-none-any.http'],
  ['wheels-v1/pypi/fast-agent-acp/fast_agent_acp-0.10.1-py3-none-any.http'],
  ['wheels-v6/index/0f3a/fast-agent-acp/0.10.1-py3-none-any.http'],
  ['sdists-v9/pypi/fast-agent-acp/0.10.1/revision.http'],
])('a package in the cache is not: %s', async (path) => {
  put('.cache', 'uv', ...path.split('/'));
  expect(await ask(pinned)).toBe(false);
  expect(await ask(['--from', 'Fast_Agent.acp', 'agent'])).toBe(false);
  expect(await ask(['fast-agent-acp@0.11.0'])).toBe(true);
  expect(await ask(pinned, { UV_CACHE_DIR: join(home, 'other') })).toBe(true);
  expect(await ask(pinned, { UV_CACHE_DIR: join(home, '.cache', 'uv') })).toBe(false);
});

test('metadata alone is no package', async () => {
  put('.cache', 'uv', 'wheels-v6', 'pypi', 'fast-agent-acp', '0.10.1-py3-none-any.msgpack');
  expect(await ask(pinned)).toBe(true);
});

test('a package that is installed as a tool is not, in the version that is wanted', async () => {
  const packages = ['lib', 'python3.13', 'site-packages', 'fast_agent_acp-0.10.1.dist-info', 'METADATA'];
  put('.local', 'share', 'uv', 'tools', 'fast-agent-acp', ...packages);
  expect(await ask(pinned)).toBe(false);
  expect(await ask(['fast-agent-acp@0.11.0'])).toBe(true);
});

test('nothing is said of other programs, nor of what is no package of a registry', async () => {
  expect(await ask(pinned, {}, '/usr/bin/agent')).toBe(false);
  for (const args of [
    [],
    ['--from'],
    ['./agent'],
    ['--from', 'git+https://x.test/a', 'a'],
    ['a@git+https://x'],
  ]) {
    expect(await ask(args)).toBe(false);
  }
  expect(uvxPackage(['--', 'a@latest', 'b'])).toEqual({ name: 'a', version: undefined });
  expect(uvxPackage(['--from=a>=2', 'b'])).toEqual({ name: 'a', version: undefined });
  expect([isUvx('C:\\uv\\uvx.exe'), isUvx('/opt/uvx'), isUvx('uvx-old')]).toEqual([true, true, false]);
});
