// The files agents read and write, in a real editor: documents, undo, encodings, and what is refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AcpConnection } from '../../src/agents/acpConnection.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { onDesk, refused, show, type, withSetting } from './host/desk.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

describe('Reading for an agent', () => {
  it(
    'R74 returns the unsaved text of an open document',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'saved\n');
      const editor = await show(path);
      await type(editor, 'typed ');
      assert.equal(await desk.read(path), 'typed saved\n');
      assert.equal(desk.bytes('a.txt').toString(), 'saved\n');
    }),
  );

  it(
    'R74 R78 returns the unsaved text of a document that was opened through a link',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'saved\n');
      symlinkSync(desk.root, join(desk.base, 'alias'));
      const editor = await show(join(desk.base, 'alias', 'a.txt'));
      await type(editor, 'typed ');
      assert.equal(await desk.read(path), 'typed saved\n');
    }),
  );

  it(
    'R74 returns the text on the disk when an open document without changes is older',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'old\n');
      await show(path);
      desk.put('a.txt', 'new\n');
      assert.equal(await desk.read(path), 'new\n');
    }),
  );

  it(
    'R75 preserves line endings and the byte order mark of open and closed files',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', '\uFEFFone\r\ntwo\n');
      assert.equal(await desk.read(path), '\uFEFFone\r\ntwo\n');
      const other = desk.put('b.txt', '\uFEFFone\r\ntwo\r\n');
      const editor = await show(other);
      await type(editor, 'typed ');
      assert.equal(await desk.read(other), '\uFEFFtyped one\r\ntwo\r\n');
    }),
  );

  it(
    'decodes UTF-16 by its byte order mark and other encodings by files.encoding',
    onDesk(async (desk) => {
      const wide = desk.put('wide.txt', Buffer.from('\uFEFFgrün\r\n', 'utf16le'));
      assert.equal(await desk.read(wide), '\uFEFFgrün\r\n');
      const big = desk.put('big.txt', Buffer.from('\uFEFFgrün', 'utf16le').swap16());
      assert.equal(await desk.read(big), '\uFEFFgrün');
      const latin = desk.put('latin.txt', Buffer.from('grün\n', 'latin1'));
      await refused(desk.read(latin), 'encoding');
      await withSetting('encoding', 'iso88591', async () => {
        assert.equal(await desk.read(latin), 'grün\n');
      });
      await withSetting('encoding', 'shiftjis', async () => {
        const path = desk.put('japanese.txt', Buffer.from([0x93, 0xfa, 0x96, 0x7b]));
        assert.equal(await desk.read(path), '日本');
      });
    }),
  );

  it(
    'R76 reports a missing file, even while its document is still open',
    onDesk(async (desk) => {
      await refused(desk.read(desk.path('missing')), 'not-found');
      const path = desk.put('a.txt', 'text');
      await show(path);
      rmSync(path);
      await refused(desk.read(path), 'not-found');
    }),
  );

  it(
    'R76 R78 refuses invalid paths without asking the user',
    onDesk(async (desk) => {
      const paths = [
        'a.txt',
        `${desk.root}/../secret`,
        `file://${desk.root}/a.txt`,
        desk.path('a\0'),
        `${desk.root}/`,
      ];
      for (const path of paths) {
        await refused(desk.read(path), 'invalid-path');
        await refused(desk.write(path, ''), 'invalid-path');
      }
      assert.deepEqual(desk.asked, []);
    }),
  );

  it(
    'refuses folders, pipes, devices, binary files and a file of 2 GB without hanging',
    onDesk(async (desk) => {
      await refused(desk.read(desk.root), 'folder');
      execFileSync('mkfifo', [desk.path('pipe')]);
      await refused(desk.read(desk.path('pipe')), 'special');
      await refused(desk.read(desk.put('binary', Buffer.from([1, 0, 2]))), 'binary');
      truncateSync(desk.put('huge', ''), 2 * 1024 ** 3);
      await refused(desk.read(desk.path('huge')), 'too-large');
      desk.allows = true;
      await refused(desk.read('/dev/zero'), 'special');
    }),
  );

  it(
    'R78 asks with the real path before it reads outside the folders, and refuses when the user rejects',
    onDesk(async (desk) => {
      const secret = join(desk.base, 'secret');
      writeFileSync(secret, 'secret');
      symlinkSync(secret, desk.path('link'));
      await refused(desk.read(desk.path('link')), 'outside');
      await refused(desk.read(secret), 'outside');
      await refused(desk.read(join(desk.base, 'not-there')), 'outside');
      const missing = join(desk.base, 'not-there');
      assert.deepEqual(desk.asked, [`read ${secret}`, `read ${secret}`, `read ${missing}`]);
    }),
  );

  it(
    'R77 writes the text that the user edited, to an open document and to the disk',
    onDesk(async (desk) => {
      desk.edited = 'mine\n';
      await desk.write(desk.path('new.txt'), 'proposed\n');
      assert.equal(desk.bytes('new.txt').toString(), 'mine\n');
      const editor = await show(desk.put('open.txt', 'old\r\n'));
      await desk.write(desk.path('open.txt'), 'proposed\n');
      assert.equal(editor.document.getText(), 'mine\r\n');
    }),
  );

  it(
    'R78 reads and writes outside the folders when the user allows it',
    onDesk(async (desk) => {
      const other = join(desk.base, 'other');
      writeFileSync(other, 'text');
      desk.allows = true;
      assert.equal(await desk.read(other), 'text');
      await desk.write(other, 'new');
      assert.equal(readFileSync(other, 'utf8'), 'new');
      assert.deepEqual(desk.asked, [`read ${other}`, `write ${other}`]);
    }),
  );
});

describe('Writing for an agent', () => {
  it(
    'R77 changes an open document and saves it, and one undo reverts the change',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'one\ntwo\nthree\n');
      const { document } = await show(path);
      await desk.write(path, 'one\n2\nthree\n');
      assert.equal(document.getText(), 'one\n2\nthree\n');
      assert.equal(document.isDirty, false);
      assert.equal(desk.bytes('a.txt').toString(), 'one\n2\nthree\n');
      await show(path);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), 'one\ntwo\nthree\n');
    }),
  );

  it(
    'R77 keeps the cursor at its place in the text',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'one\ntwo\nthree\n');
      const editor = await show(path);
      editor.selection = new vscode.Selection(2, 3, 2, 3);
      await desk.write(path, 'zero\none\ntwo\nthree\n');
      await waitUntil(() => editor.selection.active.line === 3, 'the cursor moving with its line');
      assert.equal(editor.selection.active.character, 3);
    }),
  );

  it(
    'R77 leaves a document with unsaved changes of the user unsaved',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'saved\n');
      const editor = await show(path);
      await type(editor, 'typed ');
      await desk.write(path, `${await desk.read(path)}by the agent\n`);
      assert.equal(editor.document.getText(), 'typed saved\nby the agent\n');
      assert.equal(editor.document.isDirty, true);
      assert.equal(desk.bytes('a.txt').toString(), 'saved\n');
      assert.equal(await desk.read(path), 'typed saved\nby the agent\n');
      await vscode.commands.executeCommand('undo');
      assert.equal(editor.document.getText(), 'typed saved\n');
    }),
  );

  it(
    'R77 writes to the disk when a document without changes is older, and the document is reloaded',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'old\n');
      const { document } = await show(path);
      desk.put('a.txt', 'written by a command\n');
      await desk.write(path, 'by the agent\n');
      assert.equal(desk.bytes('a.txt').toString(), 'by the agent\n');
      await waitUntil(() => document.getText() === 'by the agent\n', 'the document following its file');
    }),
  );

  it(
    'R77 preserves line endings, byte order mark and encoding of an open document',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', '\uFEFFone\r\ntwo\r\n');
      const { document } = await show(path);
      await desk.write(path, 'one\n2\n');
      assert.equal(document.getText(), 'one\r\n2\r\n');
      assert.equal(desk.bytes('a.txt').toString(), '\uFEFFone\r\n2\r\n');
      const wide = desk.put('wide.txt', Buffer.from('\uFEFFgrün\n', 'utf16le'));
      await show(wide);
      await desk.write(wide, '\uFEFFblau ü\n');
      assert.deepEqual(desk.bytes('wide.txt'), Buffer.from('\uFEFFblau ü\n', 'utf16le'));
    }),
  );

  it(
    'R77 preserves line endings, byte order mark and encoding of a file that is not open',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', '\uFEFFone\r\ntwo\r\n');
      await desk.write(path, 'one\n2\n');
      assert.equal(desk.bytes('a.txt').toString(), '\uFEFFone\r\n2\r\n');
      const wide = desk.put('wide.txt', Buffer.from('\uFEFFgrün\n', 'utf16le'));
      await desk.write(wide, 'blau ü\n');
      assert.deepEqual(desk.bytes('wide.txt'), Buffer.from('\uFEFFblau ü\n', 'utf16le'));
      await withSetting('encoding', 'iso88591', async () => {
        const latin = desk.put('latin.txt', Buffer.from('grün\n', 'latin1'));
        await desk.write(latin, 'blau ü\n');
        assert.deepEqual(desk.bytes('latin.txt'), Buffer.from('blau ü\n', 'latin1'));
        await refused(desk.write(latin, '日本\n'), 'encoding');
        assert.deepEqual(desk.bytes('latin.txt'), Buffer.from('blau ü\n', 'latin1'));
      });
    }),
  );

  it(
    'refuses characters that the encoding of an open document lacks, and does not change it',
    onDesk(async (desk) => {
      await withSetting('encoding', 'iso88591', async () => {
        const path = desk.put('latin.txt', Buffer.from('grün\n', 'latin1'));
        const { document } = await show(path);
        await refused(desk.write(path, '日本\n'), 'encoding');
        assert.equal(document.getText(), 'grün\n');
        assert.equal(document.isDirty, false);
      });
    }),
  );

  it(
    'R77 creates a missing file and its folders',
    onDesk(async (desk) => {
      await desk.write(desk.path('new/folder/a.txt'), 'text\r\n');
      assert.equal(desk.bytes('new/folder/a.txt').toString(), 'text\r\n');
      assert.deepEqual(readdirSync(desk.path('new/folder')), ['a.txt']);
    }),
  );

  it(
    'R77 replaces a file that is not open in one step and preserves its mode',
    onDesk(async (desk) => {
      const path = desk.put('run.sh', 'old\n');
      chmodSync(path, 0o755);
      const before = statSync(path).ino;
      await desk.write(path, 'new\n');
      assert.equal(statSync(path).mode & 0o777, 0o755);
      assert.notEqual(statSync(path).ino, before);
      assert.deepEqual(readdirSync(desk.root), ['run.sh']);
      const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.fsPath === path);
      assert.equal(isOpen, false, 'it was opened');
    }),
  );

  it(
    'keeps the encoding that a language has of its own',
    onDesk(async (desk) => {
      const files = vscode.workspace.getConfiguration('files', { languageId: 'ini' });
      await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global, true);
      try {
        const path = desk.put('a.ini', Buffer.from('a=\u00e9\u00c3\u00a9\n', 'latin1'));
        assert.equal(await desk.read(path), 'a=\u00e9\u00c3\u00a9\n');
        const ascii = desk.put('b.ini', 'a=e\n');
        await desk.write(ascii, 'a=\u00e9\n');
        assert.deepEqual(desk.bytes('b.ini'), Buffer.from('a=\u00e9\n', 'latin1'));
      } finally {
        await files.update('encoding', undefined, vscode.ConfigurationTarget.Global, true);
      }
    }),
  );

  it(
    'R78 writes to an open document with another name (a hard link) outside, and not to that',
    onDesk(async (desk) => {
      const other = join(desk.base, 'hook');
      writeFileSync(other, 'echo 1\n');
      linkSync(other, desk.path('notes.txt'));
      const editor = await show(desk.path('notes.txt'));
      await desk.write(desk.path('notes.txt'), 'echo 2\n');
      assert.equal(desk.bytes('notes.txt').toString(), 'echo 2\n');
      assert.equal(editor.document.isDirty, false);
      assert.equal(readFileSync(other, 'utf8'), 'echo 1\n');
      await desk.write(desk.path('notes.txt'), 'echo 3\n');
      assert.equal(desk.bytes('notes.txt').toString(), 'echo 3\n');
      assert.equal(readFileSync(other, 'utf8'), 'echo 1\n');
    }),
  );

  it(
    'R78 refuses to write outside the folders, also through a link, and creates nothing there',
    onDesk(async (desk) => {
      const other = join(desk.base, 'other');
      mkdirSync(other);
      symlinkSync(other, desk.path('dir'));
      await refused(desk.write(desk.path('dir/new/a.txt'), 'evil'), 'outside');
      await refused(desk.write(join(other, 'a.txt'), 'evil'), 'outside');
      assert.deepEqual(readdirSync(other), []);
      assert.deepEqual(desk.asked, [`write ${join(other, 'new/a.txt')}`, `write ${join(other, 'a.txt')}`]);
    }),
  );

  it(
    'R78 does not change an open document outside the folders',
    onDesk(async (desk) => {
      const other = join(desk.base, 'notes.txt');
      writeFileSync(other, 'mine\n');
      const editor = await show(other);
      await type(editor, 'typed ');
      await refused(desk.read(other), 'outside');
      await refused(desk.write(other, 'evil'), 'outside');
      assert.equal(editor.document.getText(), 'typed mine\n');
    }),
  );

  it(
    'refuses folders, pipes, and files that are binary or too large',
    onDesk(async (desk) => {
      mkdirSync(desk.path('dir'));
      await refused(desk.write(desk.path('dir'), 'text'), 'folder');
      execFileSync('mkfifo', [desk.path('pipe')]);
      await refused(desk.write(desk.path('pipe'), 'text'), 'special');
      await refused(desk.write(desk.put('binary', Buffer.from([1, 0, 2])), 'text'), 'binary');
      await refused(desk.write(desk.path('a.txt'), 'x'.repeat(10 * 1024 * 1024 + 1)), 'too-large');
      assert.equal(existsSync(desk.path('a.txt')), false);
      assert.deepEqual(desk.bytes('binary'), Buffer.from([1, 0, 2]));
    }),
  );
});

describe('The demo agent, over a real connection', () => {
  it(
    'R74 R77 reads unsaved text and edits the open document when the user allows it',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'a saved line\n');
      const editor = await show(path);
      await type(editor, 'typed, and ');
      const words: string[] = [];
      const agent = new AcpConnection({
        name: 'demo',
        launch: () => ({
          command: process.execPath,
          args: [join(extensionPath(), 'dist', 'demo-agent.js')],
          env: { ELECTRON_RUN_AS_NODE: '1' },
          cwd: desk.root,
        }),
        client: {
          sessionUpdate(_agent, _sessionId, event) {
            if (event.type !== 'message_chunk' || event.content.type !== 'text') return;
            words.push(event.content.text);
          },
          requestReceived() {},
          async requestPermission(_agent, _sessionId, { options }) {
            const allow = options.find(({ kind }) => kind === 'allow_once');
            assert.ok(allow);
            return { outcome: 'selected', optionId: allow.optionId };
          },
          async requestAccess() {
            return { close() {} };
          },
          async requestElicitation() {
            return { action: 'cancel' };
          },
          elicitationCompleted() {},
        },
        files: desk.files,
        clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
        clock: systemClock,
        log: { info() {}, warn() {}, error() {} },
      });
      try {
        await agent.connect();
        const sessionId = await agent.sessions.create({ cwd: desk.root, additional: [] });
        await agent.prompt(sessionId, [{ type: 'text', text: 'read a.txt' }]);
        assert.match(words.join(''), /typed, and a saved line/);
        await agent.prompt(sessionId, [{ type: 'text', text: 'edit a.txt replace saved with changed' }]);
        assert.equal(editor.document.getText(), 'typed, and a changed line\n');
        assert.equal(desk.bytes('a.txt').toString(), 'a saved line\n');
      } finally {
        await agent.stop();
      }
    }),
  );
});

function extensionPath(): string {
  const extension = vscode.extensions.getExtension('parley.parley-acp');
  assert.ok(extension, 'VS Code does not know parley.parley-acp');
  return extension.extensionPath;
}
