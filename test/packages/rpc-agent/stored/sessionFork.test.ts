// Copies of a session, in the words of each family.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  forkPoints,
  SessionChangeRefused,
  startFork,
  switchSession,
} from '../../../../packages/rpc-agent/src/stored/sessionFork.ts';
import { RpcRefusal } from '../../../../packages/rpc-agent/src/cli/rpcErrors.ts';

/** A CLI that answers from a table and notes what it was sent. */
class TableCli {
  readonly asked: [string, object][] = [];
  isStopped = false;
  readonly #answers: Readonly<Record<string, unknown>>;

  constructor(answers: Readonly<Record<string, unknown>>) {
    this.#answers = answers;
  }

  request(command: string, fields: object = {}): Promise<unknown> {
    this.asked.push([command, fields]);
    return command in this.#answers
      ? Promise.resolve(this.#answers[command])
      : Promise.reject(new RpcRefusal(command, `Unknown command: ${command}`));
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return Promise.resolve();
  }
}

const points = { messages: [{ entryId: 'e1', text: 'One' }, { entryId: 7 }, { entryId: 'e2', text: 'Two' }] };

describe('the points of a fork', () => {
  test.each([
    ['pi', 'get_fork_messages'],
    ['omp', 'get_branch_messages'],
    ['xcsh', 'get_branch_messages'],
  ] as const)('%s distinguishes them by %s', async (family, command) => {
    expect(await forkPoints(new TableCli({ [command]: points }), family)).toEqual([
      { entryId: 'e1', text: 'One' },
      { entryId: 'e2', text: 'Two' },
    ]);
  });

  test('there are none where the CLI does not know the command, or answers something else', async () => {
    expect(await forkPoints(new TableCli({}), 'xcsh')).toEqual([]);
    expect(await forkPoints(new TableCli({ get_fork_messages: null }), 'pi')).toEqual([]);
  });
});

describe('a copy', () => {
  test('of all is a file of its own where the CLI has no command for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-fork-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const sessionPath = join(folder, 'a.jsonl');
    const rest = '{"type":"message","id":"m1"}\n{"type":"message","id":"m2"}\n';
    const stored = `{"type":"session","id":"s1","cwd":"/work"}\n${rest}`;
    await writeFile(sessionPath, stored);
    const cli = new TableCli({ switch_session: {} });
    const start = () => Promise.resolve(cli);
    const options = { family: 'xcsh', sessionPath, entryId: undefined, start } as const;
    expect(await startFork(options)).toEqual({ cli, prompt: undefined });
    const [name] = (await readdir(folder)).filter((each) => each !== 'a.jsonl');
    const copy = join(folder, name ?? '');
    expect(cli.asked).toEqual([['switch_session', { sessionPath: copy }]]);
    const [first = '', ...others] = (await readFile(copy, 'utf8')).split('\n');
    expect(JSON.parse(first)).toMatchObject({
      type: 'session',
      cwd: '/work',
      id: expect.not.stringMatching('s1'),
    });
    expect(others.join('\n')).toBe(rest);
    expect(await readFile(sessionPath, 'utf8')).toBe(stored);
  });

  test.each([
    ['of what is no session', '{"type":"message"}\n', {}],
    ['that an extension does not allow', '{"type":"session","id":"s1"}\n', { cancelled: true }],
  ])('%s is refused, and leaves no CLI and no file behind', async (_name, stored, answer) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-fork-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const sessionPath = join(folder, 'a.jsonl');
    await writeFile(sessionPath, stored);
    const cli = new TableCli({ switch_session: answer });
    const start = () => Promise.resolve(cli);
    await expect(startFork({ family: 'xcsh', sessionPath, entryId: undefined, start })).rejects.toThrow();
    expect(cli.isStopped).toBe(true);
    expect(await readdir(folder)).toEqual(['a.jsonl']);
  });

  test('of all is made by the CLI when it starts', async () => {
    const cli = new TableCli({});
    const started: (readonly string[])[] = [];
    const fork = await startFork({
      family: 'omp',
      sessionPath: '/s/a.jsonl',
      entryId: undefined,
      start: (more) => {
        started.push(more);
        return Promise.resolve(cli);
      },
    });
    expect(started).toEqual([['--fork', '/s/a.jsonl']]);
    expect(fork).toEqual({ cli, prompt: undefined });
    expect(cli.asked).toEqual([]);
  });

  test.each([
    ['pi', 'fork'],
    ['omp', 'branch'],
    ['xcsh', 'branch'],
  ] as const)('%s makes one before a prompt by %s, and hands the prompt back', async (family, command) => {
    const cli = new TableCli({
      switch_session: { cancelled: false },
      [command]: { text: 'Two', cancelled: false },
    });
    const { prompt } = await startFork({
      family,
      sessionPath: '/s/a.jsonl',
      entryId: 'e2',
      start: () => Promise.resolve(cli),
    });
    expect(prompt).toBe('Two');
    expect(cli.asked).toEqual([
      ['switch_session', { sessionPath: '/s/a.jsonl' }],
      [command, { entryId: 'e2' }],
    ]);
    expect(cli.isStopped).toBe(false);
  });

  test('that is refused leaves no CLI behind', async () => {
    for (const [answers, expected] of [
      [{ switch_session: { cancelled: false } }, RpcRefusal],
      [{ switch_session: { cancelled: true } }, SessionChangeRefused],
      [{ switch_session: {}, fork: { cancelled: true } }, SessionChangeRefused],
    ] as const) {
      const cli = new TableCli(answers);
      const start = () => Promise.resolve(cli);
      const forking = startFork({ family: 'pi', sessionPath: '/s/a.jsonl', entryId: 'e2', start });
      await expect(forking).rejects.toBeInstanceOf(expected);
      expect(cli.isStopped).toBe(true);
    }
  });
});

test('switching that an extension does not allow says so', async () => {
  const cli = new TableCli({ switch_session: { cancelled: true } });
  await expect(switchSession(cli, '/s/a.jsonl')).rejects.toThrow('An extension of the agent did not allow');
});
