// Installs from a server on this machine: what is there in the end, and that nothing is left of what failed.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  filesFolder,
  installBinary,
  isInstalled,
  oldInstalls,
  removeAbandoned,
  removeInstall,
  type InstallProgress,
} from '../../../../../src/features/addAgent/node/install/installBinary.ts';
import type { BinaryTarget } from '../../../../../src/features/addAgent/node/list/registryFormat.ts';
import { tarGzip, zipArchive } from '../../../../support/registry/archives.ts';
import { RegistryServer } from '../../../../support/registry/registryServer.ts';

const version = { id: 'one', version: '1.2.3' };
const archive = tarGzip([{ name: 'bin/agent', content: '#!/bin/sh\n', mode: 0o644 }]);
const DAY_MS = 24 * 3600 * 1000;

let server: RegistryServer;
let installs: string;

beforeEach(async () => {
  server = await RegistryServer.start();
  installs = join(mkdtempSync(join(tmpdir(), 'parley-install-')), 'agents');
});

afterEach(async () => {
  await server.stop();
  rmSync(join(installs, '..'), { recursive: true });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function target(more: Partial<BinaryTarget> = {}): BinaryTarget {
  return {
    archive: server.url('/agent.tgz'),
    cmd: 'bin/agent',
    args: [],
    env: {},
    sha256: undefined,
    ...more,
  };
}

function options(signal: AbortSignal = new AbortController().signal, steps: InstallProgress[] = []) {
  return {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    installs,
    registry: server.url('/registry.json'),
    signal,
    onProgress: (progress: InstallProgress) => void steps.push(progress),
    bunzip2Worker: '',
    idleTimeoutMs: 10_000,
  };
}

const left = (): readonly string[] => (existsSync(installs) ? readdirSync(installs) : []);
const program = (): string => join(filesFolder(installs, version), 'bin', 'agent');

test('an archive with the right checksum is installed, and its program can be started', async () => {
  server.serve('/agent.tgz', archive);
  const steps: InstallProgress[] = [];
  const checked = target({ sha256: sha256(archive) });
  expect(await isInstalled(version, checked, options())).toBe(false);
  await installBinary(version, checked, options(undefined, steps));
  expect(left()).toEqual(['one@1.2.3']);
  expect(readFileSync(program(), 'utf8')).toBe('#!/bin/sh\n');
  if (process.platform !== 'win32') expect(statSync(program()).mode & 0o111).toBe(0o111);
  expect(steps.at(-1)).toEqual({ step: 'unpack' });
  expect(steps).toContainEqual({
    step: 'download',
    receivedBytes: archive.length,
    totalBytes: archive.length,
  });
  expect(await isInstalled(version, checked, options())).toBe(true);
  expect(await isInstalled(version, target({ sha256: 'a'.repeat(64) }), options())).toBe(false);
  expect(await isInstalled(version, target({ archive: server.url('/other.tgz') }), options())).toBe(false);
});

test('a wrong checksum installs nothing', async () => {
  server.serve('/agent.tgz', archive);
  await expect(installBinary(version, target({ sha256: 'a'.repeat(64) }), options())).rejects.toMatchObject({
    user: { code: 'checksum-wrong' },
  });
  expect(left()).toEqual([]);
});

test.each([
  ['an archive without the program', tarGzip([{ name: 'other', content: 'x' }]), 'program-missing'],
  ['a program that is a folder', tarGzip([{ name: 'bin/agent/x', content: 'x' }]), 'program-missing'],
  ['an archive that escapes', tarGzip([{ name: '../../escaped', content: 'x' }]), 'archive-unsafe'],
  ['no archive', Buffer.from('<html></html>'), 'archive-broken'],
])('%s installs nothing', async (_what, bytes, code) => {
  server.serve('/agent.tgz', bytes);
  await expect(installBinary(version, target(), options())).rejects.toMatchObject({ user: { code } });
  expect(left()).toEqual([]);
  expect(existsSync(join(installs, '..', 'escaped'))).toBe(false);
});

test('a program that is missing on the server, or stops coming, installs nothing', async () => {
  await expect(installBinary(version, target(), options())).rejects.toMatchObject({
    user: { code: 'response-status' },
  });
  server.serve('/agent.tgz', (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half');
  });
  await expect(installBinary(version, target(), { ...options(), idleTimeoutMs: 50 })).rejects.toMatchObject({
    user: { code: 'request-timed-out' },
  });
  server.serve('/agent.tgz', (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
  });
  await expect(installBinary(version, target(), options())).rejects.toMatchObject({
    user: { code: 'request-failed' },
  });
  expect(left()).toEqual([]);
});

test('an install that the user cancels leaves nothing', async () => {
  const stop = new AbortController();
  server.serve('/agent.tgz', (_request, response) => {
    response.writeHead(200).write('half', () => stop.abort());
  });
  await expect(installBinary(version, target(), options(stop.signal))).rejects.toMatchObject({
    user: { code: 'cancelled' },
  });
  expect(left()).toEqual([]);
});

test('installers and unknown archives are not downloaded', async () => {
  const installer = target({ archive: server.url('/agent.dmg') });
  await expect(installBinary(version, installer, options())).rejects.toMatchObject({
    user: { code: 'archive-unsupported' },
  });
  expect(server.requests).toEqual([]);
});

test('an insecure address is not downloaded from', async () => {
  const insecure = target({ archive: 'http://example.test/agent.tgz' });
  await expect(installBinary(version, insecure, options())).rejects.toMatchObject({
    user: { code: 'address-refused' },
  });
});

test('a version that is there is replaced as a whole, and stays when the new one fails', async () => {
  server.serve('/agent.tgz', archive);
  await installBinary(version, target(), options());
  server.serve('/agent.tgz', Buffer.from('broken'));
  await expect(installBinary(version, target(), options())).rejects.toThrow();
  expect(readFileSync(program(), 'utf8')).toBe('#!/bin/sh\n');
  server.serve('/agent.tgz', tarGzip([{ name: 'bin/agent', content: 'new' }]));
  await installBinary(version, target(), options());
  expect(readFileSync(program(), 'utf8')).toBe('new');
  expect(left()).toEqual(['one@1.2.3']);
});

test('versions stand beside each other', async () => {
  server.serve('/agent.tgz', archive);
  await installBinary(version, target(), options());
  await installBinary({ id: 'one', version: '2.0.0' }, target(), options());
  expect([...left()].toSorted()).toEqual(['one@1.2.3', 'one@2.0.0']);
  await removeInstall(installs, 'one@1.2.3');
  await removeInstall(installs, 'one@1.2.3');
  expect(left()).toEqual(['one@2.0.0']);
});

test('a zip archive and a program on its own are installed', async () => {
  server.serve('/agent.zip', zipArchive([{ name: 'bin/agent', content: 'zip' }]));
  await installBinary(version, target({ archive: server.url('/agent.zip') }), options());
  expect(readFileSync(program(), 'utf8')).toBe('zip');
  server.serve('/agent', 'program');
  await installBinary(version, target({ archive: server.url('/agent') }), options());
  expect(readFileSync(program(), 'utf8')).toBe('program');
});

test('an archive may be given relative to the registry', async () => {
  server.serve('/files/agent.tgz', archive);
  await installBinary(version, target({ archive: 'files/agent.tgz' }), options());
  expect(existsSync(program())).toBe(true);
});

test('what an interrupted install left is removed after a day', async () => {
  const [old, young] = [join(installs, '.staging-old'), join(installs, '.staging-young')];
  for (const folder of [old, young, join(installs, 'one@1.0.0')]) mkdirSync(folder, { recursive: true });
  const now = Date.now();
  utimesSync(old, new Date(now - 2 * DAY_MS), new Date(now - 2 * DAY_MS));
  await removeAbandoned(installs, now);
  expect([...left()].toSorted()).toEqual(['.staging-young', 'one@1.0.0']);
  expect(await oldInstalls(installs, now)).toEqual([]);
  expect(await oldInstalls(installs, now + 2 * DAY_MS)).toEqual(['one@1.0.0']);
});
