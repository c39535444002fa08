// The editors in which the user writes for a question: a long answer, and a proposed text. In a real editor.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ElicitationOutcome } from '../../src/core/ports/agent.ts';
import type { ProposalEdit } from '../../src/core/permissions/permissionAnswer.ts';
import { Permissions } from '../../src/core/permissions/permissionRequests.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall/state.ts';
import { PendingElicitations } from '../../src/features/elicitation/core/pendingElicitations.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { OrphanedTexts } from '../../src/host/editors/orphanedText.ts';
import { AnswerEditors } from '../../src/features/elicitation/host/answerEditors.ts';
import { ProposalEditors } from '../../src/host/editors/proposalEditors.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { MemoryMemento } from './host/memoryMemento.ts';
import { describe, it } from './suite.ts';
import { MemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';

const KEY = 'session';

const shownAnswer = (): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'parley-answer');

/** Whether its tab is open, also behind another one: without its session it could not be shown again. */
const hasAnswerTab = (): boolean =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === 'parley-answer');

/** Asks for a long text, and gives `body` the editor of the answer and the answers so far. */
async function withQuestion(
  body: (editor: vscode.TextEditor, answers: readonly ElicitationOutcome[]) => Promise<void>,
): Promise<void> {
  const store = new SessionStore();
  const orphans = new OrphanedTexts(new MemoryMemento());
  const elicitations = new PendingElicitations({
    store,
    clock: systemClock,
    written: (requestId) => editors.written(requestId),
  });
  const editors = new AnswerEditors(store, orphans);
  editors.onSave(({ key, requestId }) => elicitations.accept(key, requestId, {}));
  const answers: ElicitationOutcome[] = [];
  try {
    store.create(KEY, 'Fake', '/');
    const field = { key: 'text', title: 'Text', isRequired: false, kind: 'text', isLong: true } as const;
    const question = { mode: 'form', message: 'What?', fields: [field] } as const;
    void elicitations
      .request(KEY, question, new AbortController().signal)
      .then((outcome) => answers.push(outcome));
    await waitUntil(() => shownAnswer() !== undefined, 'the editor opens');
    const editor = shownAnswer();
    assert.ok(editor);
    await body(editor, answers);
  } finally {
    elicitations.dispose();
    await waitUntil(() => !hasAnswerTab(), 'the editor closes');
    editors.dispose();
    orphans.dispose();
    store.dispose();
  }
}

async function type(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.positionAt(document.getText().length);
  assert.equal(await editor.edit((edit) => edit.insert(end, text)), true);
}

async function withAutoSave(body: () => Promise<void>): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
  await files.update('autoSaveDelay', 50, vscode.ConfigurationTarget.Global);
  try {
    await body();
  } finally {
    await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    await files.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Global);
  }
}

describe('A long answer', () => {
  it('is sent when the user saves it, and not by an auto save while it is being written', () =>
    withAutoSave(() =>
      withQuestion(async (editor, answers) => {
        const { document } = editor;
        await type(editor, 'Half');
        await waitUntil(() => !document.isDirty, 'VS Code saves on its own');
        // The answer of a save would come with it.
        await type(editor, ' and whole');
        assert.deepEqual(answers, []);
        await waitUntil(() => !document.isDirty, 'VS Code saves on its own again');
        await vscode.commands.executeCommand('workbench.action.files.save');
        await waitUntil(() => answers.length > 0, 'the answer is sent');
        assert.deepEqual(answers, [{ action: 'accept', content: { text: 'Half and whole' } }]);
      }),
    ));

  it('that was not sent stays as an untitled document when the agent withdraws the question', async () => {
    await withQuestion(async (editor) => {
      await type(editor, 'Half of an answer');
    });
    const orphan = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(({ isUntitled, uri }) => isUntitled && uri.scheme === 'untitled');
    await waitUntil(() => orphan()?.getText() === 'Half of an answer', 'the text is shown');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('A proposal that the user edits', () => {
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
      const request = new AbortController();
      void permissions.request(KEY, question, request.signal);
      const withdraw = (): void => request.abort();
      const waiting = (): string => store.state(KEY)?.permissions[0]?.requestId ?? '';
      await proposals.edit(KEY, waiting());
      const document = vscode.workspace.textDocuments.find(
        (each) => each.uri.scheme === 'parley-edit' && each.getText() === 'two\n',
      );
      assert.ok(document);
      const typing = new vscode.WorkspaceEdit();
      typing.insert(document.uri, new vscode.Position(1, 0), 'mine\n');
      assert.equal(await vscode.workspace.applyEdit(typing), true);
      await body({
        store,
        permissions,
        waiting,
        withdraw,
        edits: () => proposals.edits(waiting()),
        storage,
      });
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
    /** As the agent does, by canceling its request. */
    readonly withdraw: () => void;
    readonly edits: () => readonly ProposalEdit[];
  }

  const openProposals = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter(
        ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'parley-edit',
      ),
    );

  const report = (call: ToolCallPatch) => ({ type: 'tool_call', at: 1, call }) as const;

  it('stays as an untitled document when the agent withdraws the request', async () => {
    assert.equal(await withEdit(({ withdraw }) => withdraw()), 'two\nmine\n');
  });

  it('goes on with the request when the agent reports that the call has ended', async () => {
    let edits: readonly ProposalEdit[] = [];
    await withEdit(({ store, edits: now }) => {
      store.dispatch(KEY, report({ toolCallId: 'c', status: 'completed' }));
      edits = now();
    });
    assert.deepEqual(edits, [{ path: '/a.txt', proposed: 'two\n', text: 'two\nmine\n' }]);
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
