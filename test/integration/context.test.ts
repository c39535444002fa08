// What prompts mention, in a real editor: each source of context is listed, read and opened; what cannot be read; and what a
// reload leaves of prompts that are being read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/core/base/lifecycle.ts';
import { mentionText, type MentionKind } from '../../src/core/mentions/mention.ts';
import { targetAddress } from '../../src/core/mentions/mentionTarget.ts';
import type { MentionDetails, MentionOption } from '../../src/core/panel/mentionOption.ts';
import { ParleyError } from '../../src/core/errors.ts';
import { AgentRedactors } from '../../src/core/secrets/agentRedactors.ts';
import type { ContentBlock } from '../../src/core/session/content.ts';
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { MentionContext } from '../../src/host/context/mentionContext.ts';
import { RecentEditors } from '../../src/host/context/recentEditors.ts';
import { createSources } from '../../src/host/context/sources/createSources.ts';
import { TerminalCommands } from '../../src/host/context/terminalCommands.ts';
import { waitUntil } from '../support/wait.ts';
import { MENTION, PANEL, sendBoth, withStorage } from './host/promptWindows.ts';
import { describe, it } from './suite.ts';

const EMBEDS = { image: true, audio: false, embeddedContext: true };
const LINKS = { image: false, audio: false, embeddedContext: false };

/** A folder in the workspace, and the sources as the extension makes them. */
class Desk {
  readonly folder: string;
  readonly owned = new DisposableStore();
  readonly recent = this.owned.add(new RecentEditors());
  readonly commands = this.owned.add(new TerminalCommands());
  readonly stored = new Map<string, SessionState>();
  readonly opened: string[] = [];
  readonly context: MentionContext;

  constructor() {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    this.folder = mkdtempSync(join(realpathSync(root), 'context-'));
    const sources = createSources({
      owned: this.owned,
      store: new SessionStore(),
      recent: this.recent,
      commands: this.commands,
      list: {
        entries: () =>
          [...this.stored].map(([key, { agent, cwd, info }]) => ({
            id: key,
            key,
            agent,
            cwd,
            updatedAt: 1,
            ...(info.title === undefined ? {} : { title: info.title }),
          })),
      },
      archive: { opened: async () => undefined, state: async (key) => this.stored.get(key) },
      opener: { open: async (id) => void this.opened.push(id) },
      redactors: new AgentRedactors(),
      shownKey: () => 'key',
      resources: {
        list: async () => ({
          resources: [{ server: 'docs', uri: 'docs://guide', name: 'guide', title: 'The guide' }],
          problems: [],
        }),
        read: async (_key, server, uri) => {
          if (uri !== 'docs://guide')
            throw new ParleyError({ code: 'x', message: 'No such page.', actions: [] });
          return [{ uri, mimeType: 'text/markdown', text: `# ${server}` }];
        },
      },
    });
    this.context = new MentionContext(sources);
  }

  put(name: string, text: string | Uint8Array = ''): vscode.Uri {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return vscode.Uri.file(path);
  }

  async options(text: string, kind?: MentionKind): Promise<readonly MentionOption[]> {
    let last: readonly MentionOption[] = [];
    const { signal } = new AbortController();
    await this.context.list({ text, kind, signal }, (options) => {
      last = options;
    });
    return last;
  }

  /** The option of that name; asked for again until it is there. */
  async option(
    name: string,
    text: string,
    kind?: MentionKind,
  ): Promise<MentionOption & { readonly uri: string }> {
    for (const end = Date.now() + 20_000; ;) {
      const options = await this.options(text, kind);
      const found = options.find((option) => option.name.includes(name));
      if (found?.uri !== undefined) return { ...found, uri: found.uri };
      if (Date.now() > end) throw new Error(`${name} is not among ${JSON.stringify(options)}`);
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }
  }

  /** What is sent for a mention, after its name in the text. */
  async read(uri: string, capabilities = EMBEDS): Promise<readonly ContentBlock[]> {
    const content: ContentBlock[] = [{ type: 'text', text: mentionText({ name: 'it', uri }) }];
    const { signal } = new AbortController();
    const [name, ...blocks] = await this.context.read('key', content, capabilities, signal);
    assert.match(name?.type === 'text' ? name.text : '', /^@./);
    return blocks;
  }

  /** The text that is embedded for a mention. */
  async text(uri: string): Promise<string> {
    const [block] = await this.read(uri);
    assert.equal(block?.type, 'resource');
    return block?.type === 'resource' ? (block.resource.text ?? '') : '';
  }

  async details(uri: string): Promise<MentionDetails | undefined> {
    return (await this.context.details([uri]))[0];
  }

  git(...args: string[]): void {
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main', ...args],
      {
        cwd: this.folder,
        stdio: 'ignore',
      },
    );
  }

  async dispose(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    this.owned.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function context(name: string, body: (desk: Desk) => Promise<void>): void {
  it(
    name,
    async () => {
      const desk = new Desk();
      try {
        await body(desk);
      } finally {
        await desk.dispose();
      }
    },
    60_000,
  );
}

const isShown = (uri: string): boolean =>
  vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri);

describe('context', () => {
  context('files: open ones first, ignored ones not, with unsaved changes', async (desk) => {
    desk.git('init', '-q');
    desk.put('.gitignore', 'out/\n');
    desk.put('out/contextTarget.js');
    desk.put('src/contextTarget.ts', 'saved');
    const open = desk.put('z/myContextTarget.ts', 'saved');
    const listed = await desk.option('contextTarget.ts', 'contextTarget', 'file');
    assert.equal(await desk.text(listed.uri), 'saved');
    assert.ok(!(await desk.options('contextTarget', 'file')).some(({ name }) => name.endsWith('.js')));
    const editor = await vscode.window.showTextDocument(open);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'un'));
    const [first] = await desk.options('');
    assert.equal(first?.name, 'myContextTarget.ts');
    assert.equal(await desk.text(open.toString()), 'unsaved');
    assert.equal((await desk.read(open.toString(), LINKS))[0]?.type, 'resource_link');
    await desk.context.open('key', listed.uri);
    await waitUntil(() => isShown(listed.uri), 'the file is shown');
    // What is made later is found as well.
    desk.put('src/contextLater.ts');
    await desk.option('contextLater.ts', 'contextLater', 'file');
  });

  context('folders: their files, or a link', async (desk) => {
    desk.put('contextFolder/a.ts');
    desk.put('contextFolder/b/c.ts');
    const { uri } = await desk.option('contextFolder', 'contextFolder', 'folder');
    const text = await desk.text(uri);
    assert.match(text, /a\.ts\nb\/c\.ts|b\/c\.ts\na\.ts/);
    const [link] = await desk.read(uri, LINKS);
    assert.deepEqual(link, { type: 'resource_link', uri, name: 'contextFolder' });
    await desk.context.open('key', uri);
  });

  context('symbols: of the file and of the workspace', async (desk) => {
    const uri = desk.put('symbols.parleytest', 'one\ntwo\nthree\n');
    const range = new vscode.Range(1, 0, 2, 5);
    desk.owned.add(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: '**/*.parleytest' },
        {
          provideDocumentSymbols: () => [
            new vscode.DocumentSymbol('innerSymbol', '', vscode.SymbolKind.Function, range, range),
          ],
        },
      ),
    );
    desk.owned.add(
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: () => [
          new vscode.SymbolInformation(
            'farSymbol',
            vscode.SymbolKind.Class,
            '',
            new vscode.Location(uri, range),
          ),
        ],
      }),
    );
    await vscode.window.showTextDocument(uri);
    const inner = await desk.option('innerSymbol', '', 'symbol');
    assert.equal(await desk.text(inner.uri), 'two\nthree');
    const far = await desk.option('farSymbol', 'farSymbol', 'symbol');
    assert.equal(await desk.text(far.uri), 'two\nthree');
    await desk.context.open('key', far.uri);
    await waitUntil(
      () => vscode.window.activeTextEditor?.selection.start.line === 1,
      'the symbol is selected',
    );
  });

  context('selection: of files, and of documents without one', async (desk) => {
    const editor = await vscode.window.showTextDocument(desk.put('selected.txt', 'one\ntwo\nthree\n'));
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    const { uri } = await desk.option('selected.txt:2-2', '', 'selection');
    assert.equal(await desk.text(uri), 'two');
    const document = await vscode.workspace.openTextDocument({ content: 'a\nb\nc', language: 'plaintext' });
    const untitled = await vscode.window.showTextDocument(document);
    untitled.selection = new vscode.Selection(0, 0, 1, 1);
    const found = await desk.option(':1-2', '', 'selection');
    assert.equal(await desk.text(found.uri), 'a\nb');
  });

  context('problems: all, and of a file', async (desk) => {
    const uri = desk.put('broken.txt', 'x');
    const problems = desk.owned.add(vscode.languages.createDiagnosticCollection('parley-test'));
    const problem = new vscode.Diagnostic(
      new vscode.Range(0, 0, 0, 1),
      'It is\nbroken',
      vscode.DiagnosticSeverity.Warning,
    );
    problem.source = 'lint';
    problem.code = 42;
    problems.set(uri, [problem]);
    const [all] = await desk.options('', 'problems');
    assert.match(await desk.text(all?.uri ?? ''), /broken\.txt:1:1: warning: It is broken \[lint 42\]/);
    const one = await desk.option('broken.txt', 'broken', 'problems');
    assert.match(one.uri, /file=/);
    assert.match(await desk.text(one.uri), /It is broken/);
    await desk.context.open('key', one.uri);
    problems.clear();
    assert.match(await desk.text(one.uri), /no problems/);
  });

  context('git changes: working tree, staged, a branch, a commit', async (desk) => {
    desk.git('init', '-q');
    const uri = desk.put('a.txt', 'one\n');
    desk.git('add', '.');
    desk.git('commit', '-qm', 'The first commit');
    desk.git('branch', 'old-branch');
    desk.put('a.txt', 'one\ntwo\n');
    desk.git('commit', '-qam', 'The second commit');
    desk.put('a.txt', 'one\ntwo\nthree\n');
    desk.git('add', 'a.txt');
    desk.put('a.txt', 'one\ntwo\nthree\nfour\n');
    desk.put('new.txt', 'brand new\n');
    desk.put('.env', 'SECRET=1\n');
    desk.put('data.bin', 'a\0b');
    await vscode.window.showTextDocument(uri);
    const repository = vscode.Uri.file(desk.folder).toString();
    const inFolder = (text: string): string =>
      text.includes('repository=')
        ? text
        : `${text}${text.includes('?') ? '&' : '?'}repository=${encodeURIComponent(repository)}`;
    const tree = await desk.text(inFolder('parley:/git/working-tree'));
    assert.match(tree, /\+three\n\+four/);
    assert.match(tree, /\+\+\+ b\/new\.txt\n@@ -0,0 \+1,1 @@\n\+brand new/);
    // What is secret or no text is only named.
    assert.match(tree, /Untracked files:\n\.env\ndata\.bin/);
    assert.doesNotMatch(tree, /SECRET/);
    const staged = await desk.text(inFolder('parley:/git/staged'));
    assert.match(staged, /\+three/);
    assert.doesNotMatch(staged, /\+four/);
    const branch = await desk.option('old-branch', 'old-branch', 'git');
    assert.match(await desk.text(inFolder(branch.uri)), /\+two\n\+three\n\+four/);
    const commit = await desk.option('The second commit', 'second', 'git');
    assert.match(await desk.text(inFolder(commit.uri)), /The second commit[\s\S]*\+two/);
    await desk.context.open('key', inFolder(commit.uri));
    await waitUntil(
      () => vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'parley-context'),
      'the diff is shown',
    );
    await assert.rejects(desk.read(inFolder('parley:/git/branch?name=--output%3Dx')), /Git could not read/);
  });

  context('terminal commands: with exit code and output', async (desk) => {
    // Not every machine has a shell that reports its commands, so it is done as shell integration does.
    const terminal = vscode.window.createTerminal({ name: 'context', shellPath: '/bin/bash' });
    try {
      terminal.show(true);
      await waitUntil(() => terminal.shellIntegration, 'shell integration', 30);
      terminal.shellIntegration?.executeCommand('sleep 1; echo con""text-output; sleep 1; (exit 3)');
      const found = await waitUntil(
        () => desk.commands.list().find(({ isRunning, exitCode }) => !isRunning && exitCode === 3),
        'the command ends',
        30,
      );
      const { uri } = await desk.option('echo', 'sleep', 'terminal');
      assert.equal(uri, targetAddress({ kind: 'terminal', id: found.id }));
      const text = await desk.text(uri);
      assert.match(text, /context-output/);
      assert.match(text, /Exit code 3/);
      assert.ok(!text.includes('\u001B'));
      await desk.context.open('key', uri);
      // VS Code reports nothing of what a command prints at once, but the terminal has it.
      const read: string[] = [];
      for (const word of ['one', 'two']) {
        terminal.shellIntegration?.executeCommand(`echo ${word}""-at-once`);
        const quick = await waitUntil(
          () =>
            desk.commands
              .list()
              .find(({ commandLine, isRunning }) => commandLine.includes(word) && !isRunning),
          `the command that prints ${word}`,
          30,
        );
        const address = targetAddress({ kind: 'terminal', id: quick.id });
        assert.match(await desk.text(address), new RegExp(`\\n${word}-at-once\\n`));
        read.push(address);
      }
      assert.match(await desk.text(read[0] ?? ''), /\none-at-once\n/);
    } finally {
      terminal.dispose();
    }
    await assert.rejects(desk.read('parley:/terminal?id=gone'), /no longer available/);
  });

  context('open editors: all of them, and one without a file', async (desk) => {
    await vscode.window.showTextDocument(desk.put('open1.txt', 'first'), { preview: false });
    const document = await vscode.workspace.openTextDocument({ content: 'second', language: 'plaintext' });
    await vscode.window.showTextDocument(document, { preview: false });
    const blocks = await desk.read('parley:/editors');
    const texts = blocks.map((block) => (block.type === 'resource' ? (block.resource.text ?? '') : ''));
    assert.deepEqual(
      texts.toSorted((a, b) => a.localeCompare(b)),
      ['first', 'second'],
    );
    const one = await desk.option(basename(document.uri.path), 'Untitled', 'editor');
    assert.equal(await desk.text(one.uri), 'second');
  });

  context('another session: its transcript', async (desk) => {
    const state = emptySession('other', 'Agent', '/tmp');
    desk.stored.set('other', {
      ...state,
      info: { ...state.info, title: 'About tests' },
    });
    const { uri } = await desk.option('About tests', 'tests', 'session');
    assert.match(await desk.text(uri), /# About tests/);
    await desk.context.open('key', uri);
    assert.deepEqual(desk.opened, ['other']);
    desk.stored.clear();
    await assert.rejects(desk.read(uri), /no longer available/);
    assert.match((await desk.details(uri))?.problem ?? '', /no longer available/);
  });

  context('a web page: a link, and nothing is fetched', async (desk) => {
    const { uri } = await desk.option('example.com/a', 'https://example.com/a?b=(c)');
    assert.deepEqual(await desk.read(uri), [
      { type: 'resource_link', uri: uri.replace('(c)', '%28c%29'), name: 'it' },
    ]);
  });

  context('an MCP resource: its content', async (desk) => {
    const { uri } = await desk.option('The guide', '', 'resource');
    assert.equal(await desk.text(uri), '# docs');
    await desk.context.open('key', uri);
    await waitUntil(
      () => vscode.window.activeTextEditor?.document.getText() === '# docs',
      'the resource is shown',
    );
    await assert.rejects(desk.read('parley:/resource?server=docs&uri=docs%3A%2F%2Fgone'), /No such page/);
  });

  context('every kind narrows the list', async (desk) => {
    const kinds = (await desk.options('')).flatMap(({ narrows }) => narrows ?? []);
    assert.equal(kinds.length, 11);
  });

  context('what cannot be read is refused, what is no text or too large is linked to', async (desk) => {
    const gone = desk.put('gone.txt', 'x').toString();
    rmSync(join(desk.folder, 'gone.txt'));
    await assert.rejects(desk.read(gone), /does not exist/);
    assert.match((await desk.details(gone))?.problem ?? '', /does not exist/);
    const fifo = join(desk.folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    await assert.rejects(desk.read(vscode.Uri.file(fifo).toString()), /pipe/);
    await assert.rejects(desk.read('file:///dev/zero'), /device/);
    await assert.rejects(desk.read('file://other.example/share/a'), /does not exist|another computer/);
    const binary = desk.put('binary.dat', Uint8Array.of(1, 0, 2)).toString();
    assert.equal((await desk.read(binary))[0]?.type, 'resource_link');
    assert.match((await desk.details(binary))?.problem ?? '', /link/);
    const large = desk.put('large.txt');
    truncateSync(large.fsPath, 50 * 1024 * 1024);
    assert.deepEqual(await desk.read(large.toString()), [
      { type: 'resource_link', uri: large.toString(), name: 'large.txt', size: 50 * 1024 * 1024 },
    ]);
    assert.equal((await desk.details(large.toString()))?.size, 50 * 1024 * 1024);
    const image = desk.put('image.png', Uint8Array.of(137, 80, 78, 71)).toString();
    assert.equal((await desk.read(image))[0]?.type, 'image');
    assert.equal((await desk.read(image, LINKS))[0]?.type, 'resource_link');
    symlinkSync(join(tmpdir()), join(desk.folder, 'link'));
    assert.equal(
      (await desk.read(vscode.Uri.file(join(desk.folder, 'link')).toString(), LINKS))[0]?.type,
      'resource_link',
    );
  });

  context('names that turn, hide or break lines are spelled out', async (desk) => {
    desk.put('hostile\n\u202Egpj.ts', 'x');
    desk.put('hostile[@x](file:y).ts', 'y');
    const [turned] = await desk.options('hostile', 'file');
    const names = (await desk.options('hostile', 'file')).map(({ name }) => name);
    assert.ok(turned !== undefined && names.every((name) => !/[\n\u202E]/.test(name)), JSON.stringify(names));
    const bracketed = await desk.option('hostile[@x]', 'hostile', 'file');
    const content: ContentBlock[] = [{ type: 'text', text: `a ${mentionText(bracketed)} b` }];
    const blocks = await desk.context.read('key', content, EMBEDS, new AbortController().signal);
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['text', 'resource', 'text'],
    );
  });
});

describe('A prompt whose mentions are being read when the window ends', () => {
  it(
    'is in the composer of the next window, with why it was not sent, and once',
    withStorage(async ({ open, holds }) => {
      const first = open();
      await sendBoth(first);
      await holds(2);
      first.end();
      const second = open();
      await waitUntil(() => second.givenBack.length === 2, 'the prompts being given back');
      assert.deepEqual(second.givenBack, [
        ['The prompt was not sent because the window was closed or reloaded.', [MENTION]],
        [
          'Your change to a queued prompt was not saved because the window was closed or reloaded.',
          [MENTION],
        ],
      ]);
      await holds(0);
    }),
  );

  it(
    'is not there again after it was sent, and neither is a change that was saved',
    withStorage(async ({ open, holds }) => {
      const window = open();
      await sendBoth(window);
      await holds(2);
      window.read();
      await waitUntil(() => window.sent.length === 1 && window.edited.length === 1, 'both being sent');
      await holds(0);
    }),
  );

  it(
    'comes back at once where the user stops the reading, and is not stored any more',
    withStorage(async ({ open, holds }) => {
      const window = open();
      await sendBoth(window);
      await holds(2);
      await window.handlers.stop_reading({ type: 'stop_reading', key: 'k' }, PANEL);
      await waitUntil(() => window.givenBack.length === 2, 'both coming back');
      assert.deepEqual([window.sent, window.edited], [[], []]);
      await holds(0);
    }),
  );
});
