// The stored sessions that continue automatically: what windows of one workspace leave to each other.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WaitingSessions } from '../../../../src/features/limits/node/waitingSessions.ts';
import { MemoryLog } from '../../../support/log.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-limits-'));
  folder = join(parent, 'limits');
});
afterEach(() => rmSync(parent, { recursive: true }));

const open = (workspace = 'file:///tea', log = new MemoryLog()) =>
  new WaitingSessions({ folder, workspace, log });

test('the next window of the workspace has what the last one left, and that of another one has nothing', async () => {
  expect(open().read()).toEqual([]);
  await open().write(['a', 'b', '../c']);
  expect(open().read()).toEqual(['a', 'b']);
  expect(open('file:///coffee').read()).toEqual([]);
});

test('a window does not remove what another one waits for', async () => {
  const [first, second, other] = [open(), open(), open('file:///coffee')];
  await Promise.all([first.write(['a']), second.write([]), other.write(['z'])]);
  await second.write(['b']);
  expect(open().read()).toEqual(['a', 'b']);
  await first.write([]);
  expect(open().read()).toEqual(['b']);
  expect(open('file:///coffee').read()).toEqual(['z']);
});

test('what a window has restored, or cannot find, is removed unless it still waits', async () => {
  await open().write(['a', 'b', 'c']);
  const next = open();
  await next.write(['b'], ['a', 'b']);
  expect(open().read()).toEqual(['b', 'c']);
  await next.write([], ['c']);
  expect(readdirSync(folder)).toEqual([]);
});

test('what cannot be written is in the log', async () => {
  writeFileSync(folder, '');
  const log = new MemoryLog();
  await open('file:///tea', log).write(['a']);
  expect(open().read()).toEqual([]);
  expect(JSON.stringify(log)).toContain('was not written');
});
