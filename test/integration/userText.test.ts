// The user's own text and the writes of agents: whose lines stay, and what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { describe, it } from './suite.ts';
import { onDesk, refused, show, type, withSetting } from './host/desk.ts';

const LINES = 'one\ntwo\nthree\nfour\n';

async function typeAtEnd(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  assert.equal(await editor.edit((builder) => builder.insert(end, text)), true);
}

describe('What the user typed since the agent read a file', () => {
  it(
    'stays when the agent writes other lines, and is unsaved as before',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await typeAtEnd(editor, 'mine\n');
      assert.equal(await desk.write(path, LINES.replace('one', '1')), '1\ntwo\nthree\nfour\nmine\n');
      assert.equal(editor.document.getText(), '1\ntwo\nthree\nfour\nmine\n');
      assert.equal(editor.document.isDirty, true);
    }),
  );

  it(
    'stays when it was saved, and also in the next writes of an agent that does not read again',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await typeAtEnd(editor, 'mine\n');
      await editor.document.save();
      await desk.write(path, LINES.replace('one', '1'));
      await desk.write(path, LINES.replace('one', '1').replace('two', '2'));
      assert.equal(desk.bytes('a.txt').toString(), '1\n2\nthree\nfour\nmine\n');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await desk.write(path, LINES.replace('three', '3'));
      assert.equal(desk.bytes('a.txt').toString(), 'one\ntwo\n3\nfour\nmine\n');
    }),
  );

  it(
    'is not overwritten where the agent writes the same lines: the write is refused until the agent reads again',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await desk.read(path);
      await type(editor, 'mine ');
      await refused(desk.write(path, LINES.replace('one', '1')), 'conflict');
      assert.equal(editor.document.getText(), `mine ${LINES}`);
      const text = await desk.read(path);
      await desk.write(path, text.replace('one', '1'));
      assert.equal(editor.document.getText(), `mine ${LINES.replace('one', '1')}`);
    }),
  );

  it(
    'is merged with the file on the disk where the agent has read nothing through Parley',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      await typeAtEnd(editor, 'mine\n');
      await desk.write(path, LINES.replace('one', '1'));
      assert.equal(editor.document.getText(), '1\ntwo\nthree\nfour\nmine\n');
    }),
  );

  it(
    'has all its characters after an agent has rewritten the file again and again meanwhile',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', 'v0\n\nend\n');
      const editor = await show(path);
      const typed = 'The quick brown fox jumps over the lazy dog, and back again.';
      const press = async (letter: string): Promise<void> => {
        const insert = (builder: vscode.TextEditorEdit): void =>
          builder.insert(editor.document.lineAt(2).range.end, letter);
        // An edit that meets another one is not made; keys are never lost in this way.
        while (!(await editor.edit(insert))) continue;
      };
      let version = 0;
      for (const letter of typed) {
        await Promise.all([press(letter), desk.write(path, `v${++version}\n\nend\n`)]);
      }
      assert.equal(editor.document.getText(), `v${version}\n\nend${typed}\n`);
    }),
  );
});

describe('What an agent changes itself', () => {
  it(
    'counts as the agent’s, and its next write replaces it',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      await show(path);
      await desk.read(path);
      desk.put('a.txt', LINES.toUpperCase());
      await desk.write(path, LINES);
      assert.equal(desk.bytes('a.txt').toString(), LINES);
    }),
  );
});

describe('A file that changes while a question about it waits', () => {
  it(
    'is shown anew, with the lines of the user, and only what was shown is written',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      desk.whileAsked = async (question) => {
        if (question === 1) await typeAtEnd(editor, 'mine\n');
      };
      await desk.write(path, LINES.replace('one', '1'));
      const merged = '1\ntwo\nthree\nfour\nmine\n';
      assert.deepEqual(desk.shown, [
        { before: LINES, content: LINES.replace('one', '1') },
        { before: `${LINES}mine\n`, content: merged },
      ]);
      assert.equal(editor.document.getText(), merged);
    }),
  );

  it(
    'by another program is shown anew, too',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      desk.whileAsked = async (question) => {
        if (question === 1) desk.put('a.txt', `${LINES}theirs\n`);
      };
      await desk.write(path, LINES.replace('one', '1'));
      assert.equal(desk.shown.length, 2);
      assert.equal(desk.bytes('a.txt').toString(), '1\ntwo\nthree\nfour\ntheirs\n');
    }),
  );

  it(
    'in the very lines of the agent is the user’s to decide',
    onDesk(async (desk) => {
      const path = desk.put('a.txt', LINES);
      const editor = await show(path);
      desk.whileAsked = async (question) => {
        if (question === 1) await type(editor, 'mine ');
      };
      await desk.write(path, LINES.replace('one', '1'));
      assert.deepEqual(desk.shown.at(-1), { before: `mine ${LINES}`, content: LINES.replace('one', '1') });
      assert.equal(editor.document.getText(), LINES.replace('one', '1'));
    }),
  );
});

describe('An open file that is formatted when it is saved', () => {
  it(
    'is reported to the agent as what it is now',
    onDesk(async (desk) => {
      await withSetting('trimTrailingWhitespace', true, async () => {
        const path = desk.put('a.txt', 'one\n');
        await show(path);
        assert.equal(await desk.write(path, 'two  \n'), 'two\n');
        assert.equal(readFileSync(path, 'utf8'), 'two\n');
        assert.equal(await desk.write(path, 'three\n'), 'three\n');
      });
    }),
  );
});
