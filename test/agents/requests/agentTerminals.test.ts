// Commands of an agent start one after the other; the folder of each is checked when its turn comes.
import { realpathSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { AgentTerminals, TerminalRefusedError } from '../../../src/agents/terminal/agentTerminals.ts';
import { FileAccessError } from '../../../src/core/ports/fileAccess.ts';
import { temporaryFolder } from '../../support/agentHarness.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const idle = new AbortController().signal;
const toDispose: AgentTerminals[] = [];

afterEach(async () => {
  await Promise.all(toDispose.splice(0).map((terminals) => terminals.dispose()));
});

function setUp() {
  const clock = new ManualClock();
  const terminals = new AgentTerminals({ clock, log: new MemoryLog(), report: () => undefined });
  toDispose.push(terminals);
  const create = (folder: () => Promise<string>, signal = idle): Promise<string> =>
    terminals.create('s1', { command: process.execPath, args: ['-e', ''], env: {}, folder }, 1_000, signal);
  const folder = realpathSync(temporaryFolder());
  return { clock, terminals, create, folder };
}

test('the folder of a command is looked at in its turn, not while it waits for that', async () => {
  const { clock, terminals, create, folder } = setUp();
  await create(() => Promise.resolve(folder));
  const looked: string[] = [];
  const second = create(async () => {
    looked.push('second');
    return folder;
  });
  await flushMicrotasks();
  expect(looked).toEqual([]);
  clock.advance(60_000);
  expect(await terminals.waitForExit('s1', await second)).toEqual({ code: 0, signal: null });
  expect(looked).toEqual(['second']);
});

test('a command does not start where its folder leads outside by then, and the next one does', async () => {
  const { clock, terminals, create, folder } = setUp();
  const outside = new FileAccessError('outside', 'It leads outside.');
  await expect(create(() => Promise.reject(outside))).rejects.toBe(outside);
  clock.advance(60_000);
  expect(terminals.isRunning).toBe(false);
  const id = await create(() => Promise.resolve(folder));
  expect(await terminals.waitForExit('s1', id)).toMatchObject({ code: 0 });
});

test('a command that is withdrawn while its folder is looked at does not start', async () => {
  const { terminals, create, folder } = setUp();
  const withdrawn = new AbortController();
  const answer = create(async () => {
    withdrawn.abort();
    return folder;
  }, withdrawn.signal);
  await expect(answer).rejects.toBeInstanceOf(TerminalRefusedError);
  expect(terminals.isRunning).toBe(false);
});
