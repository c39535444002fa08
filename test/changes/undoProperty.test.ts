// Whatever the user, the agent, other programs, git and a formatter do in turn: Undo All gives back the bytes of all that
// is not the agent's, over reloads of the window.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
} from '../support/changes/trackedFolder.ts';

/** Each has a file of its own, so that what must be there is known; the agent has several. */
const AGENT_FILES = ['agent.txt', 'crlf.txt', 'empty.txt', 'dir/deep.txt', 'new.txt'];
const START: Readonly<Record<string, string>> = {
  'agent.txt': 'one  \ntwo\nno end',
  'crlf.txt': '\uFEFFone\r\ntwo\r\nmixed\n',
  'empty.txt': '',
  'dir/deep.txt': 'deep\n',
  'user.txt': 'user\n',
  'program.txt': 'program\n',
  'git.txt': 'git\n',
};

const agentFile = fc.constantFrom(...AGENT_FILES);
const text = fc
  .array(fc.constantFrom('one', 'two  ', '\t', '', 'x\r', 'ü'), { maxLength: 5 })
  .map((all) => all.join('\n'));

type Step =
  | { readonly by: 'client' | 'disk' | 'torn' | 'same'; readonly file: string; readonly text: string }
  | { readonly by: 'delete'; readonly file: string }
  | { readonly by: 'user' | 'program' | 'git' | 'formatter'; readonly text: string }
  | { readonly by: 'look' | 'prompt' | 'reload' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by: fc.constantFrom('client', 'disk', 'torn', 'same'), file: agentFile, text }),
  fc.record({ by: fc.constant('delete'), file: agentFile }),
  fc.record({ by: fc.constantFrom('user', 'program', 'git', 'formatter'), text }),
  fc.record({ by: fc.constantFrom('look', 'prompt', 'reload') }),
);

class Run {
  readonly files = new TrackedFolder().open();
  /** What must be in the files after Undo All. */
  readonly expected = new Map(Object.entries(START));
  #window: TrackedWindow | undefined;
  #calls = 0;

  constructor() {
    for (const [name, contents] of Object.entries(START)) this.files.put(name, contents);
    this.#git('init', '-q');
    this.#git('add', '-A');
    this.#git('commit', '-q', '-m', 'start');
  }

  get window(): TrackedWindow {
    this.#window ??= this.files.openWindow({ session: { sessionId: ACP_SESSION.id, isOpened: true } });
    return this.#window;
  }

  async do(each: Step): Promise<void> {
    const { files, window } = this;
    switch (each.by) {
      case 'client':
        return window.tracker.whileAgentWrites(ACP_SESSION, files.path(each.file), async () =>
          files.put(each.file, each.text),
        );
      case 'disk':
        return this.#edit(each.file, each.text, () => files.put(each.file, each.text));
      case 'same':
        if (!existsSync(files.path(each.file))) return;
        return this.#edit(each.file, files.read(each.file), () =>
          this.#tear(each.file, files.read(each.file)),
        );
      case 'torn':
        return this.#edit(each.file, each.text, () => this.#tear(each.file, each.text));
      case 'delete':
        return this.#edit(each.file, '', async () => rmSync(files.path(each.file), { force: true }));
      case 'user':
        files.put('user.txt', each.text);
        this.expected.set('user.txt', each.text);
        return window.tracker.userSaved(files.path('user.txt'), each.text);
      case 'program':
        files.put('program.txt', each.text);
        this.expected.set('program.txt', each.text);
        return;
      case 'formatter':
        // What the agent wrote through an editor is formatted before the write is answered.
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
        endTurn(window);
        await prompt(window);
        return;
      case 'reload':
        await finishTurn(window);
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
    expect(await this.window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    const names = [...new Set([...this.expected.keys(), ...AGENT_FILES])];
    return new Map(
      names.flatMap((name) =>
        existsSync(this.files.path(name)) ? [[name, this.files.read(name)] as const] : [],
      ),
    );
  }

  async #edit(name: string, newText: string, work: () => void | Promise<void>): Promise<void> {
    const path = this.files.path(name);
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
    this.expected.set('git.txt', contents);
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
        for (const each of steps) await run.do(each);
        expect(Object.fromEntries(await run.undo())).toEqual(Object.fromEntries(run.expected));
      } finally {
        run.files.dispose();
      }
    }),
    { numRuns: 12 },
  );
});
