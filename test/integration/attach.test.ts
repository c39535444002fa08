// "Add to Chat" in a real extension host: what each menu hands over becomes mentions, attachments or a message.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/core/base/lifecycle.ts';
import type { AddedContext } from '../../src/core/panel/addedContext.ts';
import type { HostMessage } from '../../src/core/panel/hostMessage.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { AttachActions } from '../../src/host/attach/attachActions.ts';
import { gatherContext } from '../../src/host/attach/gatherContext.ts';
import { ImplicitContexts } from '../../src/host/attach/implicitContext.ts';
import type { Chat } from '../../src/host/chat/chat.ts';
import { Chats } from '../../src/host/chat/openChats.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { waitUntil } from '../support/wait.ts';
import { describe, it } from './suite.ts';

const KEY = 'session';

/** A chat that the test is the panel of. */
class FakeChat implements Chat {
  readonly key = KEY;
  readonly isVisible = true;
  readonly focus = 'outside';
  readonly posted: HostMessage[] = [];
  readonly onEvent = () => ({ dispose: () => undefined });
  reveals = 0;
  show(): void {}
  async reveal(): Promise<void> {
    this.reveals++;
  }
  post(message: HostMessage): void {
    this.posted.push(message);
  }
  describe(): void {}
  dispose(): void {}

  get added(): AddedContext {
    const found = this.posted.findLast((message) => message.type === 'add_context');
    assert.ok(found?.type === 'add_context', 'Something is added.');
    return found.context;
  }
}

/** Memory of what the extension stores. */
class FakeMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get(key: string, fallback?: unknown): unknown {
    return this.#values.get(key) ?? fallback;
  }
  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

/** A folder with files, and what "Add to Chat" does in a chat. */
class Desk {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-attach-')));
  readonly owned = new DisposableStore();
  readonly store = new SessionStore();
  readonly chat = new FakeChat();
  readonly chats = new Chats(this.chat, () => undefined);
  readonly state = new FakeMemento();
  readonly actions: AttachActions;

  constructor() {
    this.store.create(KEY, 'bot', this.folder);
    this.actions = new AttachActions(
      {
        store: this.store,
        owned: this.owned,
        clock: systemClock,
        context: { globalState: Object.assign(this.state, { setKeysForSync: () => undefined }) },
      },
      {
        agents: { existing: () => undefined },
        current: { startNew: async () => undefined },
        chats: this.chats,
        drafts: {
          offer: (blocks) => blocks.map((block, index) => ({ id: `${index}`, block })),
          attachment: () => undefined,
        },
        currentKey: async () => KEY,
      },
    );
  }

  put(name: string, text: string | Uint8Array = 'one\ntwo\nthree\n'): vscode.Uri {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return vscode.Uri.file(path);
  }

  async open(uri: vscode.Uri, selection?: vscode.Selection): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(uri, selection === undefined ? {} : { selection });
  }

  async dispose(): Promise<void> {
    // What was never saved would be asked about.
    const untitled = (): readonly vscode.TextDocument[] =>
      vscode.workspace.textDocuments.filter(({ uri, isClosed }) => uri.scheme === 'untitled' && !isClosed);
    for (const document of untitled()) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await waitUntil(() => untitled().length === 0, 'untitled documents are closed');
    this.owned.dispose();
    this.chats.dispose();
    this.store.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function atDesk(body: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = new Desk();
  try {
    await body(desk);
  } finally {
    await desk.dispose();
  }
}

const attachedTexts = ({ attachments = [] }: AddedContext): readonly (string | undefined)[] =>
  attachments.map(({ block }) => (block.type === 'resource' ? block.resource.text : undefined));

describe('Add to Chat', () => {
  it('adds what is selected in the Explorer, each once, folders too, and opens the chat', () =>
    atDesk(async (desk) => {
      const { actions, chat, folder } = desk;
      const a = desk.put('a.ts');
      mkdirSync(join(folder, 'src'));
      const src = vscode.Uri.file(join(folder, 'src'));
      await actions.addTargets([a, [a, src]]);
      assert.equal(chat.reveals, 1);
      assert.equal(chat.added.text, `[@a.ts](${a.toString()}) [@src](${src.toString()}/)`);
    }));

  it('names what is gone and adds the rest', () =>
    atDesk(async (desk) => {
      const a = desk.put('a.ts');
      await desk.actions.addTargets([vscode.Uri.file(join(desk.folder, 'gone.ts')), [a]]);
      assert.equal(desk.chat.added.text, `[@a.ts](${a.toString()})`);
      assert.match(desk.chat.added.note ?? '', /“gone\.ts”/);
    }));

  it('adds each selection of the editor by its lines, and the file where nothing is selected', () =>
    atDesk(async (desk) => {
      const a = desk.put('a.ts');
      const editor = await desk.open(a);
      await desk.actions.addSelection();
      assert.equal(desk.chat.added.text, `[@a.ts](${a.toString()})`);
      editor.selections = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(1, 0, 3, 0)];
      await desk.actions.addSelection();
      assert.equal(desk.chat.added.text, `[@a.ts:1](${a.toString()}#L1:1) [@a.ts:2-3](${a.toString()}#L2:3)`);
    }));

  it('adds the text of what was never saved', () =>
    atDesk(async (desk) => {
      const document = await vscode.workspace.openTextDocument({ content: 'one\ntwo\nthree' });
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = new vscode.Selection(1, 1, 1, 2);
      await desk.actions.addSelection();
      assert.deepEqual(attachedTexts(desk.chat.added), ['two']);
      await desk.actions.addTargets([document.uri]);
      assert.deepEqual(attachedTexts(desk.chat.added), ['one\ntwo\nthree']);
    }));

  it('adds files, groups and deleted files of Source Control', () =>
    atDesk(async (desk) => {
      const a = desk.put('a.ts');
      const gone = vscode.Uri.file(join(desk.folder, 'gone.ts'));
      await desk.actions.addTargets([{ resourceUri: a }, { resourceUri: gone }]);
      assert.equal(desk.chat.added.text, `[@a.ts](${a.toString()}) [@Git Changes](parley:/git/working-tree)`);
      await desk.actions.addTargets([{ id: 'index', label: 'Staged', resourceStates: [] }]);
      assert.equal(desk.chat.added.text, '[@Staged Changes](parley:/git/staged)');
      await desk.actions.addTargets([{ id: 'other', label: 'Other', resourceStates: [{ resourceUri: a }] }]);
      assert.equal(desk.chat.added.text, `[@a.ts](${a.toString()})`);
    }));

  it('adds a test by its name and lines', () =>
    atDesk(async (desk) => {
      const a = desk.put('a.test.ts');
      const controller = vscode.tests.createTestController('parley-test', 'Test');
      try {
        const test = controller.createTestItem('1', 'adds numbers', a);
        test.range = new vscode.Range(0, 0, 1, 3);
        await desk.actions.addTargets([test]);
        assert.equal(desk.chat.added.text, `[@adds numbers](${a.toString()}#L1:2)`);
        await desk.actions.addTargets([
          { test, message: { message: 'boom', expectedOutput: '1', actualOutput: '2' } },
        ]);
        assert.match(attachedTexts(desk.chat.added)[0] ?? '', /boom[^]*1[^]*2/);
      } finally {
        controller.dispose();
      }
    }));

  it('adds variables and frames of the debugger', () =>
    atDesk(async (desk) => {
      const a = desk.put('a.ts');
      await desk.actions.addTargets([
        { sessionId: 's', container: {}, variable: { name: 'total', value: '42', type: 'number' } },
      ]);
      assert.deepEqual(attachedTexts(desk.chat.added), ['total: number = 42']);
      const range = { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 4 };
      await desk.actions.addTargets([
        {
          sessionId: 's',
          frameId: 1,
          frameName: 'main',
          frameLocation: { range, source: { path: a.fsPath } },
        },
      ]);
      assert.equal(desk.chat.added.text, `[@a.ts:2](${a.toString()}#L2:2)`);
    }));

  it('is a quick fix of problems, which adds their lines and the problems of the file', () =>
    atDesk(async (desk) => {
      await vscode.extensions.getExtension('parley.parley-acp')?.activate();
      const a = desk.put('a.ts');
      const { document } = await desk.open(a);
      const problems = vscode.languages.createDiagnosticCollection('parley-test');
      try {
        const range = new vscode.Range(1, 0, 1, 3);
        problems.set(document.uri, [new vscode.Diagnostic(range, 'wrong')]);
        const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          range,
        );
        const command = actions.find(({ title }) => title === 'Add to Chat')?.command;
        assert.equal(command?.command, 'parley.addToChat');
        const args: readonly unknown[] = command.arguments ?? [];
        await desk.actions.addTargets(args);
        assert.match(desk.chat.added.text ?? '', /#L2:2\) \[@Problems in a\.ts]\(parley:\/problems\?file=/);
      } finally {
        problems.dispose();
      }
    }));

  it('says so where there is nothing to add', () =>
    atDesk(async (desk) => {
      for (const nothing of [[], ['a'], [{ unknown: true }], [5, null]]) {
        await desk.actions.addTargets(nothing);
        assert.match(desk.chat.added.note ?? '', /nothing/);
      }
    }));

  it('reads images for an agent that takes them, and mentions them for others', () =>
    atDesk(async (desk) => {
      const shot = desk.put('shot.png', new Uint8Array([1, 2, 3]));
      const target = { kind: 'resource', uri: shot } as const;
      const { media, text } = await gatherContext([target], { image: true, audio: false });
      assert.deepEqual(
        media?.map(({ name, mimeType }) => [name, mimeType]),
        [['shot.png', 'image/png']],
      );
      assert.equal(text, undefined);
      const without = await gatherContext([target], { image: false, audio: false });
      assert.equal(without.text, `[@shot.png](${shot.toString()})`);
    }));

  it('adds 200 dropped files in less than a second', () =>
    atDesk(async (desk) => {
      const uris = Array.from({ length: 200 }, (_, index) => desk.put(`file-${index}.ts`).toString());
      const began = performance.now();
      await desk.actions.addDropped({ type: 'add_dropped', key: KEY, uris }, panelOf(desk.chat));
      assert.ok(performance.now() - began < 1_000);
      assert.equal(desk.chat.added.text?.match(/\[@/g)?.length, 200);
    }));
});

const panelOf = (chat: FakeChat) => ({
  ready: () => undefined,
  setFocus: () => undefined,
  use: () => undefined,
  placed: () => undefined,
  showSessionList: () => undefined,
  showRecentSessions: () => undefined,
  post: (message: HostMessage) => chat.post(message),
});

describe('The active file', () => {
  it('follows the editor and its selection, leaves out secrets and untitled files, and remembers that it is off', () =>
    atDesk(async (desk) => {
      const implicit = desk.owned.add(
        new ImplicitContexts({ chats: desk.chats, clock: systemClock, state: desk.state }),
      );
      const last = (): Extract<HostMessage, { type: 'implicit_context' }> | undefined =>
        desk.chat.posted.findLast((message) => message.type === 'implicit_context');
      const shows = (name: string | undefined): Promise<true> =>
        waitUntil(
          () => (last() !== undefined && last()?.context?.name === name ? true : undefined),
          `${name} is shown`,
        );
      const editor = await desk.open(desk.put('a.ts'));
      await shows('a.ts');
      editor.selection = new vscode.Selection(0, 0, 1, 2);
      await shows('a.ts:1-2');
      assert.match(last()?.context?.uri ?? '', /#L1:2$/);
      for (const secret of ['.env', '.env.local', 'server.pem', 'id_rsa']) {
        await desk.open(desk.put(secret));
        await shows(undefined);
        await desk.open(desk.put('b.ts'));
        await shows('b.ts');
      }
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
      await shows(undefined);
      await implicit.turn(false);
      assert.equal(last()?.isOn, false);
      const again = desk.owned.add(
        new ImplicitContexts({ chats: desk.chats, clock: systemClock, state: desk.state }),
      );
      again.send(panelOf(desk.chat));
      assert.equal(last()?.isOn, false);
    }));
});
