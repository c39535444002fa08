// A small value in a file that the windows of one folder share.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { StateFile } from '../../src/files/stateFile.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-state-'));
  path = join(folder, 'new', 'state.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const schema = z.object({ items: z.array(z.string()) });

function open(onError?: (error: unknown) => void) {
  const services = { clock: new ManualClock(), log: new MemoryLog() };
  return new StateFile({ path, schema, ...services, ...(onError === undefined ? {} : { onError }) });
}

function write(text: string): void {
  mkdirSync(join(folder, 'new'), { recursive: true });
  writeFileSync(path, text);
}

test('a change is made of what another window has written by then', async () => {
  const [first, second] = [open(), open()];
  const add = (file: typeof first, item: string): void =>
    file.update((stored) => ({ items: [...(stored()?.items ?? []), item] }));
  add(first, 'a');
  add(second, 'b');
  await first.flush();
  await second.flush();
  add(first, 'c');
  await first.flush();
  expect(open().read()).toEqual({ items: ['a', 'b', 'c'] });
});

test('what could not be written is reported, and tried again with the next flush', async () => {
  writeFileSync(join(folder, 'new'), 'a file where the folder would be');
  const errors: unknown[] = [];
  const file = open((error) => errors.push(error));
  file.write({ items: ['a'] });
  await file.flush();
  expect(errors).toHaveLength(1);
  await file.flush();
  expect(errors).toHaveLength(2);
  rmSync(join(folder, 'new'));
  await file.flush();
  await file.flush();
  expect([open().read(), errors.length]).toEqual([{ items: ['a'] }, 2]);
});

test('what was written later is not overwritten by what failed before it', async () => {
  writeFileSync(join(folder, 'new'), 'a file where the folder would be');
  const file = open();
  file.write({ items: ['old'] });
  await file.flush();
  rmSync(join(folder, 'new'));
  file.write({ items: ['new'] });
  await file.flush();
  await file.flush();
  expect(open().read()).toEqual({ items: ['new'] });
});

test.each(['{"items":["a"', '{"other":1}', '[]'])('%s, which has nothing good, is put aside once', (text) => {
  write(text);
  expect(open().read()).toBeUndefined();
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe(text);
  rmSync(`${path}.unreadable`);
  expect(open().read()).toBeUndefined();
  expect(readdirSync(join(folder, 'new'))).toEqual([]);
});

test('the good entries of a file count, and the file stays until it is written', () => {
  write('{"items":["a",1,"b"]}');
  expect(open().read()).toEqual({ items: ['a', 'b'] });
  expect(readdirSync(join(folder, 'new'))).toEqual(['state.json', 'state.json.unreadable']);
});
