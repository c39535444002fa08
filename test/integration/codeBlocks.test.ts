// The code of answers in a real editor: inserted, applied to files, opened as a file, put into a terminal.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CodeAction } from '../../src/core/codeBlocks/codeAction.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { runCodeAction } from '../../src/features/codeBlocks/host/codeBlockActions.ts';
import { EditorFileSystem } from '../../src/host/editors/editorFileSystem.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

const KEY = 'session-1';
const TEXT = 'export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n';

/** A session with a folder of its own. */
class Desk {
  readonly folder = realpathSync(mkdtempSync(join(workspaceFolder(), 'code-')));
  readonly store = new SessionStore();
  readonly reviewed: string[] = [];

  constructor() {
    mkdirSync(join(this.folder, 'src'));
    writeFileSync(this.path('src/a.ts'), TEXT);
    this.store.create(KEY, 'A', this.folder);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  async run(action: CodeAction, code: string, info = 'ts', above = ''): Promise<void> {
    await runCodeAction(
      action,
      KEY,
      { code, info, above },
      {
        store: this.store,
        files: new EditorFileSystem(),
        whileApplying: async (_key, _path, write) => void (await write()),
        isIdleShell: ({ shellIntegration }) => shellIntegration !== undefined,
        review: (_key, path) => void this.reviewed.push(path),
      },
    );
  }

  async show(name: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.path(name)));
  }
}

function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(folder, 'No folder is open.');
  return folder;
}

function withDesk(body: (desk: Desk) => Promise<void>): () => Promise<void> {
  return async () => {
    const desk = new Desk();
    try {
      await body(desk);
    } finally {
      for (const { isDirty, uri } of vscode.workspace.textDocuments) {
        if (!isDirty) continue;
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      rmSync(desk.folder, { recursive: true, force: true });
    }
  };
}

const CHANGED = 'export function two() {\n  return 22;\n}';

describe('Code of an answer', () => {
  it(
    'is applied to the file that it names, and reviewed',
    withDesk(async (desk) => {
      await desk.run('apply', CHANGED, 'ts src/a.ts', 'In `src/a.ts`:');
      assert.equal(desk.read('src/a.ts'), TEXT.replace('return 2;', 'return 22;'));
      assert.deepEqual(desk.reviewed, [desk.path('src/a.ts')]);
    }),
  );

  it(
    'is applied in the editor, where one undo takes it back',
    withDesk(async (desk) => {
      const { document } = await desk.show('src/a.ts');
      await desk.run('apply', CHANGED, 'ts', 'In `src/a.ts`:');
      assert.ok(document.getText().includes('return 22;'));
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), TEXT);
    }),
  );

  it(
    'is applied to the file that the user is in where none is named',
    withDesk(async (desk) => {
      await desk.show('src/a.ts');
      await desk.run('apply', CHANGED);
      assert.deepEqual(desk.reviewed, [desk.path('src/a.ts')]);
    }),
  );

  it(
    'that is a patch of other lines changes nothing',
    withDesk(async (desk) => {
      await desk.run('apply', '@@ -1,1 +1,1 @@\n-  return 9;\n+  return 8;', 'diff src/a.ts', 'In src/a.ts:');
      await desk.run('apply', TEXT.trimEnd(), 'ts src/a.ts', 'In src/a.ts:');
      assert.equal(desk.read('src/a.ts'), TEXT);
      assert.deepEqual(desk.reviewed, []);
    }),
  );

  it(
    'outside of the workspace is not touched',
    withDesk(async (desk) => {
      const outside = join(desk.folder, '..', '..', 'outside.ts');
      void desk.run('apply', CHANGED, `ts ${outside}`);
      await vscode.commands.executeCommand('notifications.clearAll');
      assert.equal(existsSync(outside), false);
      assert.deepEqual(desk.reviewed, []);
    }),
  );

  it(
    'is inserted at the cursor, in one step',
    withDesk(async (desk) => {
      const editor = await desk.show('src/a.ts');
      editor.selection = new vscode.Selection(3, 0, 3, 0);
      await desk.run('insert', 'const x = 1;');
      assert.equal(editor.document.lineAt(3).text, 'const x = 1;');
      await vscode.commands.executeCommand('undo');
      assert.equal(editor.document.getText(), TEXT);
    }),
  );

  it(
    'is opened as a file with its language',
    withDesk(async (desk) => {
      await desk.run('new_file', '{"a": 1}', 'json title=x');
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.languageId, 'json');
      assert.equal(document.getText(), '{"a": 1}');
      assert.ok(document.isUntitled);
    }),
  );

  it(
    'is put into a terminal, where it does not run',
    withDesk(async (desk) => {
      const ran = desk.path('ran.txt');
      await desk.run('run', `touch '${ran}'\ntouch '${ran}'\n`, 'bash');
      const terminal = await waitUntil(() => vscode.window.terminals.at(-1), 'a terminal');
      assert.equal(existsSync(ran), false);
      terminal.dispose();
    }),
  );

  it(
    'of several lines that are one command is put into a terminal, and runs with Enter alone',
    withDesk(async (desk) => {
      const ran = desk.path('ran.txt');
      const put = (): Promise<void> => desk.run('run', `cat > '${ran}' <<'END'\none\ntwo\nEND\n`, 'bash');
      // VS Code asks where the shell has not drawn its prompt yet, which it refuses in tests.
      for (let isPut = false; !isPut;)
        isPut = await put().then(
          () => true,
          () => false,
        );
      const terminal = await waitUntil(() => vscode.window.terminals.at(-1), 'a terminal');
      assert.equal(existsSync(ran), false);
      terminal.sendText('', true);
      await waitUntil(() => existsSync(ran) && desk.read('ran.txt') === 'one\ntwo\n', 'the file');
      terminal.dispose();
    }),
  );
});
