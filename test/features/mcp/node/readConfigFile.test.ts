// Reading JSON with comments that a repository may have written.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { jsoncValue, readConfigFile } from '../../../../src/features/mcp/node/readConfigFile.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'parley-mcp-'));
  folder = join(root, 'work');
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  path = join(folder, '.vscode', 'mcp.json');
});

const read = () => readConfigFile(path, { within: folder });

test('comments, trailing commas and a byte order mark are allowed', async () => {
  writeFileSync(path, '\uFEFF// servers\n{ "servers": { /* one */ "it": { "command": "x", }, }, }');
  expect(await read()).toEqual({ value: { servers: { it: { command: 'x' } } } });
});

test('no file is nothing, and an empty one says nothing', async () => {
  expect(await read()).toBeUndefined();
  writeFileSync(path, '  // nothing\n');
  expect(await read()).toBeUndefined();
});

test('what is no JSON is a problem of its line', async () => {
  writeFileSync(path, '{\n  "servers": {\n  oops\n}}');
  expect(await read()).toEqual({ problem: 'line 3 is not valid JSON.' });
  expect(jsoncValue('['.repeat(200_000))).toHaveProperty('problem');
});

test('a file that is too large, or is none, is not read', async () => {
  writeFileSync(path, ' '.repeat(1024 * 1024 + 1));
  expect(await read()).toEqual({ problem: 'it is larger than 1 MB.' });
  expect(await readConfigFile(folder)).toEqual({ problem: 'it is not a file.' });
});

describe('A link', () => {
  test('within the folder is followed, and one that leads out of it is not', async () => {
    writeFileSync(join(folder, 'real.json'), '{}');
    symlinkSync(join(folder, 'real.json'), path);
    expect(await read()).toEqual({ value: {} });
    const outside = join(folder, '..', 'secret.json');
    writeFileSync(outside, '{ "servers": {} }');
    const linked = join(folder, 'linked.json');
    symlinkSync(outside, linked);
    expect(await readConfigFile(linked, { within: folder })).toHaveProperty('problem');
    expect(await readConfigFile(linked)).toEqual({ value: { servers: {} } });
  });

  test('to a device is not read', async () => {
    symlinkSync('/dev/zero', path);
    expect(await readConfigFile(path)).toEqual({ problem: 'it is not a file.' });
  });
});

test('every key is a property of its own, so that none hides what an entry says', () => {
  const read = jsoncValue('{ "servers": { "it": { "__proto__": { "command": "evil" } } } }');
  const value = JSON.stringify(read);
  expect(value).toContain('__proto__');
  expect(read).not.toHaveProperty('value.servers.it.command');
});

test('a part of a file is found by its keys, the last of two', () => {
  const text = '{ "settings": { "mcp": { "servers": 1 }, "mcp": { "servers": 2 } } }';
  expect(jsoncValue(text, ['settings', 'mcp'])).toEqual({ value: { servers: 2 } });
  expect(jsoncValue(text, ['settings', 'none'])).toBeUndefined();
  expect(jsoncValue('[]', ['settings', 'mcp'])).toBeUndefined();
});
