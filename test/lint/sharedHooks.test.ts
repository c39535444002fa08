// Files of a worker share modules: a hook that a module of the tests registers is one of the first file that loads it alone.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

/** At the beginning of a line; what a function registers belongs to the file that calls it. */
const HOOK = /^(?:before|after)(?:Each|All)\(/m;

test('no module that test files share registers a hook', () => {
  const modules = globSync('test/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.filter((file) => HOOK.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each(['afterEach(async () => {});', 'const a = 1;\nbeforeAll(start);'])('one is found in %j', (text) => {
  expect(text).toMatch(HOOK);
});

test.each(['export function hooks() {\n  afterEach(end);\n}', '// afterEach(end)'])(
  'none is in %j',
  (text) => {
    expect(text).not.toMatch(HOOK);
  },
);
