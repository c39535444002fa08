// Agents that are found on a machine, and their versions.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../packages/process/systemClock.ts';
import { findAgents } from '../../src/machine/findAgents.ts';
import type { KnownProgram } from '../../src/machine/knownPrograms.ts';
import { programVersion } from '../../src/machine/programVersion.ts';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-machine-')));
});

afterEach(() => rmSync(home, { recursive: true }));

const known: readonly KnownProgram[] = [
  { id: 'one', name: 'One', program: 'one-acp', args: [] },
  { id: 'one', name: 'One', program: 'one', args: ['acp'] },
  { id: 'two', name: 'Two', program: 'two', args: [], protocol: 'rpc' },
];

function program(path: string, text = '#!/bin/sh\n'): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

const find = (more: Partial<Parameters<typeof findAgents>[0]> = {}) =>
  findAgents({ env: { PATH: join(home, 'bin') }, home, workspaceFolders: [], known, ...more });

test.skipIf(process.platform === 'win32')('a program on the PATH is named without its path', async () => {
  const path = program('bin/one');
  expect(await find()).toEqual([{ id: 'one', name: 'One', path, entry: { command: 'one', args: ['acp'] } }]);
});

test.skipIf(process.platform === 'win32')('of several programs of an agent the first counts', async () => {
  program('bin/one');
  program('bin/one-acp');
  expect((await find()).map(({ entry }) => entry)).toEqual([{ command: 'one-acp' }]);
});

test.skipIf(process.platform === 'win32').each([
  ['.local/bin/two', {}],
  ['.npm-global/bin/two', {}],
  ['.nvm/versions/node/v22.1.0/bin/two', {}],
  ['prefix/bin/two', { npmrc: 'prefix=~/prefix\n' }],
])(
  'a program in %s is found outside of the PATH, with its path',
  async (place, { npmrc }: { npmrc?: string }) => {
    const path = program(place);
    if (npmrc !== undefined) writeFileSync(join(home, '.npmrc'), npmrc);
    expect(await find()).toEqual([
      { id: 'two', name: 'Two', path, entry: { command: path, protocol: 'rpc' } },
    ]);
  },
);

test.skipIf(process.platform === 'win32')('programs of the workspace are not found', async () => {
  const inside = program('workspace/node_modules/.bin/one');
  mkdirSync(join(home, 'bin'));
  symlinkSync(inside, join(home, 'bin', 'two'));
  const env = { PATH: [dirname(inside), join(home, 'bin'), '', '.', 'node_modules/.bin'].join(delimiter) };
  expect(await find({ env, workspaceFolders: [join(home, 'workspace')] })).toEqual([]);
});

test('nothing is found on an empty machine', async () => {
  expect(
    await find({ known: [{ id: 'x', name: 'X', program: 'parley-no-such-program', args: [] }] }),
  ).toEqual([]);
});

const options = () => ({
  env: { PATH: process.env['PATH'] ?? '', HOME: home },
  cwd: home,
  clock: systemClock,
  timeoutMs: 20_000,
});

test.skipIf(process.platform === 'win32')(
  'the version of a package is read without starting it',
  async () => {
    const script = program('lib/node_modules/two/dist/cli.js', '#!/bin/sh\ntouch "$HOME/started"\n');
    writeFileSync(
      join(home, 'lib/node_modules/two/package.json'),
      '{"version":"1.2.3-beta.4","bin":"dist/cli.js"}',
    );
    mkdirSync(join(home, 'bin'));
    symlinkSync(script, join(home, 'bin', 'two'));
    expect(await programVersion(join(home, 'bin', 'two'), options())).toBe('1.2.3-beta.4');
  },
);

test.skipIf(process.platform === 'win32')('the version of another program is what it prints', async () => {
  expect(await programVersion(program('bin/one', '#!/bin/sh\necho "one v2.10.1 (abc)"\n'), options())).toBe(
    '2.10.1',
  );
  expect(await programVersion(program('bin/two', '#!/bin/sh\necho 3.4 >&2; exit 1\n'), options())).toBe(
    '3.4',
  );
  expect(await programVersion(program('bin/none', '#!/bin/sh\necho hello\n'), options())).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'a program that hangs, or prints without end, has no version',
  async () => {
    const hangs = program('bin/hangs', '#!/bin/sh\nexec sleep 100\n');
    expect(await programVersion(hangs, { ...options(), timeoutMs: 100 })).toBeUndefined();
    const endless = program('bin/endless', '#!/bin/sh\nexec yes no\n');
    expect(await programVersion(endless, { ...options(), timeoutMs: 100 })).toBeUndefined();
  },
);

test('what cannot be started has no version', async () => {
  expect(await programVersion(join(home, 'missing'), options())).toBeUndefined();
});
