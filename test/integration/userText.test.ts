// The user's own text and the writes of agents: whose lines stay, and what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ProposalEdit } from '../../src/core/permissions/permissionAnswer.ts';
import { Permissions } from '../../src/core/permissions/permissionRequests.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { OrphanedTexts } from '../../src/host/editors/orphanedText.ts';
import { ProposalEditors } from '../../src/host/editors/proposalEditors.ts';
import { systemClock } from '../../src/process/systemClock.ts';
import { MemoryMemento } from './host/memoryMemento.ts';
import { describe, it } from './suite.ts';
import { onDesk, refused, show, type, withSetting } from './host/desk.ts';
import { MemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';

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

describe('A notebook with unsaved changes', () => {
  it(
    'is neither read nor replaced until the user has saved it',
    onDesk(async (desk) => {
      const cell = { cell_type: 'raw', metadata: {}, source: ['first text'] };
      const saved = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
      const path = desk.put('a.ipynb', saved);
      const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(path));
      await vscode.window.showNotebookDocument(notebook);
      const edit = new vscode.WorkspaceEdit();
      const added = new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, 'mine', 'markdown');
      edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(0, [added])]);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
      await waitUntil(() => notebook.isDirty, 'the notebook having unsaved changes');
      await refused(desk.read(path), 'conflict');
      await refused(desk.write(path, '{}'), 'conflict');
      assert.equal(readFileSync(path, 'utf8'), saved);
      assert.equal(await notebook.save(), true);
      assert.match(await desk.read(path), /mine/);
    }),
  );
});

describe('A proposal that the user edits', () => {
  const KEY = 'session';
  const diff = { type: 'diff', path: '/a.txt', oldText: 'one\n', newText: 'two\n' } as const;

  /** A request with an open editor in which the user has typed; `body` is what the agent does then. */
  async function withEdit(body: (desk: ProposalDesk) => Promise<void> | void): Promise<string | undefined> {
    const store = new SessionStore();
    const storage = new MemoryMemento();
    const orphans = new OrphanedTexts(storage);
    const proposals = new ProposalEditors(store, orphans);
    const permissions = new Permissions({ store, clock: systemClock, log: new MemoryLog(), proposals });
    try {
      store.create(KEY, 'Fake', '/');
      const call = { toolCallId: 'c', title: 'Write', kind: 'edit', content: [diff] } as const;
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
      const question = { call, options, writesThroughClient: true };
      void permissions.request(KEY, question, new AbortController().signal);
      const waiting = (): string => store.state(KEY)?.permissions[0]?.requestId ?? '';
      await proposals.edit(KEY, waiting());
      const document = vscode.workspace.textDocuments.find(
        (each) => each.uri.scheme === 'parley-edit' && each.getText() === 'two\n',
      );
      assert.ok(document);
      const typing = new vscode.WorkspaceEdit();
      typing.insert(document.uri, new vscode.Position(1, 0), 'mine\n');
      assert.equal(await vscode.workspace.applyEdit(typing), true);
      await body({ store, permissions, waiting, edits: () => proposals.edits(waiting()), storage });
      const orphan = (): vscode.TextDocument | undefined =>
        vscode.workspace.textDocuments.find(({ isUntitled, uri }) => isUntitled && uri.scheme === 'untitled');
      await waitUntil(
        () => orphan() !== undefined || openProposals().length === 0 || proposals.edits(waiting()).length > 0,
        'the editor is closed, or goes on',
      );
      return orphan()?.getText();
    } finally {
      permissions.dispose();
      await waitUntil(() => openProposals().length === 0, 'the editor is closed');
      proposals.dispose();
      orphans.dispose();
      store.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  }

  interface ProposalDesk {
    readonly store: SessionStore;
    readonly permissions: Permissions;
    readonly storage: MemoryMemento;
    readonly waiting: () => string;
    readonly edits: () => readonly ProposalEdit[];
  }

  const openProposals = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter(
        ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'parley-edit',
      ),
    );

  const report = (call: ToolCallPatch) => ({ type: 'tool_call', at: 1, call }) as const;

  it('stays as an untitled document when the call ends without an answer', async () => {
    const text = await withEdit(({ store }) => {
      store.dispatch(KEY, report({ toolCallId: 'c', status: 'completed' }));
    });
    assert.equal(text, 'two\nmine\n');
  });

  it('stays when the session is closed', async () => {
    assert.equal(await withEdit(({ store }) => store.remove(KEY)), 'two\nmine\n');
  });

  it('goes on with the request when the agent reports only another title', async () => {
    let edits: readonly ProposalEdit[] = [];
    const text = await withEdit(({ store, edits: now }) => {
      store.dispatch(KEY, report({ toolCallId: 'c', title: 'Write a.txt' }));
      edits = now();
    });
    assert.deepEqual(edits, [{ path: '/a.txt', proposed: 'two\n', text: 'two\nmine\n' }]);
    // What ends it here is the end of the window's permissions, which nobody answered.
    assert.equal(text, undefined);
  });

  it('is what is written when the user allows it, and nothing is left over', async () => {
    const text = await withEdit(({ permissions, waiting }) => permissions.answer(KEY, waiting(), 'yes'));
    assert.equal(text, undefined);
  });

  it('is found again after the window was loaded anew', async () => {
    const storage = new MemoryMemento();
    await storage.update('parley.textsForQuestions', { 'parley-edit:/a': { name: 'a.txt', text: 'mine\n' } });
    const orphans = new OrphanedTexts(storage);
    try {
      const isShown = (): boolean =>
        vscode.workspace.textDocuments.some(
          (document) => document.isUntitled && document.getText() === 'mine\n',
        );
      await waitUntil(isShown, 'the text is shown');
      assert.deepEqual(storage.keys(), []);
    } finally {
      orphans.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});
