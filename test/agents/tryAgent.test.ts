// An agent is started once: it answers, or it is said why it does not, and its process is gone then.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryAgent, type TryAgentOptions } from '../../src/agents/tryAgent.ts';
import { systemClock } from '../../packages/process/systemClock.ts';

const fakeAgent = join(import.meta.dirname, '..', 'support', 'programs', 'fakeAgent.ts');

const lines: string[] = [];
const note = (line: string): void => void lines.push(line);

function attempt(args: readonly string[], more: Partial<TryAgentOptions> = {}) {
  return tryAgent({
    name: 'Tried',
    launch: { command: process.execPath, args, env: {}, cwd: tmpdir() },
    clientInfo: { name: 'parley', title: 'Parley', version: '0' },
    clock: systemClock,
    log: { info: note, warn: note, error: note },
    timeoutSeconds: 30,
    signal: new AbortController().signal,
    ...more,
  });
}

test('an agent that answers says what it is', async () => {
  expect(await attempt([fakeAgent, JSON.stringify({ title: 'Fake' })])).toMatchObject({ title: 'Fake' });
});

test('a command that is not there is reported', async () => {
  const launch = { command: 'parley-no-such-program', args: [], env: {}, cwd: tmpdir() };
  await expect(attempt([], { launch })).rejects.toMatchObject({ user: { code: 'command-not-found' } });
});

test('a folder that is not there is reported', async () => {
  const launch = {
    command: process.execPath,
    args: [],
    env: {},
    cwd: join(tmpdir(), 'parley-no-such-folder'),
  };
  await expect(attempt([], { launch })).rejects.toMatchObject({ user: { code: 'spawn-failed' } });
});

test('an agent that ends at once is reported with what it printed', async () => {
  const script = 'console.error("No key is set."); process.exit(3)';
  await expect(attempt(['-e', script])).rejects.toMatchObject({
    user: { code: 'agent-exited', detail: expect.stringContaining('No key is set.') },
  });
});

test('an agent that hangs is given up and ended', async () => {
  const script = 'console.error(`pid ${process.pid}`); setInterval(() => {}, 1000)';
  lines.length = 0;
  await expect(attempt(['-e', script], { timeoutSeconds: 2 })).rejects.toMatchObject({
    user: { code: 'start-timed-out' },
  });
  const pid = Number(/pid (\d+)/.exec(lines.join('\n'))?.[1]);
  expect(() => process.kill(pid, 0)).toThrow();
});

test('an agent is ended when the user cancels', async () => {
  const stop = new AbortController();
  const cancel = (line: string): void => {
    note(line);
    if (line.includes('started')) stop.abort();
  };
  const log = { info: cancel, warn: cancel, error: cancel };
  const script = 'console.error("started"); setInterval(() => {}, 1000)';
  await expect(attempt(['-e', script], { signal: stop.signal, log })).rejects.toMatchObject({
    user: { code: 'agent-stopped' },
  });
  await expect(attempt([], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    user: { code: 'agent-stopped' },
  });
});
