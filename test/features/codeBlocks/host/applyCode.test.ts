// Code of an answer is written to the file that the user sees, and to one that programs run only after a question.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { applyCode } from '../../../../src/features/codeBlocks/host/applyCode.ts';
import { resetVscode, Uri, vscode } from '../../../support/vscode.ts';

const PATCH = '@@ -1 +1 @@\n-one\n+two';

let folder = '';

beforeEach(() => {
  resetVscode();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'apply-')));
  vscode.folders.push(Uri.file(folder));
  for (const name of ['src/a.ts', 'src/b.ts', '.vscode/settings.json']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), 'one\n');
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

async function apply(info: string, { code = PATCH, above = '' } = {}): Promise<void> {
  const store = new SessionStore();
  store.create('s', 'A', folder);
  await applyCode(
    's',
    { code, info, above },
    {
      store,
      files: {
        readTextFile: ({ path }) => readFile(path, 'utf8'),
        writeTextFile: async ({ path, record }, text) => {
          const write = async (): Promise<undefined> => {
            await writeFile(path, text);
            return undefined;
          };
          await (record?.(write) ?? write());
          return text;
        },
      },
      whileApplying: async (_key, _path, write) => void (await write()),
      review: () => undefined,
    },
  );
}

test('a file that the text names is written without a question', async () => {
  await apply('diff src/a.ts', { above: 'In `src/a.ts`:' });
  await apply('diff', { code: `--- a/src/b.ts\n+++ b/src/b.ts\n${PATCH}` });
  expect([read('src/a.ts'), read('src/b.ts')]).toEqual(['two\n', 'two\n']);
  expect(vscode.messages).toEqual([]);
});

test('a file that the head of the block names is written without a question', async () => {
  await apply('diff path=src/a.ts');
  expect(read('src/a.ts')).toBe('two\n');
  expect(vscode.messages).toEqual([]);
});

test('a file that only the rest of the info string names is written when the user has seen its name', async () => {
  const info = 'diff path=src/none.ts also=src/a.ts';
  await apply(info);
  expect(read('src/a.ts')).toBe('one\n');
  expect(vscode.messages[0]).toContain('src/a.ts');
  vscode.answers.push(() => 'Apply to src/a.ts');
  await apply(info);
  expect(read('src/a.ts')).toBe('two\n');
});

test.each([
  ['the patch', { code: `--- a/src/b.ts\n+++ b/src/b.ts\n${PATCH}`, above: 'In src/a.ts:' }],
  ['the text', { above: 'In src/b.ts:' }],
])('the user chooses where %s names another file than the info string', async (_by, block) => {
  await apply('diff path=src/a.ts', block);
  expect([read('src/a.ts'), read('src/b.ts')]).toEqual(['one\n', 'one\n']);
  expect(vscode.messages[0]).toMatch(/src\/a\.ts.*src\/b\.ts/);
  vscode.answers.push(() => 'Apply to src/b.ts');
  await apply('diff path=src/a.ts', block);
  expect([read('src/a.ts'), read('src/b.ts')]).toEqual(['one\n', 'two\n']);
});

test('a file that programs run is written when the user has seen what runs it', async () => {
  const above = 'In `.vscode/settings.json`:';
  await apply('diff', { above });
  expect(read('.vscode/settings.json')).toBe('one\n');
  expect(vscode.messages.join(' ')).toMatch(/\.vscode\/settings\.json.*can run code\. VS Code/);
  vscode.answers.push(() => 'Apply to .vscode/settings.json');
  await apply('diff', { above });
  expect(read('.vscode/settings.json')).toBe('two\n');
});

test.each(['../out.ts', '/etc/out.ts'])(
  'a file outside the workspace is not offered to be created: %s',
  async (path) => {
    const offered: string[] = [];
    vscode.answers.push((buttons) => {
      offered.push(...buttons);
      return undefined;
    });
    await apply(`ts path=${path}`);
    expect(vscode.messages[0]).toBe(`${path} is outside the workspace.`);
    expect(offered).toEqual([]);
  },
);

test('a protected file that is new is asked about as well', async () => {
  vscode.answers.push(() => 'Create File');
  await apply('json path=.vscode/tasks.json', { code: '{}' });
  expect(() => read('.vscode/tasks.json')).toThrow();
  expect(vscode.messages.join(' ')).toMatch(/tasks\.json can run code/);
});
