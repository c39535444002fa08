// A program is started for its version once, until it changes.
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../packages/process/systemClock.ts';
import { KnownVersions } from '../../src/machine/knownVersions.ts';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-versions-')));
});

afterEach(() => rmSync(home, { recursive: true }));

/** A program that prints a text, and writes down that it was started. */
function program(prints: string): string {
  const path = join(home, 'program');
  writeFileSync(path, `#!/bin/sh\necho started >> "${home}/starts"\necho "${prints}"\n`);
  chmodSync(path, 0o755);
  return path;
}

function starts(): number {
  return readFileSync(join(home, 'starts'), 'utf8').split('\n').length - 1;
}

const options = () => ({ env: { PATH: process.env['PATH'] ?? '' }, cwd: home, clock: systemClock });

describe.skipIf(process.platform === 'win32')('the version of a program', () => {
  test('is asked for once, also by two chats at the same time', async () => {
    const versions = new KnownVersions();
    const path = program('v1.2.3');
    const both = await Promise.all([versions.of(path, options()), versions.of(path, options())]);
    expect([...both, await versions.of(path, options())]).toEqual(['1.2.3', '1.2.3', '1.2.3']);
    expect(starts()).toBe(1);
  });

  test('is asked for again after an update', async () => {
    const versions = new KnownVersions();
    expect(await versions.of(program('v1.2.3'), options())).toBe('1.2.3');
    expect(await versions.of(program('v1.10.0'), options())).toBe('1.10.0');
    expect(starts()).toBe(2);
  });

  test('is asked for again where the program did not print one', async () => {
    const versions = new KnownVersions();
    const path = program('please wait');
    expect(await versions.of(path, options())).toBeUndefined();
    expect(await versions.of(path, options())).toBeUndefined();
    expect(starts()).toBe(2);
  });

  test('is unknown of a program that is gone', async () => {
    const versions = new KnownVersions();
    const path = program('v1.2.3');
    await versions.of(path, options());
    rmSync(path);
    expect(await versions.of(path, options())).toBeUndefined();
  });
});
