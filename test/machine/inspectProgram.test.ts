// What is said of the program behind an agent before it is started.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../packages/process/systemClock.ts';
import { inspectProgram } from '../../src/machine/inspectProgram.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-inspect-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(path: string, text: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const file = join(folder, 'bin', path);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

function inspect(command: string, env: Readonly<Record<string, string>> = {}, cwd = folder) {
  return inspectProgram({ command, args: [], env, cwd }, { clock: systemClock });
}

test.skipIf(process.platform === 'win32')('a script names the interpreter that it needs', async () => {
  program('agent', '#!/usr/bin/env no-such-interpreter\n');
  expect(await inspect('agent', { PATH: join(folder, 'bin') })).toMatchObject({
    path: join(folder, 'bin', 'agent'),
    interpreter: { name: 'no-such-interpreter', path: undefined },
    isFolderThere: true,
    pathFolders: [join(folder, 'bin')],
  });
});

test.skipIf(process.platform === 'win32')(
  'a link is followed, and the version is that of its package',
  async () => {
    const target = program('real.js', '#!/bin/sh\n');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '3.2.1', bin: 'bin/real.js' }));
    symlinkSync(target, join(folder, 'linked'));
    expect(await inspect(join(folder, 'linked'))).toMatchObject({ realPath: target, version: '3.2.1' });
  },
);

test('what is missing is said: program, folder, certificates; and proxies are named', async () => {
  const facts = await inspect(
    'parley-no-such-program',
    { HTTPS_PROXY: 'http://proxy.test:3128', NODE_EXTRA_CA_CERTS: join(folder, 'none.pem') },
    join(folder, 'none'),
  );
  expect(facts).toMatchObject({
    path: undefined,
    isFolderThere: false,
    certificates: { isThere: false },
  });
  expect(facts.proxies).toContainEqual({ name: 'HTTPS_PROXY', value: 'http://proxy.test:3128' });
});

test('of a CLI in RPC mode the CLI is looked for', async () => {
  const behind = { command: 'parley-no-such-cli', args: [] };
  const launch = { command: process.execPath, args: [], env: {}, cwd: folder, behind };
  expect(await inspectProgram(launch, { clock: systemClock })).toMatchObject({
    command: 'parley-no-such-cli',
    path: undefined,
  });
});
