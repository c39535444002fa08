// Copies of a session, in the words of each family.
import { describe, expect, test } from 'vitest';
import {
  forkPoints,
  SessionChangeRefused,
  startFork,
  switchSession,
} from '../../../../src/agentBin/rpcMode/stored/sessionFork.ts';
import { RpcRefusal } from '../../../../src/agentBin/rpcMode/cli/rpcErrors.ts';

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
