// Copies of an index, whose time git compares with those of files.
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyIndex } from '../../src/snapshots/shadowGitDir.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-index-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([1_700_000_000.1239, 1_700_000_000.1236, 1_700_000_000.1231])(
  'a copy of an index never looks newer: %d',
  async (seconds) => {
    const [from, to] = [join(folder, 'index'), join(folder, 'copy')];
    writeFileSync(from, 'DIRC');
    utimesSync(from, seconds, seconds);
    await copyIndex(from, to);
    const [original, copy] = [from, to].map((path) => statSync(path, { bigint: true }).mtimeNs);
    expect(copy).toBeLessThanOrEqual(original ?? 0n);
    expect(copy).toBeGreaterThan((original ?? 0n) - 2_000_000n);
  },
);
