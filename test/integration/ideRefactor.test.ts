// The tool `refactor` in a real extension host: what VS Code's languages change, and what is refused.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { folder, page, withTools, type Tools } from '../support/ide/ideToolsClient.ts';
import { describe, it } from './suite.ts';

const sources = {
  'tsconfig.json': '{}',
  'a.ts': "import type { Box } from './b.ts';\nexport const one = (x: Box): number => x.size;\n",
  'b.ts': 'export interface Box { size: number }\n',
  'c.ts': "import type { Box } from './b.ts';\nexport const two = (x: Box): number => x.size + x.size;\n",
};
const textOf = (path: string): string => readFileSync(path, 'utf8');
const before = [sources['a.ts'], sources['b.ts'], sources['c.ts']];

/** A project of three files. TypeScript may not notice that files are made again: each test has a folder of its own. */
function projectNamed(name: string) {
  const project = join(folder, name);
  const [a, b, c] = [join(project, 'a.ts'), join(project, 'b.ts'), join(project, 'c.ts')];
  const rename = { op: 'rename', path: b, line: 1, symbol: 'size', newName: 'width' };
  const texts = (): string[] => [a, b, c].map(textOf);
  const inProject = (
    files: Readonly<Record<string, string>>,
    body: (tools: Tools) => Promise<void>,
  ): Promise<void> => withTools(files, body, project);

  /** Resolves once TypeScript knows all the files, which it notices some time after they were made. */
  async function untilAllKnown({ call }: Tools): Promise<void> {
    for (const end = Date.now() + 30_000; ;) {
      const preview = await call('refactor', { ...rename, preview: true }).catch(String);
      if (preview.includes('"total":4')) return;
      assert.ok(Date.now() < end, preview);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return { project, a, b, c, rename, texts, inProject, untilAllKnown };
}

describe('The tool refactor', () => {
  it('renames in all files at once, the unsaved ones of the user too, and shows what it did', async () => {
    const { a, b, c, rename, texts, inProject, untilAllKnown } = projectNamed('ideRename');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const saving = vscode.workspace.getConfiguration('files');
    await saving.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    await inProject(sources, async (tools) => {
      const { call, cards } = tools;
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(c));
      const editor = await vscode.window.showTextDocument(document, { preview: false });
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// mine\n'));
      await untilAllKnown(tools);
      assert.deepEqual(texts(), before);
      const done = await call('refactor', rename);
      assert.match(done, /"changed":3/);
      assert.equal(textOf(a), sources['a.ts'].replace('x.size', 'x.width'));
      assert.equal(textOf(b), 'export interface Box { width: number }\n');
      assert.equal(textOf(c), sources['c.ts']);
      const renamed = `// mine\n${sources['c.ts'].replaceAll('x.size', 'x.width')}`;
      assert.deepEqual([document.getText(), document.isDirty], [renamed, true]);
      assert.match(done, /"isUnsaved":true/);
      assert.deepEqual(
        cards.map(({ kind, status, content }) => [kind, status, content?.length]),
        [
          ['edit', 'in_progress', 3],
          [undefined, 'completed', undefined],
        ],
      );
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });
    await saving.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
  }, 90_000);

  it('changes nothing where one file is refused, has changed, is gone, or cannot be written', async () => {
    const { a, b, c, rename, texts, inProject, untilAllKnown } = projectNamed('ideRefusedRename');
    await inProject(sources, async (tools) => {
      const { call, on, cards } = tools;
      await vscode.workspace.openTextDocument(vscode.Uri.file(a));
      await untilAllKnown(tools);
      // VS Code may not have noticed yet that files were made or restored.
      const refusal = async (): Promise<string> => {
        for (const end = Date.now() + 20_000; ;) {
          const reason = await call('refactor', rename).catch(String);
          if (!reason.includes('Call again in a few seconds') || Date.now() > end) return reason;
        }
      };
      on.asked = (path) => {
        if (path === c) throw new Error('not allowed');
      };
      assert.match(await refusal(), /not allowed/);
      assert.deepEqual(texts(), before);
      on.asked = (path) => {
        if (path === c) writeFileSync(b, `${sources['b.ts']}// other\n`);
      };
      assert.match(await refusal(), /changed meanwhile/);
      writeFileSync(b, sources['b.ts']);
      assert.deepEqual(texts(), before);
      delete on.asked;
      await untilAllKnown(tools);
      let writes = 0;
      on.write = () => {
        if (++writes === 3) throw new Error('the disk is full');
      };
      assert.match(await refusal(), /the disk is full No file was changed/);
      assert.deepEqual(texts(), before);
      assert.equal(cards.at(-1)?.status, 'failed');
      delete on.write;
      on.asked = () => rmSync(c, { force: true });
      assert.match(await refusal(), /changed meanwhile/);
      assert.deepEqual([textOf(a), textOf(b)], [sources['a.ts'], sources['b.ts']]);
    });
  }, 90_000);

  it('knows the text on the disk where VS Code does not watch it', async () => {
    const { b, rename, inProject } = projectNamed('ideUnwatched');
    const watching = vscode.workspace.getConfiguration('files');
    await watching.update(
      'watcherExclude',
      { '**/ideUnwatched/**': true },
      vscode.ConfigurationTarget.Global,
    );
    await inProject(sources, async ({ call }) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(b));
      const text = `// a line more\n${sources['b.ts']}`;
      writeFileSync(b, text);
      // Of files that VS Code does not watch TypeScript may not know all.
      const preview = await call('refactor', { ...rename, line: 2, preview: true });
      assert.match(preview, /"text":"export interface Box/);
      assert.deepEqual([document.getText(), document.isDirty, document.encoding], [text, false, 'utf8']);
    });
    await watching.update('watcherExclude', undefined, vscode.ConfigurationTarget.Global);
  }, 90_000);

  it('lists and applies code actions, without their commands', async () => {
    const { project, b, c, inProject } = projectNamed('ideActions');
    const path = join(project, 'fix.ts');
    const files = { ...sources, 'fix.ts': 'export const one = (x: Box): number => x.size;\n' };
    const run = { title: 'Later', command: 'ideTools.never' };
    const action = new vscode.CodeAction('Insert and run', vscode.CodeActionKind.QuickFix);
    action.edit = new vscode.WorkspaceEdit();
    action.edit.insert(vscode.Uri.file(join(project, 'e.txt')), new vscode.Position(0, 0), 'new ');
    action.command = run;
    const moving = new vscode.CodeAction('Move', vscode.CodeActionKind.RefactorMove);
    moving.edit = new vscode.WorkspaceEdit();
    moving.edit.renameFile(vscode.Uri.file(b), vscode.Uri.file(c));
    const owned = vscode.languages.registerCodeActionsProvider('plaintext', {
      provideCodeActions: () => [action, moving, run],
    });
    await inProject({ ...files, 'e.txt': 'text' }, async ({ call }) => {
      const listed = z
        .array(z.looseObject({ title: z.string() }))
        .parse(page.parse(JSON.parse(await call('refactor', { op: 'code_actions', path, line: 1 }))).items);
      const fix = listed.find(({ title }) => title.includes('./b'));
      assert.ok(fix !== undefined, JSON.stringify(listed));
      await call('refactor', { op: 'apply_code_action', path, line: 1, title: fix.title });
      assert.match(textOf(path), /^import .*Box.* from/);
      const at = { op: 'apply_code_action', path: join(project, 'e.txt'), line: 1 };
      const applied = await call('refactor', { ...at, title: 'Insert and run' });
      assert.match(applied, /"commandNotRun":"Later"/);
      assert.equal(textOf(join(project, 'e.txt')), 'new text');
      await assert.rejects(call('refactor', { ...at, title: 'Later' }), /only runs a command/);
      await assert.rejects(call('refactor', { ...at, title: 'Move' }), /rename or delete files/);
      await assert.rejects(call('refactor', { ...at, title: 'None' }), /no such action/);
      assert.deepEqual([textOf(b), textOf(c)], [sources['b.ts'], sources['c.ts']]);
    });
    owned.dispose();
  }, 90_000);

  it('organizes imports and formats, a file or some lines, and says what cannot be done', async () => {
    const { project, rename, inProject } = projectNamed('ideFormat');
    const files = {
      ...sources,
      'messy.ts':
        "import { two } from './c.ts';\nimport type { Box } from './b.ts';\nexport type X = Box ;\nconst  y=1;\n",
      'f.json': '{"a":1}',
    };
    await inProject(files, async ({ call, close }) => {
      const path = join(project, 'messy.ts');
      await call('refactor', { op: 'organize_imports', path });
      assert.match(textOf(path), /^import type \{ Box \} from '.\/b.ts';\nexport type X = Box ;\n/);
      await call('refactor', { op: 'format', path, line: 2, endLine: 2 });
      assert.match(textOf(path), /export type X = Box;\nconst {2}y=1;\n$/);
      await call('refactor', { op: 'format', path });
      assert.match(textOf(path), /const y = 1;\n$/);
      assert.match(await call('refactor', { op: 'format', path }), /nothing to change/);
      await call('refactor', { op: 'format', path: join(project, 'f.json') });
      assert.match(textOf(join(project, 'f.json')), /^\{\n {4}"a": 1\n\}$/);
      const ofJson = vscode.workspace.getConfiguration('editor', { languageId: 'json' });
      await ofJson.update('tabSize', 3, vscode.ConfigurationTarget.Global, true);
      writeFileSync(join(project, 'h.json'), '{"a":1}');
      await call('refactor', { op: 'format', path: join(project, 'h.json') });
      await ofJson.update('tabSize', undefined, vscode.ConfigurationTarget.Global, true);
      assert.match(textOf(join(project, 'h.json')), /^\{\n {3}"a": 1\n\}$/);
      const silent = vscode.languages.registerRenameProvider('plaintext', {
        provideRenameEdits: () => {
          throw new Error('no symbol');
        },
      });
      writeFileSync(join(project, 'g.txt'), 'word');
      const other = { ...rename, path: join(project, 'g.txt'), symbol: 'word' };
      await assert.rejects(call('refactor', other), /no symbol/);
      silent.dispose();
      await assert.rejects(call('refactor', { ...rename, newName: '' }), /`newName`/);
      const begun = Promise.withResolvers<void>();
      const hanging = vscode.languages.registerRenameProvider('plaintext', {
        provideRenameEdits: () => {
          begun.resolve();
          return new Promise(() => undefined);
        },
      });
      const left = call('refactor', other).catch((error: unknown) => String(error));
      await begun.promise;
      close();
      assert.match(await left, /cancelled/);
      hanging.dispose();
    });
  }, 90_000);
});
