// Which way to install an agent is used, the entry that comes of it, and its version there.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  configuredVersion,
  installFolderOf,
} from '../../../../../src/features/addAgent/node/list/configuredVersion.ts';
import {
  binaryEntry,
  installChoice,
  packageEntry,
} from '../../../../../src/features/addAgent/node/list/installChoice.ts';
import { registryPlatform } from '../../../../../src/features/addAgent/node/list/platform.ts';
import {
  parseRegistry,
  type RegistryAgent,
} from '../../../../../src/features/addAgent/node/list/registryFormat.ts';
import { updatedEntry } from '../../../../../src/features/addAgent/node/list/updatedEntry.ts';
import { registryEntry } from '../../../../support/registry/registryServer.ts';

const installs = join('/storage', 'agents');
const machine = { platform: 'linux-x86_64', hasNpx: true, hasUvx: true } as const;
const target = { archive: 'https://x.test/a.tgz', cmd: './bin/agent', args: ['acp'] };

function agent(distribution: object): RegistryAgent {
  const found = parseRegistry({ agents: [registryEntry('one', distribution)] })?.agents[0];
  if (found === undefined) throw new Error('The entry cannot be read.');
  return found;
}

const npx = { package: '@maker/agent@1.2.3', args: ['--acp'] };
const uvx = { package: 'agent==1.2.3' };

test('a program for the platform comes before packages', () => {
  const all = agent({ npx, uvx, binary: { 'linux-x86_64': target } });
  expect(installChoice(all, machine)?.kind).toBe('binary');
  expect(installChoice(all, { ...machine, platform: 'darwin-aarch64' })?.kind).toBe('npx');
  expect(installChoice(all, { ...machine, platform: undefined, hasNpx: false })).toMatchObject({
    kind: 'uvx',
  });
});

test('an agent whose package manager is missing says which', () => {
  const nothing = { ...machine, hasNpx: false, hasUvx: false };
  expect(installChoice(agent({ npx, uvx }), nothing)).toMatchObject({ kind: 'npx', isMissing: true });
  expect(installChoice(agent({ uvx }), nothing)).toMatchObject({ kind: 'uvx', isMissing: true });
  expect(installChoice(agent({ binary: { 'darwin-x86_64': target } }), machine)).toBeUndefined();
});

test.each([
  [{ npx }, 'npx', ['-y', '@maker/agent@1.2.3', '--acp']],
  [{ npx: { ...npx, cmd: 'run' } }, 'npx', ['-y', '--package', '@maker/agent@1.2.3', 'run', '--acp']],
  [{ uvx }, 'uvx', ['agent==1.2.3']],
  [{ uvx: { ...uvx, cmd: 'run', args: ['x'] } }, 'uvx', ['--from', 'agent==1.2.3', 'run', 'x']],
])('%j is run by its package manager', (distribution, command, args) => {
  const choice = installChoice(agent(distribution), machine);
  expect(choice !== undefined && choice.kind !== 'binary' && packageEntry(choice)).toMatchObject({
    command,
    args,
  });
});

test('a package of npm starts from the cache', () => {
  const choice = installChoice(agent({ npx: { ...npx, env: { KEY: 'x' } } }), machine);
  const entry = choice !== undefined && choice.kind !== 'binary' ? packageEntry(choice) : undefined;
  expect(entry?.env).toEqual({ npm_config_prefer_offline: 'true', KEY: 'x' });
});

test('a program is started where it was unpacked', () => {
  const choice = installChoice(agent({ binary: { 'linux-x86_64': target } }), machine);
  const entry =
    choice?.kind === 'binary' ? binaryEntry(choice.target, join(installs, 'one@1.2.3', 'files')) : {};
  expect(entry).toEqual({
    command: join(installs, 'one@1.2.3', 'files', 'bin', 'agent'),
    args: ['acp'],
  });
});

describe('The version that an entry starts', () => {
  const all = agent({ npx, uvx, binary: { 'linux-x86_64': target } });

  test.each([
    [{ command: 'npx', args: ['-y', '@maker/agent@1.0.0', '--acp'] }, '1.0.0'],
    [{ command: 'C:/nodejs/npx.cmd', args: ['@maker/agent@2.0.0'] }, '2.0.0'],
    [{ command: 'uvx', args: ['agent==0.9'] }, '0.9'],
    [{ command: join(installs, 'one@1.1.0', 'files', 'bin', 'agent') }, '1.1.0'],
    [{ command: join(installs, 'other@1.1.0', 'files', 'agent') }, undefined],
    [{ command: 'npx', args: ['@other/agent@1.0.0'] }, undefined],
    [{ command: 'agent', args: ['@maker/agent@1.0.0'] }, undefined],
    ['nonsense', undefined],
  ])('%j', (setting, version) => {
    expect(configuredVersion(setting, all, installs)).toBe(version);
  });

  test('only programs inside of the installs belong to them', () => {
    expect(installFolderOf({ command: join(installs, 'one@1.0.0', 'files', 'a') }, installs)).toBe(
      'one@1.0.0',
    );
    for (const command of [
      installs,
      join(installs, 'one@1.0.0'),
      '/bin/sh',
      join(installs, '..', 'x', 'y'),
    ]) {
      expect(installFolderOf({ command }, installs)).toBeUndefined();
    }
  });
});

describe('After an update', () => {
  const fresh = { command: 'npx', args: ['-y', '@maker/agent@2.0.0', '--acp'], env: { A: 'new' } };
  const all = agent({ npx: { ...npx, package: '@maker/agent@2.0.0' } });

  test('what the user added to the entry stays', () => {
    const previous = {
      command: 'npx',
      args: ['-y', '@maker/agent@1.0.0', '--acp', '--model', 'x'],
      env: { KEY: 'secret', NUMBER: 5 },
      cwd: '/work',
    };
    expect(updatedEntry(previous, fresh, all)).toEqual({
      command: 'npx',
      args: ['-y', '@maker/agent@2.0.0', '--acp', '--model', 'x'],
      env: { A: 'new', KEY: 'secret', NUMBER: '5' },
      cwd: '/work',
    });
  });

  test('arguments of the registry that are new replace those of the entry', () => {
    const previous = { command: 'npx', args: ['-y', '@maker/agent@1.0.0', '--experimental-acp'] };
    expect(updatedEntry(previous, fresh, all).args).toEqual(fresh.args);
    expect(updatedEntry('nonsense', fresh, all)).toEqual(fresh);
  });
});

test.each([
  ['darwin', 'arm64', 'darwin-aarch64'],
  ['darwin', 'x64', 'darwin-x86_64'],
  ['linux', 'arm64', 'linux-aarch64'],
  ['linux', 'x64', 'linux-x86_64'],
  ['win32', 'arm64', 'windows-aarch64'],
  ['win32', 'x64', 'windows-x86_64'],
  ['freebsd', 'x64', undefined],
  ['linux', 'riscv64', undefined],
] as const)('%s on %s is %s', (platform, architecture, expected) => {
  expect(registryPlatform(platform, architecture)).toBe(expected);
});
