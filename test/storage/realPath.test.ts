// Rules that name paths, against real symbolic links.
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../src/core/permissions/policy/permissionPolicy.ts';
import { factsOf } from '../../src/core/permissions/policy/requestFacts.ts';
import { readRules } from '../../src/core/permissions/policy/permissionRule.ts';
import { createToolCall } from '../../src/core/session/toolCall/state.ts';
import { realPathSync } from '../../src/storage/realPath.ts';

let base = '';
let cwd = '';

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'parley-rules-')));
  cwd = join(base, 'work');
  await mkdir(join(cwd, 'src'), { recursive: true });
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside', 'secret'), '');
  await writeFile(join(cwd, 'src', 'a.ts'), '');
  await symlink(join(base, 'outside'), join(cwd, 'src', 'folder'));
  await symlink(join(base, 'outside', 'secret'), join(cwd, 'src', 'file'));
  await symlink(join(base, 'nowhere'), join(cwd, 'src', 'dangling'));
  await symlink(join(cwd, 'src', 'loop'), join(cwd, 'src', 'loop'));
  await symlink(cwd, join(base, 'alias'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

function actionFor(rules: unknown, path: string, folder = cwd): string {
  const call = createToolCall({ toolCallId: 't', kind: 'edit', locations: [{ path }] });
  return judge(
    { userRules: readRules('user', rules), workspaceRules: [], isReadOnly: false },
    {
      facts: factsOf('A', call, 'posix'),
      scope: { cwd: folder, home: '/home/me', family: 'posix', realPath: realPathSync },
    },
  ).action;
}

const inside = [{ action: 'allow', path: 'src/**' }];

test('files of the folder are allowed, also those that do not exist yet', () => {
  expect(actionFor(inside, 'src/a.ts')).toBe('allow');
  expect(actionFor(inside, join(cwd, 'src', 'new', 'deep', 'b.ts'))).toBe('allow');
});

test('what a link leads to outside is not allowed', () => {
  for (const path of [
    'src/file',
    'src/folder/secret',
    'src/folder/new/b.ts',
    'src/dangling',
    'src/loop',
    'src/loop/a',
  ]) {
    expect([path, actionFor(inside, path)]).toEqual([path, 'ask']);
  }
});

test('what a link leads to is denied by its own path', () => {
  const rules = [{ action: 'deny', path: `${base}/outside/**` }, { action: 'allow' }];
  expect(actionFor(rules, 'src/file')).toBe('deny');
  expect(actionFor(rules, 'src/folder/new.ts')).toBe('deny');
  expect(actionFor(rules, 'src/folder/../a.ts')).toBe('allow');
  expect(actionFor(rules, 'src/a.ts')).toBe('allow');
});

test('a session whose folder is a link reaches its files by either path', () => {
  const alias = join(base, 'alias');
  expect(actionFor(inside, join(alias, 'src', 'a.ts'), alias)).toBe('allow');
  expect(actionFor(inside, join(cwd, 'src', 'a.ts'), alias)).toBe('allow');
  expect(actionFor(inside, join(alias, 'src', 'file'), alias)).toBe('ask');
});

test('paths that are not followed', () => {
  for (const path of [
    'relative',
    '//server/share/a',
    '\\\\server\\share',
    '/a\0b',
    join(cwd, 'src', 'a.ts', 'below'),
  ]) {
    expect([path, realPathSync(path)]).toEqual([path, undefined]);
  }
});
