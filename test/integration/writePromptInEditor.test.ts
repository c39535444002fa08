// Compose in Editor with the extension itself: its page, its files and VS Code's editors. It activates the extension, so
// that it comes after the tests that register what the extension registers, too.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

const isPrompt = ({ document }: vscode.TextEditor): boolean => document.uri.scheme === 'parley-draft';

function promptTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === 'parley-draft'),
  );
}

/** Opens the prompt of the current session, as the command does. */
async function compose(): Promise<vscode.TextEditor> {
  const before = promptTabs().length;
  await vscode.commands.executeCommand('parley.composeInEditor');
  await waitUntil(() => promptTabs().length > before, 'the tab opens');
  const shown = (): vscode.TextEditor | undefined => {
    const { activeTextEditor } = vscode.window;
    return activeTextEditor !== undefined && isPrompt(activeTextEditor) ? activeTextEditor : undefined;
  };
  await waitUntil(() => shown() !== undefined, 'the editor opens');
  const editor = shown();
  assert.ok(editor);
  return editor;
}

async function write(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.positionAt(document.getText().length);
  assert.equal(await editor.edit((edit) => edit.insert(end, text)), true);
  await waitUntil(() => !document.isDirty, 'the prompt is saved by itself');
}

function textOf(uri: vscode.Uri): string | undefined {
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString())?.getText();
}

async function closeAll(): Promise<void> {
  assert.equal(await vscode.window.tabGroups.close(promptTabs()), true);
  await waitUntil(() => promptTabs().length === 0, 'the tabs close');
}

describe('A prompt in an editor', () => {
  it('is Markdown, closes without a question, and is there again with all that was typed', async () => {
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    const editor = await compose();
    assert.equal(editor.document.languageId, 'markdown');
    // What is at the end of a line, VS Code could remove on saving.
    await write(editor, 'Explain this  \nand [@a](https://example.com) ');
    await closeAll();
    const again = await compose();
    assert.equal(again.document.getText(), 'Explain this  \nand [@a](https://example.com) ');
  });

  it('is sent from there, and its editor closes', async () => {
    await vscode.commands.executeCommand('parley.sendComposedPrompt');
    await waitUntil(() => promptTabs().length === 0, 'the editor closes');
    const sent = async (): Promise<boolean> => {
      const text = (await compose()).document.getText();
      await closeAll();
      return text === '';
    };
    // The page sends it, and its composer is empty then.
    while (!(await sent()));
  });

  it('is its session’s own', async () => {
    await write(await compose(), 'first');
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    const second = await compose();
    assert.equal(second.document.getText(), '');
    await write(second, 'second');
    const texts = (): readonly (string | undefined)[] =>
      promptTabs().map(({ input }) => {
        assert.ok(input instanceof vscode.TabInputText);
        return textOf(input.uri);
      });
    assert.ok(texts().includes('first') && texts().includes('second'), JSON.stringify(texts()));
    await vscode.commands.executeCommand('parley.returnPromptToChat');
    await waitUntil(() => !texts().includes('second'), 'the second editor closes');
    assert.ok(texts().includes('first'));
    await closeAll();
  });

  it('has what is added to the chat from another file, and is saved by itself to the letter', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const change = async (value: boolean | undefined): Promise<void> => {
      for (const name of ['trimTrailingWhitespace', 'insertFinalNewline'])
        await files.update(name, value, vscode.ConfigurationTarget.Global);
    };
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    await change(true);
    try {
      const prompt = await compose();
      await write(prompt, 'Explain this  \nwith  ');
      const file = join(mkdtempSync(join(tmpdir(), 'parley-prompt-')), 'a.txt');
      writeFileSync(file, 'one\ntwo\n');
      const other = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
      const { document } = prompt;
      for (const line of [0, 1]) {
        const editor = await vscode.window.showTextDocument(other, vscode.ViewColumn.One);
        editor.selection = new vscode.Selection(line, 0, line, 3);
        const before = document.getText();
        await vscode.commands.executeCommand('parley.addSelection');
        const mention = `[@a.txt:${line + 1}]`;
        await waitUntil(() => document.getText().includes(mention), 'the selection is in the prompt');
        const isWhole = (): boolean => !document.isDirty && document.getText().startsWith(before);
        await waitUntil(isWhole, 'the prompt is saved by itself, to the letter');
        assert.ok(!document.getText().endsWith('\n'));
      }
      const text = prompt.document.getText();
      assert.ok(text.includes('Explain this  \nwith  '), JSON.stringify(text));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await closeAll();
      assert.equal((await compose()).document.getText(), text);
    } finally {
      await closeAll();
      await change(undefined);
    }
  });

  for (const [encoding, eol] of [
    ['utf16le', '\n'],
    ['windows1252', '\r\n'],
    ['utf8bom', '\r\n'],
  ] as const) {
    it(`has its text to the letter with ${encoding} and ${JSON.stringify(eol)}`, async () => {
      const files = vscode.workspace.getConfiguration('files');
      const set = async (values: readonly [string, unknown][]): Promise<void> => {
        for (const [name, value] of values)
          await files.update(name, value, vscode.ConfigurationTarget.Global);
      };
      await set([
        ['encoding', encoding],
        ['eol', eol],
      ]);
      try {
        const first = await compose();
        const all = new vscode.Range(0, 0, first.document.lineCount, 0);
        assert.equal(await first.edit((edit) => edit.delete(all)), true);
        await write(first, 'Grüße, 茶 🍵\nund mehr');
        await closeAll();
        const again = await compose();
        assert.equal(again.document.getText().replaceAll('\r\n', '\n'), 'Grüße, 茶 🍵\nund mehr');
        await write(again, '!');
        await vscode.commands.executeCommand('parley.returnPromptToChat');
        await waitUntil(() => promptTabs().length === 0, 'the editor closes');
        const { document } = await compose();
        assert.equal(document.getText().replaceAll('\r\n', '\n'), 'Grüße, 茶 🍵\nund mehr!');
      } finally {
        await closeAll();
        await set([
          ['encoding', undefined],
          ['eol', undefined],
        ]);
      }
    });
  }
});
