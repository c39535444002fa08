// Whatever the user, the agent, other programs, git and a formatter do in turn: Undo All gives back the bytes of all that
// is not the agent's, over reloads of the window.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeWatcherProgram } from '../../../support/changes/treeWatcherProgram.ts';
import { waitUntil } from '../../../support/wait.ts';
import {
  ACP_SESSION,
  endTurn,
  finishTurn,
  KEY,
  look,
  prompt,
  toolCall,
  TrackedFolder,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';

/** Each has a file of its own, so that what must be there is known; the agent has several. */
const AGENT_FILES = [
  'agent.txt',
  'crlf.txt',
  'empty.txt',
  'dir/deep.txt',
  'new.txt',
  'run.sh',
  'latin.txt',
  'utf16.txt',
  'ident.txt',
];
/** Where the agent moves a file to: another name, another folder, another case. */
const MOVES = ['moved.txt', 'other/moved.txt', 'AGENT.TXT'];
/** By what other names the agent reaches its files. */
const REPOSITORIES = ['made', 'other/made', 'theirs'];
const LINKS: Readonly<Record<string, string>> = { 'link.txt': 'agent.txt', linked: 'dir' };
const START: Readonly<Record<string, string | Buffer>> = {
  'agent.txt': 'one  \ntwo\nno end',
  'crlf.txt': '\uFEFFone\r\ntwo\r\nmixed\n',
  'empty.txt': '',
  'dir/deep.txt': 'deep\n',
  'run.sh': '#!/bin/sh\n',
  'latin.txt': Buffer.from('caf\xE9\r\n', 'latin1'),
  'utf16.txt': Buffer.from('\uFEFFwide\r\n', 'utf16le'),
  'ident.txt': '$Id$\n',
  'user.txt': 'user\n',
  'both.txt': 'both\n',
  'program.txt': 'program\n',
  'git.txt': 'git\n',
  'theirs/in.txt': 'theirs\n',
  'theirs/s/bin.dat': Buffer.from([0, 1, 2]),
  '.gitattributes':
    '*.txt text eol=crlf\nident.txt ident\nutf16.txt working-tree-encoding=UTF-16LE-BOM\nagent.txt filter=up\ngit.txt -text\n',
};

const agentFile = fc.constantFrom(...AGENT_FILES);
const text = fc
  .array(fc.constantFrom('one', 'two  ', '\t', '', 'x\r', 'ü'), { maxLength: 5 })
  .map((all) => all.join('\n'));

type Step =
  | { readonly by: 'client' | 'disk' | 'torn' | 'same'; readonly file: string; readonly text: string }
  | {
      readonly by:
        | 'delete'
        | 'move'
        | 'chmod'
        | 'fileForFolder'
        | 'folderForFile'
        | 'repositoryForFile'
        | 'linkForFile'
        | 'moveFolder'
        | 'repository'
        | 'removeRepository'
        | 'throughLink';
      readonly file: string;
      readonly text: string;
    }
  | { readonly by: 'deleteBoth' | 'recreateBoth'; readonly text: string }
  | { readonly by: 'user' | 'program' | 'git' | 'formatter'; readonly text: string }
  | { readonly by: 'look' | 'prompt' | 'reload' | 'reloadInTurn' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by: fc.constantFrom('client', 'disk', 'torn', 'same'), file: agentFile, text }),
  fc.record({
    by: fc.constantFrom(
      'delete',
      'move',
      'chmod',
      'fileForFolder',
      'folderForFile',
      'repositoryForFile',
      'linkForFile',
      'moveFolder',
      'repository',
      'removeRepository',
      'throughLink',
    ),
    file: agentFile,
    text,
  }),
  fc.record({ by: fc.constantFrom('deleteBoth', 'recreateBoth'), text }),
  fc.record({ by: fc.constantFrom('user', 'program', 'git', 'formatter'), text }),
  fc.record({ by: fc.constantFrom('look', 'prompt', 'reload', 'reloadInTurn') }),
);

class Run {
  readonly files = new TrackedFolder().open();
  /** What must be in the files after Undo All. */
  readonly expected = new Map(
    Object.entries(START).map(([name, contents]) => [name, Buffer.from(contents).toString('latin1')]),
  );
  /** Where the user has made a file anew that the agent deleted, it stays, and Undo says so. */
  readonly #madeAnew = new Set<string>();
  #window: TrackedWindow | undefined;
  #calls = 0;
  /** Whether a command of the agent has run in this turn. */
  #hasRun = false;

  constructor() {
    for (const [name, contents] of Object.entries(START)) this.files.put(name, contents);
    for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, this.files.path(name));
    chmodSync(this.files.path('run.sh'), 0o755);
    chmodSync(this.files.path('empty.txt'), 0o600);
    this.#git('init', '-q', this.files.path('theirs'));
    this.#git('init', '-q');
    this.#git('config', 'filter.up.clean', 'tr a-z A-Z');
    this.#git('config', 'filter.up.smudge', 'tr A-Z a-z');
    this.#git('add', '-A', '--', ':!theirs');
    this.#git('commit', '-q', '-m', 'start');
  }

  get window(): TrackedWindow {
    this.#window ??= this.files.openWindow({
      session: { sessionId: ACP_SESSION.id, isOpened: true },
      watcher: treeWatcherProgram,
    });
    return this.#window;
  }

  async do(each: Step): Promise<void> {
    const { files, window } = this;
    switch (each.by) {
      case 'client':
        if (this.#isBlocked(each.file)) await this.#run(() => this.#makeRoom(each.file));
        return window.tracker.whileAgentWrites(ACP_SESSION, files.path(each.file), async () =>
          files.put(each.file, each.text),
        );
      case 'disk':
        return this.#edit(each.file, each.text, () => files.put(each.file, each.text));
      case 'same':
        if (!this.#isFile(each.file)) return;
        return this.#edit(each.file, files.read(each.file), () =>
          this.#tear(each.file, files.read(each.file)),
        );
      case 'torn':
        return this.#edit(each.file, each.text, () => this.#tear(each.file, each.text));
      case 'delete':
        return this.#edit(each.file, '', async () => rmSync(files.path(each.file), { force: true }));
      case 'move': {
        const to = MOVES[each.text.length % MOVES.length] ?? '';
        return this.#run(() => {
          mkdirSync(dirname(files.path(to)), { recursive: true });
          this.#makeRoom(to);
          if (this.#isFile(each.file)) renameSync(files.path(each.file), files.path(to));
        });
      }
      case 'chmod':
        return this.#run(() => {
          const path = files.path(each.file);
          if (this.#isFile(each.file)) chmodSync(path, (statSync(path).mode & 0o777) ^ 0o111);
        });
      case 'fileForFolder':
        return this.#run(() => {
          rmSync(files.path('dir'), { recursive: true, force: true });
          files.put('dir', each.text);
        });
      case 'folderForFile':
        return this.#run(() => {
          rmSync(files.path(each.file), { recursive: true, force: true });
          this.#makeRoom(each.file);
          mkdirSync(files.path(each.file), { recursive: true });
          // Without a file in it, there is nothing that a snapshot could hold.
          if (each.text !== '') files.put(`${each.file}/inner/file.txt`, each.text);
        });
      case 'repositoryForFile':
        return this.#run(() => {
          rmSync(files.path(each.file), { recursive: true, force: true });
          this.#makeRoom(each.file);
          this.#git('init', '-q', files.path(each.file));
          if (each.text !== '') files.put(`${each.file}/file.txt`, each.text);
        });
      case 'linkForFile':
        return this.#run(() => {
          rmSync(files.path(each.file), { recursive: true, force: true });
          this.#makeRoom(each.file);
          mkdirSync(dirname(files.path(each.file)), { recursive: true });
          symlinkSync(each.text.length % 2 === 0 ? files.path('user.txt') : 'nowhere', files.path(each.file));
        });
      case 'moveFolder':
        return this.#run(() => {
          const [from, to] = existsSync(files.path('deeper/down'))
            ? ['deeper/down', 'dir']
            : ['dir', 'deeper/down'];
          if (!existsSync(files.path(from)) || existsSync(files.path(to))) return;
          mkdirSync(dirname(files.path(to)), { recursive: true });
          renameSync(files.path(from), files.path(to));
        });
      case 'repository':
        return this.#run(() => {
          const name = REPOSITORIES[each.text.length % REPOSITORIES.length] ?? '';
          if (!existsSync(files.path(name))) this.#git('init', '-q', files.path(name));
          files.put(`${name}/in.txt`, each.text);
        });
      case 'removeRepository':
        return this.#run(() => rmSync(files.path('theirs'), { recursive: true, force: true }));
      case 'throughLink': {
        const [link, file] = each.file.startsWith('dir/')
          ? ['linked/deep.txt', 'dir/deep.txt']
          : ['link.txt', 'agent.txt'];
        if (this.#isBlocked(file)) await this.#run(() => this.#makeRoom(file));
        return this.#edit(link, each.text, () => files.put(file, each.text));
      }
      case 'deleteBoth':
        return this.#run(() => rmSync(files.path('both.txt'), { force: true }));
      case 'recreateBoth':
        if (existsSync(files.path('both.txt'))) return;
        await look(window);
        files.put('both.txt', each.text);
        this.#expect('both.txt', each.text);
        this.#madeAnew.add(files.path('both.txt'));
        return window.tracker.userSaved(files.path('both.txt'), each.text);
      case 'user':
        files.put('user.txt', each.text);
        this.#expect('user.txt', each.text);
        return window.tracker.userSaved(files.path('user.txt'), each.text);
      case 'program':
        // What a command has left running may write for some time: the next turn ends that.
        if (this.#hasRun) await this.do({ by: 'prompt' });
        files.put('program.txt', each.text);
        this.#expect('program.txt', each.text);
        return look(window);
      case 'formatter':
        // What the agent wrote through an editor is formatted before the write is answered.
        if (this.#isBlocked('agent.txt')) await this.#run(() => this.#makeRoom('agent.txt'));
        return window.tracker.whileAgentWrites(ACP_SESSION, files.path('agent.txt'), async () => {
          files.put('agent.txt', each.text);
          await window.tracker.userSaved(files.path('agent.txt'), each.text);
          files.put('agent.txt', `formatted ${each.text.trim()}\n`);
        });
      case 'git':
        return this.#pull(each.text);
      case 'look':
        return look(window);
      case 'prompt':
        this.#hasRun = false;
        endTurn(window);
        await prompt(window);
        return;
      case 'reload':
        await finishTurn(window);
        window.tracker.dispose();
        this.#window = undefined;
        await look(this.window);
        await prompt(this.window);
        return;
      case 'reloadInTurn':
        await window.tracker.flush();
        window.tracker.dispose();
        this.#window = undefined;
        await look(this.window);
        await prompt(this.window);
    }
  }

  /** Undoes all. Resolves to what is in the files then. */
  async undo(): Promise<ReadonlyMap<string, string>> {
    endTurn(this.window);
    await look(this.window);
    const result = await this.window.tracker.review.undo(KEY);
    // A repository in the place of a file is not removed, with all that git has in it.
    const inTheWay = Object.keys(START).filter((name) => existsSync(this.files.path(`${name}/.git`)));
    for (const name of inTheWay) this.expected.delete(name);
    expect(result?.failed.map(({ path }) => relative(this.files.folder, path)).toSorted()).toEqual(
      inTheWay.toSorted(),
    );
    expect(result?.conflicts.filter((path) => !this.#madeAnew.has(path))).toEqual([]);
    for (const [name, target] of Object.entries(LINKS))
      expect([name, readlinkSync(this.files.path(name))]).toEqual([name, target]);
    const modes = { 'run.sh': 0o755, 'empty.txt': 0o600, 'agent.txt': 0o644 };
    for (const [name, mode] of Object.entries(modes)) {
      if (inTheWay.includes(name)) continue;
      expect([name, statSync(this.files.path(name)).mode & 0o777]).toEqual([name, mode]);
    }
    // What git has of the repositories stays.
    const entries = readdirSync(this.files.folder, { recursive: true, withFileTypes: true });
    return new Map(
      entries.flatMap((entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(this.files.folder, path);
        const isOfGit = `/${name}/`.includes('/.git/');
        return entry.isDirectory() || isOfGit || (name.split(sep)[0] ?? '') in LINKS
          ? []
          : [[name, readFileSync(path, 'latin1')] as const];
      }),
    );
  }

  #expect(name: string, contents: string): void {
    this.expected.set(name, Buffer.from(contents).toString('latin1'));
  }

  /** Does what a command of the agent does. */
  async #run(work: () => void): Promise<void> {
    this.#hasRun = true;
    const toolCallId = `${this.#calls++}`;
    toolCall(this.window, { toolCallId, kind: 'execute', status: 'in_progress' });
    work();
    // The command ends when it is known what it has done: nothing else can be said of what others do meanwhile.
    await look(this.window);
    toolCall(this.window, { toolCallId, status: 'completed' });
  }

  #isFile(name: string): boolean {
    const path = this.files.path(name);
    // A file may be in the place of the folder.
    return existsSync(path) && lstatSync(path).isFile();
  }

  /** Whether the agent has put something else where a file or its folder was. */
  #isBlocked(name: string): boolean {
    // By its other name, the agent reaches a file that is there.
    if (name in LINKS || dirname(name) in LINKS) return false;
    const folder = lstatSync(this.files.path(dirname(name)), { throwIfNoEntry: false });
    if (folder?.isDirectory() === false) return true;
    const stats = lstatSync(this.files.path(name), { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile();
  }

  /** Removes that. */
  #makeRoom(name: string): void {
    const folder = this.files.path(dirname(name));
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(folder);
    if (this.#isBlocked(name)) rmSync(this.files.path(name), { recursive: true });
  }

  async #edit(name: string, newText: string, work: () => void | Promise<void>): Promise<void> {
    const path = this.files.path(name);
    if (this.#isBlocked(name)) await this.#run(() => this.#makeRoom(name));
    const oldText = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const toolCallId = `${this.#calls++}`;
    const content = [{ type: 'diff' as const, path, oldText, newText }];
    toolCall(this.window, {
      toolCallId,
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path }],
      content,
    });
    await work();
    toolCall(this.window, { toolCallId, status: 'completed' });
  }

  /** Writes a file in two steps; a look may happen while it is empty. */
  async #tear(name: string, contents: string): Promise<void> {
    this.files.put(name, '');
    const file = openSync(this.files.path(name), 'w');
    const looking = look(this.window);
    await setImmediate();
    writeSync(file, contents);
    closeSync(file);
    await looking;
  }

  /** Brings another text of a file by git, as a pull does. */
  #pull(contents: string): Promise<void> {
    const tree = this.#git('hash-object', '-w', '--stdin', '--no-filters', { input: contents });
    const before = this.#git('rev-parse', 'HEAD');
    const listed = this.#git('ls-tree', '-z', 'HEAD')
      .split('\0')
      .filter((line) => line !== '' && !line.endsWith('\tgit.txt'));
    const input = [...listed, `100644 blob ${tree}\tgit.txt`].map((line) => `${line}\0`).join('');
    const commit = this.#git(
      'commit-tree',
      '-p',
      before,
      '-m',
      'theirs',
      this.#git('mktree', '-z', { input }),
    );
    this.#git('merge', '-q', '--ff-only', commit);
    this.#expect('git.txt', contents);
    return Promise.resolve();
  }

  #git(...args: readonly (string | { readonly input: string })[]): string {
    const words = args.filter((each) => typeof each === 'string');
    const input = args.flatMap((each) => (typeof each === 'string' ? [] : each.input))[0] ?? '';
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const user = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', '-c', 'core.autocrlf=false'];
    const options = { cwd: this.files.folder, env, input, stdio: 'pipe', encoding: 'utf8' } as const;
    return execFileSync('git', [...user, ...words], options).trim();
  }
}

test('Undo All leaves what is not the agent’s, and gives back the bytes of what is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const run = new Run();
      try {
        await prompt(run.window);
        // Elsewhere all files are looked at each time.
        if (process.platform === 'linux')
          await waitUntil(run.window.isFollowing, 'the folder being followed');
        for (const each of steps) await run.do(each);
        expect(Object.fromEntries(await run.undo())).toEqual(Object.fromEntries(run.expected));
      } finally {
        run.files.dispose();
      }
    }),
    { numRuns: 12, interruptAfterTimeLimit: 45_000 },
  );
});
