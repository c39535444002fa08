// The editors in which the user writes a long answer: what sends it, in a real editor.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ElicitationOutcome } from '../../src/core/ports/agent.ts';
import { Elicitations } from '../../src/core/elicitation/pendingElicitations.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { OrphanedTexts } from '../../src/host/editors/orphanedText.ts';
import { AnswerEditors } from '../../src/host/editors/answerEditors.ts';
import { systemClock } from '../../src/process/systemClock.ts';
import { MemoryMemento } from './host/memoryMemento.ts';
import { describe, it } from './suite.ts';
import { waitUntil } from '../support/wait.ts';

const KEY = 'session';

const shownAnswer = (): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'parley-answer');

/** Asks for a long text, and gives `body` the editor of the answer and the answers so far. */
async function withQuestion(
  body: (editor: vscode.TextEditor, answers: readonly ElicitationOutcome[]) => Promise<void>,
): Promise<void> {
  const store = new SessionStore();
  const orphans = new OrphanedTexts(new MemoryMemento());
  const elicitations = new Elicitations({
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
    await waitUntil(() => shownAnswer() === undefined, 'the editor closes');
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
