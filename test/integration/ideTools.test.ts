// The tools that agents are given, over HTTP and in a real extension host: what VS Code's own languages answer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { isAsOnDisk } from '../../src/features/ideTools/host/documents/openedFile.ts';
import { waitUntil } from '../support/wait.ts';
import { diagnostic, folder, page, project, withTools } from '../support/ide/ideToolsClient.ts';
import { describe, it, measured } from './suite.ts';

const tabs = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

describe('The tool diagnostics', () => {
  it('reports on TypeScript that no editor shows, as it is now on the disk', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const path = join(project, 'a.ts');
    await withTools(
      { 'a.ts': "export const n: number = 'text';\n", 'tsconfig.json': '{}' },
      async ({ call }) => {
        const first = page.parse(JSON.parse(await call('diagnostics', { op: 'file', path })));
        const [found] = z.array(diagnostic).parse(first.items);
        assert.deepEqual([found?.path, found?.line, found?.character], [path, 1, 14]);
        assert.match(found?.message ?? '', /not assignable/);
        writeFileSync(path, 'export const n: number = 1;\nexport const m: string = 2;\n');
        const second = page.parse(JSON.parse(await call('diagnostics', { op: 'file', path })));
        assert.deepEqual(
          z
            .array(diagnostic)
            .parse(second.items)
            .map(({ line }) => line),
          [2],
        );
        assert.deepEqual(tabs(), []);
      },
    );
  }, 90_000);

  it('reports on JSON that no editor shows, and leaves the editors as they are', async () => {
    await withTools({ 'b.json': '{ "a": }\n', 'shown.txt': 'shown' }, async ({ call }) => {
      await vscode.window.showTextDocument(vscode.Uri.file(join(project, 'shown.txt')));
      const seen: string[] = [];
      const watching = vscode.window.onDidChangeActiveTextEditor((editor) =>
        seen.push(editor?.document.fileName ?? ''),
      );
      const { items } = page.parse(
        JSON.parse(await call('diagnostics', { op: 'file', path: join(project, 'b.json') })),
      );
      watching.dispose();
      assert.match(z.array(diagnostic).parse(items)[0]?.message ?? '', /Value expected/);
      assert.deepEqual(seen, []);
      assert.deepEqual(tabs(), ['shown.txt']);
    });
  }, 60_000);

  it('distinguishes the problems of the turn from those before it', async () => {
    const [old, path] = [join(project, 'old.ts'), join(project, 'new.ts')];
    const files = { 'old.ts': "export const n: number = 'text';\n", 'tsconfig.json': '{}' };
    await withTools(files, async ({ server, call, changed }) => {
      await vscode.window.showTextDocument(vscode.Uri.file(old));
      await call('diagnostics', { op: 'file', path: old });
      await assert.rejects(call('diagnostics', { op: 'new_since_turn' }), /No turn has begun/);
      await waitUntil(
        () => vscode.languages.getDiagnostics(vscode.Uri.file(old)).length > 0,
        'TypeScript reports the problem',
      );
      server.turnBegins('A', 's');
      writeFileSync(old, "\n\nexport const n: number = 'text';\nexport const m: string = 1;\n");
      writeFileSync(path, 'export const k: boolean = 1;\n');
      changed.push(old, path);
      const found = page.parse(JSON.parse(await call('diagnostics', { op: 'new_since_turn' })));
      assert.deepEqual(
        z
          .array(diagnostic)
          .parse(found.items)
          .map((each) => `${each.path}:${each.line}`)
          .toSorted(),
        [`${path}:1`, `${old}:4`].toSorted(),
      );
      assert.deepEqual(found.withoutBaseline, [path]);
    });
  }, 90_000);

  it('leaves out files that were deleted, whatever was reported on them last', async () => {
    const names = ['gone.ts', 'deleted.ts', 'left.ts'];
    const paths = names.map((name) => join(project, name));
    const [gone = '', deleted = '', left = ''] = paths;
    const text = "export const n: number = 'text';\n";
    const files = Object.fromEntries(names.map((name) => [name, text]));
    await withTools({ ...files, 'tsconfig.json': '{}' }, async ({ call, changed }) => {
      const reported = vscode.languages.createDiagnosticCollection('ideTools');
      const range = new vscode.Range(0, 0, 0, 1);
      for (const path of paths) reported.set(vscode.Uri.file(path), [new vscode.Diagnostic(range, 'old')]);
      try {
        changed.push(deleted);
        rmSync(gone);
        rmSync(deleted);
        const answer = await call('diagnostics', { op: 'workspace' });
        assert.match(answer, /left\.ts/);
        for (const name of ['gone.ts', 'deleted.ts', 'unchecked', 'notShown']) {
          assert.equal(answer.includes(name), false, answer);
        }
        assert.ok(answer.includes(left));
      } finally {
        reported.dispose();
      }
    });
  }, 60_000);

  it('says what is wrong with its arguments, and with files that are not there', async () => {
    await withTools({}, async ({ call }) => {
      await assert.rejects(call('diagnostics', { op: 'everything' }), /`op` must be one of file, workspace/);
      await assert.rejects(call('diagnostics', { op: 'file' }), /`path` is missing/);
      await assert.rejects(call('diagnostics', { op: 'file', path: 'a.ts' }), /absolute/);
      await assert.rejects(
        call('diagnostics', { op: 'file', path: join(project, 'no.ts') }),
        /does not exist/,
      );
      await assert.rejects(call('diagnostics', { op: 'file', path: project }), /is not a file/);
    });
  });
});

const sources = {
  'tsconfig.json': '{}',
  'shapes.ts': `export interface Shape {
  area(): number;
}
export class Square implements Shape {
  constructor(readonly side: number) {}
  area(): number {
    return this.side ** 2;
  }
}
export function total(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, shape) => sum + shape.area(), 0);
}
`,
  'use.ts': `import { Square, total } from './shapes.ts';
export const sum = (): number => total([new Square(1), new Square(2)]);
`,
};
const [shapes, use] = [join(project, 'shapes.ts'), join(project, 'use.ts')];

const place = z.object({ path: z.string(), line: z.number(), character: z.number() });

describe('The tool code_navigate', () => {
  it('answers where symbols of TypeScript are defined and used', async () => {
    await withTools(sources, async ({ call }) => {
      const ask = async (op: string, args: Record<string, unknown>): Promise<z.infer<typeof page>> =>
        page.parse(JSON.parse(await call('code_navigate', { op, ...args })));
      const places = async (op: string, args: Record<string, unknown>): Promise<string[]> =>
        z
          .array(place)
          .parse((await ask(op, args)).items)
          .map(({ path, line, character }) => `${path}:${line}:${character}`)
          .toSorted();
      assert.deepEqual(await places('definition', { path: use, line: 2, symbol: 'total' }), [
        `${shapes}:10:17`,
      ]);
      const used = [`${shapes}:4:14`, `${use}:1:10`, `${use}:2:45`, `${use}:2:60`];
      const references = { path: shapes, line: 4, character: 14 };
      // TypeScript answers with the open file alone until it has read the project.
      const end = Date.now() + 20_000;
      while ((await places('references', references)).length < used.length) assert.ok(Date.now() < end);
      assert.deepEqual(await places('references', references), used);
      assert.deepEqual(await places('implementation', { path: shapes, line: 1, symbol: 'Shape' }), [
        `${shapes}:4:14`,
      ]);
      assert.deepEqual(await places('type_definition', { path: shapes, line: 11, symbol: 'shape' }), [
        `${shapes}:1:18`,
      ]);
      assert.match(JSON.stringify(await ask('hover', { path: use, line: 2, symbol: 'sum' })), /=> number/);
      const named = async (op: string, args: Record<string, unknown>): Promise<string> =>
        JSON.stringify((await ask(op, args)).items);
      assert.match(
        await named('document_symbols', { path: shapes }),
        /"name":"area".*"containerName":"Square"/,
      );
      assert.match(await named('workspace_symbols', { query: 'Square' }), /"name":"Square"/);
      assert.match(
        await named('incoming_calls', { path: shapes, line: 10, symbol: 'total' }),
        /"name":"sum"/,
      );
      assert.match(await named('outgoing_calls', { path: use, line: 2, symbol: 'sum' }), /"name":"total"/);
      const first = await ask('references', { path: shapes, line: 4, character: 14, limit: 3 });
      assert.deepEqual([first.items.length, first.total], [3, 4]);
      const last = await ask('references', { cursor: first.nextCursor, limit: 3 });
      assert.deepEqual([last.items.length, last.nextCursor], [1, undefined]);
    });
  }, 90_000);

  it('finds symbols of the folder in files that nobody has opened', async () => {
    const at = join(folder, 'ideToolsUnopened');
    const files = {
      'tsconfig.json': '{}',
      'first.ts': 'export const first = 1;\n',
      'second.ts': 'export function neverOpenedBefore(): void {}\n',
      'data.json': '{}',
    };
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await withTools(
      files,
      async ({ call }) => {
        const answer = await call('code_navigate', { op: 'workspace_symbols', query: 'neverOpenedBefore' });
        assert.match(answer, /"name":"neverOpenedBefore\b.*second\.ts/);
        const none = await call('code_navigate', { op: 'workspace_symbols', query: 'zzNobodyHasThis' });
        assert.equal(page.parse(JSON.parse(none)).total, 0);
        assert.deepEqual(tabs(), []);
      },
      at,
    );
  }, 90_000);

  it('answers types above and below by any provider, and the symbols of JSON', async () => {
    const files = { ...sources, 'd.json': '{ "outer": { "inner": 1 } }', 'e.txt': 'one two' };
    const path = join(project, 'e.txt');
    const range = new vscode.Range(0, 0, 0, 3);
    const item = new vscode.TypeHierarchyItem(
      vscode.SymbolKind.Class,
      'one',
      '',
      vscode.Uri.file(path),
      range,
      range,
    );
    const owned = vscode.languages.registerTypeHierarchyProvider('plaintext', {
      prepareTypeHierarchy: () => [item],
      provideTypeHierarchySupertypes: () => [item],
      provideTypeHierarchySubtypes: () => [item, item],
    });
    await withTools(files, async ({ call }) => {
      const at = { path, line: 1, character: 1 };
      const found = async (op: string): Promise<number> =>
        page.parse(JSON.parse(await call('code_navigate', { op, ...at }))).total;
      assert.deepEqual([await found('supertypes'), await found('subtypes')], [1, 2]);
      const symbols = await call('code_navigate', { op: 'document_symbols', path: join(project, 'd.json') });
      assert.match(symbols, /"name":"inner"/);
    });
    owned.dispose();
  }, 60_000);

  it('gives the first of 5,000 references soon, and the rest by cursors', async () => {
    const path = join(project, 'many.txt');
    const all = Array.from(
      { length: 5_000 },
      (_, line) => new vscode.Location(vscode.Uri.file(path), new vscode.Position(line, 0)),
    );
    const owned = vscode.languages.registerReferenceProvider('plaintext', { provideReferences: () => all });
    await withTools({ 'many.txt': 'one\n'.repeat(5_000) }, async ({ call }) => {
      const args = { op: 'references', path, line: 1, character: 1, limit: 500 };
      await call('code_navigate', args);
      const [uri, start] = [vscode.Uri.file(path), new vscode.Position(0, 0)];
      const begun = performance.now();
      await vscode.commands.executeCommand('vscode.executeReferenceProvider', uri, start);
      const asked = performance.now();
      let answer = page.parse(JSON.parse(await call('code_navigate', args)));
      const own = Math.round(asked - begun);
      measured(
        `5,000 references: VS Code ${own} ms, the first page ${Math.round(performance.now() - asked)} ms`,
      );
      let count = answer.items.length;
      while (answer.nextCursor !== undefined) {
        const next = await call('code_navigate', { ...args, cursor: answer.nextCursor });
        answer = page.parse(JSON.parse(next));
        count += answer.items.length;
      }
      assert.deepEqual([count, answer.total], [5_000, 5_000]);
    });
    owned.dispose();
  }, 60_000);

  it('says what is wrong with a position', async () => {
    await withTools(sources, async ({ call }) => {
      const at = { op: 'definition', path: use };
      await assert.rejects(call('code_navigate', { ...at, line: 9, character: 1 }), /There is no line 9/);
      await assert.rejects(
        call('code_navigate', { ...at, line: 2, character: 900 }),
        /There is no character 900/,
      );
      await assert.rejects(call('code_navigate', { ...at, line: 2, symbol: 'none' }), /does not contain/);
      await assert.rejects(call('code_navigate', { ...at, line: 2 }), /`character` or `symbol` is missing/);
      await assert.rejects(call('code_navigate', { op: 'workspace_symbols' }), /`query` is missing/);
    });
  }, 60_000);
});

describe('The tools editor_context and git_state', () => {
  it('know what the user has open and selected, of the session alone, and open a file at a range', async () => {
    const elsewhere = vscode.Uri.file(join(realpathSync(tmpdir()), 'ideToolsElsewhere.txt'));
    writeFileSync(elsewhere.fsPath, 'not for the agent');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await withTools(sources, async ({ call }) => {
      const ask = async (args: Record<string, unknown>): Promise<string> => call('editor_context', args);
      await vscode.window.showTextDocument(elsewhere, { preview: false });
      assert.match(await ask({ op: 'selection' }), /No file of the session/);
      const selection = new vscode.Range(0, 7, 0, 16);
      await vscode.window.showTextDocument(vscode.Uri.file(shapes), { preview: false, selection });
      const selected = page.parse(JSON.parse(await ask({ op: 'selection' })));
      assert.deepEqual(z.array(place.extend({ text: z.string() })).parse(selected.items), [
        { path: shapes, line: 1, character: 8, text: 'interface' },
      ]);
      const open = await ask({ op: 'open_editors' });
      assert.deepEqual(
        z
          .array(z.object({ path: z.string(), isActive: z.boolean() }))
          .parse(page.parse(JSON.parse(open)).items),
        [{ path: shapes, isActive: true }],
      );
      assert.match(open, /"others":1/);
      assert.equal(open.includes('Elsewhere'), false);
      assert.match(await ask({ op: 'visible_ranges' }), /"isActive":true/);
      await ask({ op: 'open', path: use, line: 2, endLine: 2 });
      await waitUntil(() => vscode.window.activeTextEditor?.document.uri.fsPath === use, 'the file');
      assert.equal(vscode.window.activeTextEditor?.selection.start.line, 1);
      await assert.rejects(ask({ op: 'open', path: use, line: 2, endLine: 1 }), /`endLine` is before `line`/);
      await assert.rejects(ask({ op: 'open', path: use, line: 99 }), /There is no line 99/);
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(elsewhere.fsPath);
  }, 60_000);

  it('know the changes of the repository', async () => {
    await withTools({ 'a.txt': 'one\n' }, async ({ call }) => {
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: project });
      };
      git('init', '-q', '-b', 'trunk');
      git('add', '.');
      git('commit', '-q', '-m', 'first');
      writeFileSync(join(project, 'a.txt'), 'two\n');
      assert.match(
        await call('git_state', { op: 'status', path: project }),
        /"branch":"trunk".*"unstaged":"M"/,
      );
      assert.match(await call('git_state', { op: 'diff', path: project }), /-one\\n\+two/);
    });
  });
});

describe('Documents that tools read', () => {
  it('are compared with their files in the encoding that the editor uses', async () => {
    await withTools({}, async () => {
      const uri = vscode.Uri.file(join(project, 'encoded.txt'));
      for (const encoding of ['windows1252', 'utf16le', 'shiftjis']) {
        const text = encoding === 'shiftjis' ? '\u65e5\u672c\n' : 'caf\u00e9\n';
        writeFileSync(uri.fsPath, await vscode.workspace.encode(text, { encoding }));
        const asOpened = { uri, encoding, getText: () => text };
        assert.equal(await isAsOnDisk(asOpened), true, encoding);
        assert.equal(await isAsOnDisk({ ...asOpened, getText: () => `older ${text}` }), false, encoding);
      }
    });
  });
});

describe('Calls of tools', () => {
  it('are answered over streams, which are kept alive however long a call takes', async () => {
    await withTools({}, async ({ call, contentTypes }) => {
      await call('editor_context', { op: 'open_editors' });
      assert.match(contentTypes.at(-1) ?? '', /^text\/event-stream/);
    });
  });
});

describe('The tool vscode_tools', () => {
  it('is there once the user has chosen tools, lists and calls those, and asks before', async () => {
    // A tool of VS Code's own that needs no confirmation and no chat.
    const tool = 'terminal_selection';
    await withTools({}, async ({ call, names, offered, asked }) => {
      assert.equal((await names()).includes('vscode_tools'), false);
      offered.push(tool, 'parley_anything');
      assert.equal((await names()).includes('vscode_tools'), true);
      const { items, total } = page.parse(JSON.parse(await call('vscode_tools', { op: 'list' })));
      assert.equal(total, 1);
      assert.match(JSON.stringify(items), /"tool":"terminal_selection","description":"/);
      const invoke = { op: 'invoke', tool, input: { a: 1 } };
      assert.match(await call('vscode_tools', invoke), /"text":".*erminal/);
      assert.deepEqual(asked, [JSON.stringify([tool, { a: 1 }])]);
      for (const other of ['terminal_last_command', 'parley_anything', 'none']) {
        await assert.rejects(call('vscode_tools', { ...invoke, tool: other }), /no such tool/);
      }
    });
  }, 60_000);
});
