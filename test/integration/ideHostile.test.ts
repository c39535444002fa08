// The tools that agents are given, called with what no agent should send, in a real extension host.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { LARGEST_FILE } from '../../src/core/ports/fileAccess.ts';
import { folder, page, withTools, type Tools } from '../support/ide/ideToolsClient.ts';
import { waitUntil } from '../support/wait.ts';
import { describe, it } from './suite.ts';

const at = join(folder, 'ideHostile');

/** The calls by which each tool opens a file. */
const calls = (path: string): readonly (readonly [string, Record<string, unknown>])[] => [
  ['diagnostics', { op: 'file', path }],
  ['code_navigate', { op: 'definition', path, line: 1, character: 1 }],
  ['code_navigate', { op: 'document_symbols', path }],
  ['refactor', { op: 'format', path }],
  ['refactor', { op: 'rename', path, line: 1, character: 1, newName: 'x' }],
  ['editor_context', { op: 'open', path }],
];

async function refused({ call }: Tools, path: string, reason: RegExp): Promise<void> {
  for (const [tool, args] of calls(path)) await assert.rejects(call(tool, args), reason, `${tool} ${path}`);
}

const isOpen = (path: string): boolean =>
  vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith(path));

describe('Tools that open files', () => {
  it('open none by an address, a relative path or a detour', async () => {
    const untitled = await vscode.workspace.openTextDocument({ content: 'not for the agent' });
    await withTools(
      { 'a.txt': 'one\n' },
      async (tools) => {
        for (const path of [
          untitled.uri.toString(),
          'vscode-userdata:/User/settings.json',
          vscode.Uri.file(join(at, 'a.txt')).toString(),
          'git:/a.txt',
        ]) {
          await refused(tools, path, /is an address/);
        }
        await refused(tools, untitled.uri.path, /relative/);
        await refused(tools, 'a.txt', /relative/);
        await refused(tools, `${at}/b/../a.txt`, /contains “\.\.”/);
        await refused(tools, `${at}/a.txt\0.png`, /control character/);
        await refused(tools, `${at}/a.txt/`, /ends like a folder/);
        await refused(tools, 'x'.repeat(5_000), /`path` must be at most/);
        await refused(tools, '', /`path` must be at least/);
      },
      at,
    );
  }, 90_000);

  it('open nothing outside of the folders without the user, whichever link leads there', async () => {
    const elsewhere = mkdtempSync(join(realpathSync(tmpdir()), 'ideHostile'));
    const secret = join(elsewhere, 'secret.txt');
    writeFileSync(secret, 'not for the agent\n');
    await withTools(
      { 'a.txt': 'one\n' },
      async (tools) => {
        const [file, directory, second, nowhere] = ['file.txt', 'directory', 'second.txt', 'nowhere.txt'];
        symlinkSync(secret, join(at, file));
        symlinkSync(elsewhere, join(at, directory));
        symlinkSync(join(at, file), join(at, second));
        symlinkSync(join(elsewhere, 'none.txt'), join(at, nowhere));
        const asked: string[] = [];
        tools.on.read = (request) => {
          assert.ok(request.use === 'read');
          const { path, real, isInside } = request;
          assert.deepEqual([real, isInside], [secret, false]);
          asked.push(path);
          throw new Error('This was not allowed.');
        };
        const paths = [join(at, file), join(at, directory, 'secret.txt'), join(at, second), secret];
        for (const path of paths) await refused(tools, path, /This was not allowed/);
        assert.equal(asked.length, paths.length * calls('').length);
        await refused(tools, join(at, nowhere), /link to something that does not exist/);
        assert.equal(isOpen('secret.txt') || isOpen('/file.txt') || isOpen('second.txt'), false);
      },
      at,
    );
    rmSync(elsewhere, { recursive: true });
  }, 90_000);

  it('say what is wrong with files that are no texts, too large, or no files', async () => {
    await withTools(
      { 'large.ts': '' },
      async (tools) => {
        writeFileSync(
          join(at, 'binary.ts'),
          Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 7)),
        );
        truncateSync(join(at, 'large.ts'), LARGEST_FILE + 1);
        mkdirSync(join(at, 'folder.ts'));
        execFileSync('mkfifo', [join(at, 'pipe.ts')]);
        await refused(tools, join(at, 'binary.ts'), /cannot open .*binary/);
        await refused(tools, join(at, 'large.ts'), /too large: \d+ bytes/);
        await refused(tools, join(at, 'folder.ts'), /is not a file/);
        await refused(tools, join(at, 'pipe.ts'), /is not a file/);
        await refused(tools, join(at, 'none.ts'), /does not exist/);
        await refused(tools, join(at, 'none', 'none.ts'), /does not exist/);
      },
      at,
    );
  }, 90_000);

  it('take no position that a file does not have', async () => {
    const path = join(at, 'b.ts');
    await withTools(
      { 'b.ts': 'const 😀 = 1;\n', 'empty.ts': '' },
      async ({ call }) => {
        for (const [tool, op] of [
          ['code_navigate', 'definition'],
          ['refactor', 'code_actions'],
          ['editor_context', 'open'],
        ] as const) {
          const ask = (more: Record<string, unknown>): Promise<string> => call(tool, { op, path, ...more });
          await assert.rejects(ask({ line: 0, character: 1 }), /`line` must be at least 1/);
          await assert.rejects(ask({ line: -3, character: 1 }), /`line` must be at least 1/);
          await assert.rejects(ask({ line: 1.5, character: 1 }), /`line` must be a whole number/);
          await assert.rejects(ask({ line: 1, character: 0.1 }), /`character` must be a whole number/);
          await assert.rejects(ask({ line: '1', character: 1 }), /`line` must be/);
          await assert.rejects(ask({ line: 1e9, character: 1 }), /`line` must be at most/);
          await assert.rejects(ask({ line: 3, character: 1 }), /There is no line 3/);
          await assert.rejects(ask({ line: 1, character: 99 }), /There is no character 99/);
          await assert.rejects(call(tool, { op: 'constructor', path, line: 1 }), /`op` must be one of/);
          await assert.rejects(call(tool, { op: ['open'], path, line: 1 }), /`op` must be one of/);
          await assert.rejects(call(tool, { op, path, line: 1, limit: -1 }), /`limit` must be at least 1/);
          await assert.rejects(call(tool, { op, path, line: 1, limit: 0.5 }), /`limit` must be a whole/);
          await assert.rejects(call(tool, { op, cursor: '1.1' }), /not known any more/);
        }
        const empty = { op: 'references', path: join(at, 'empty.ts'), line: 1, character: 1 };
        assert.equal(page.parse(JSON.parse(await call('code_navigate', empty))).total, 0);
      },
      at,
    );
  }, 90_000);
});

describe('A language', () => {
  it('without features answers with nothing, and each change says that there is none', async () => {
    const path = join(at, 'c.unknown');
    await withTools(
      { 'c.unknown': 'one two\n' },
      async ({ call }) => {
        for (const op of ['definition', 'references', 'hover', 'incoming_calls', 'supertypes']) {
          const answer = await call('code_navigate', { op, path, line: 1, character: 1 });
          assert.deepEqual(JSON.parse(answer), { items: [], total: 0 }, op);
        }
        assert.match(await call('code_navigate', { op: 'document_symbols', path }), /"total":0/);
        assert.match(await call('diagnostics', { op: 'file', path }), /"total":0/);
        assert.match(await call('refactor', { op: 'format', path }), /no formatter is installed/);
        await assert.rejects(call('refactor', { op: 'organize_imports', path }), /No language organizes/);
        const rename = { op: 'rename', path, line: 1, character: 1, newName: 'x' };
        await call('refactor', rename).then(
          (answer) => assert.match(answer, /"changed":0/),
          (error: unknown) => assert.match(String(error), /cannot do this/),
        );
      },
      at,
    );
  }, 120_000);

  it('that was asleep says that it is warming up, once', async () => {
    // No other test has a file of it.
    const extension = vscode.extensions.getExtension('vscode.php-language-features');
    assert.equal(extension?.isActive, false);
    const answer = z.object({ total: z.literal(0), note: z.string().optional() });
    await withTools(
      { 'd.php': '<?php\n\n' },
      async ({ call }) => {
        const args = { op: 'references', path: join(at, 'd.php'), line: 2, character: 1 };
        const first = answer.parse(JSON.parse(await call('code_navigate', args)));
        assert.match(first.note ?? '', /warming up: nothing was found yet/);
        assert.equal(extension.isActive, true);
        const second = answer.parse(JSON.parse(await call('code_navigate', args)));
        assert.equal(second.note, undefined);
      },
      at,
    );
  }, 60_000);

  it('that never answers holds up no call that is withdrawn, and no other call', async () => {
    const asked = Promise.withResolvers<void>();
    const owned = vscode.languages.registerReferenceProvider(
      { pattern: '**/e.txt' },
      {
        provideReferences: () => {
          asked.resolve();
          return new Promise(() => undefined);
        },
      },
    );
    await withTools(
      { 'e.txt': 'one\n', 'f.txt': 'two\n' },
      async ({ call }) => {
        const args = { op: 'references', path: join(at, 'e.txt'), line: 1, character: 1 };
        const withdrawn = new AbortController();
        const calling = call('code_navigate', args, withdrawn.signal);
        await asked.promise;
        const many = await Promise.all(
          Array.from({ length: 12 }, () => call('diagnostics', { op: 'file', path: join(at, 'f.txt') })),
        );
        assert.deepEqual(new Set(many.map((each) => page.parse(JSON.parse(each)).total)), new Set([0]));
        withdrawn.abort();
        await assert.rejects(calling);
      },
      at,
    );
    owned.dispose();
  }, 60_000);
});

describe('An error', () => {
  it('of a language that is cut to its limit ends with a whole character', async () => {
    const owned = vscode.languages.registerRenameProvider(
      { pattern: '**/g.txt' },
      { provideRenameEdits: () => Promise.reject(new Error(`${'x'.repeat(999)}😀`)) },
    );
    await withTools(
      { 'g.txt': 'one\n' },
      async ({ call }) => {
        const args = { op: 'rename', path: join(at, 'g.txt'), line: 1, character: 1, newName: 'two' };
        await assert.rejects(call('refactor', args), (error: unknown) => {
          assert.ok(error instanceof Error);
          assert.match(error.message, /^The language cannot do this: .*xxx/);
          assert.ok(error.message.length < 1_100 && error.message.isWellFormed());
          return true;
        });
      },
      at,
    );
    owned.dispose();
  }, 60_000);
});

describe('A task', () => {
  const file = join(folder, '.vscode', 'tasks.json');
  const tasks = [
    { label: 'hostile sleep', type: 'shell', command: 'sleep 300', problemMatcher: [] },
    {
      label: 'hostile line',
      type: 'shell',
      command: 'head -c 3000000 /dev/zero | tr "\\0" x; echo end',
      problemMatcher: [],
    },
  ];
  const isRunning = (): boolean =>
    vscode.tasks.taskExecutions.some(({ task }) => task.name.startsWith('hostile'));

  it('that never ends is ended with its call or its session; one long line of output is cut', async () => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(file, JSON.stringify({ version: '2.0.0', tasks }));
    await withTools(
      {},
      async ({ call, close }) => {
        const end = Date.now() + 20_000;
        while (!(await call('run_check', { op: 'list' })).includes('hostile line'))
          assert.ok(Date.now() < end);
        const line = await call('run_check', { op: 'run', task: 'hostile line' });
        const { output, outputTruncated } = z
          .object({ output: z.string(), outputTruncated: z.literal(true) })
          .parse(JSON.parse(line));
        assert.ok(outputTruncated && output.length <= 16_000 && output.trimEnd().endsWith('end'));
        const sleep = { op: 'run', task: 'hostile sleep' };
        const withdrawn = new AbortController();
        const calling = call('run_check', sleep, withdrawn.signal).catch(String);
        await waitUntil(isRunning, 'the task that is withdrawn');
        withdrawn.abort();
        await calling;
        await waitUntil(() => !isRunning(), 'the end of the task that was withdrawn');
        const last = call('run_check', sleep).catch(String);
        await waitUntil(isRunning, 'the task of the session that ends');
        close();
        assert.match(await last, /cancelled|could not be started/);
        await waitUntil(() => !isRunning(), 'the end of the task whose session has ended');
        await assert.rejects(call('run_check', { op: 'list' }), /session is closed/);
      },
      at,
    );
    rmSync(file);
  }, 90_000);
});
