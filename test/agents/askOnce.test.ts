// One question to an agent: the answer, with nothing allowed, and a session that is gone afterwards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askOnce, type AskOnceOptions } from '../../src/agents/askOnce.ts';
import { Abort } from '../../src/core/base/abort.ts';
import { Redactor } from '../../src/core/secrets/redactor.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { MemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';

const fakeAgent = join(import.meta.dirname, '..', 'support', 'programs', 'fakeAgent.ts');

/** Asks the fake agent, and records what went over the wire. */
function ask(prompt: string, agent: object = {}, more: Partial<AskOnceOptions> = {}) {
  const sent: string[] = [];
  const texts: string[] = [];
  const sessions: string[] = [];
  const log = new MemoryLog();
  const answer = askOnce({
    name: 'asked',
    label: 'Asked',
    cwd: tmpdir(),
    prompt,
    signal: new Abort(),
    onText: (text) => texts.push(text),
    onOpened: (id) => sessions.push(id),
    launch: async () => ({
      command: process.execPath,
      args: [fakeAgent, JSON.stringify(agent)],
      env: {},
      cwd: tmpdir(),
    }),
    clientInfo: { name: 'parley', title: 'Parley', version: '0' },
    clock: systemClock,
    log,
    redactor: new Redactor(),
    wireLog: () => ({
      redactWith: () => undefined,
      message: (direction, line) => void (direction === 'c2a' && sent.push(line)),
      raw: () => undefined,
      flush: async () => undefined,
      dispose: () => undefined,
    }),
    ...more,
  });
  const ended = (): Promise<boolean> =>
    waitUntil(() => log.lines.some((line) => line.startsWith('Now stopped')), 'the agent has ended');
  const has = (part: string): boolean => sent.some((line) => line.includes(part));
  return { answer, sent, texts, sessions, ended, has };
}

test('the answer is streamed, and the session is deleted where the agent can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-ask-once-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const goOn = join(folder, 'go-on');
  const asked = ask(`say Add\nuntil ${goOn}\nsay  a file`, { abilities: ['close', 'delete'] });
  await waitUntil(() => asked.texts.length === 1, 'the first piece');
  writeFileSync(goOn, '');
  expect(await asked.answer).toBe('Add a file');
  expect(asked.texts).toEqual(['Add', 'Add a file']);
  expect(asked.sessions).toHaveLength(1);
  await asked.ended();
  expect(asked.has('"session/delete"')).toBe(true);
});

test('the session is closed where the agent cannot delete it', async () => {
  const asked = ask('say yes', { abilities: ['close'] });
  expect(await asked.answer).toBe('yes');
  await asked.ended();
  expect(asked.has('"session/close"')).toBe(true);
});

test('nothing is allowed, and neither files nor terminals are offered', async () => {
  const asked = ask('ask 1');
  expect(await asked.answer).toBe('chose no');
  const initialize = asked.sent.find((line) => line.includes('"initialize"')) ?? '';
  expect(initialize).not.toContain('"fs"');
  // What remains is a way to sign in.
  expect(initialize.replace('"auth":{"terminal":true}', '')).not.toContain('"terminal":true');
  expect(asked.sent.find((line) => line.includes('"session/new"'))).toContain('"mcpServers":[]');
});

test('it works in the read-only mode of the agent', async () => {
  const asked = ask('say yes', { modes: ['default', 'plan'] });
  expect(await asked.answer).toBe('yes');
  const mode = asked.sent.find((line) => line.includes('"session/set_config_option"'));
  expect(mode).toContain('"value":"plan"');
  const already = ask('say yes', { modes: ['read-only', 'full-access'] });
  expect(await already.answer).toBe('yes');
  expect(already.has('"session/set_config_option"')).toBe(false);
});

test.each(['edit', 'delete', 'move', 'execute'])(
  'an agent that begins to %s unasked is stopped',
  async (kind) => {
    const asked = ask(`say Fix it\nact ${kind}\nhang`, { abilities: ['delete'] });
    await expect(asked.answer).rejects.toMatchObject({ user: { code: 'agent-acted' } });
    await asked.ended();
  },
);

test('what an agent runs in its read-only mode is not stopped, what it changes is', async () => {
  const modes = ['default', 'plan'];
  expect(await ask('act execute\nsay Fix it', { modes }).answer).toBe('Fix it');
  const answer = ask('act edit\nhang', { modes }).answer;
  await expect(answer).rejects.toMatchObject({ user: { code: 'agent-acted' } });
});

test('what was said before a tool was used is not the answer, unless nothing comes after', async () => {
  expect(await ask('say Let me look.\ntool 1 Read\nsay Fix it').answer).toBe('Fix it');
  expect(await ask('say Fix it\ntool 1 Read').answer).toBe('Fix it');
});

test('what the agent thinks is not the answer', async () => {
  expect(await ask('think hm\nsay Fix it').answer).toBe('Fix it');
});

test('an agent that needs a sign-in is reported', async () => {
  await expect(ask('say yes', { signIn: true }).answer).rejects.toMatchObject({
    user: { code: 'sign-in-needed' },
  });
});

test('it rejects at once when it is cancelled, also while the session is being opened', async () => {
  const signal = new Abort();
  const asked = ask('say working\nhang', { abilities: ['delete'] }, { signal });
  await waitUntil(() => asked.texts.length > 0, 'the turn runs');
  signal.abort();
  await expect(asked.answer).rejects.toMatchObject({ user: { code: 'agent-stopped' } });
  await asked.ended();
  expect(asked.has('"session/cancel"')).toBe(true);
  expect(asked.has('"session/delete"')).toBe(true);

  const early = new Abort();
  const opening = ask('say yes', { sessionDelay: 500, abilities: ['delete'] }, { signal: early });
  await waitUntil(() => opening.has('"session/new"'), 'a session is asked for');
  early.abort();
  await expect(opening.answer).rejects.toMatchObject({ user: { code: 'agent-stopped' } });
  await opening.ended();
  expect(opening.has('"session/delete"')).toBe(true);
  expect(opening.has('"session/prompt"')).toBe(false);
});

test('nothing is started when it is cancelled before', async () => {
  const signal = new Abort();
  signal.abort();
  await expect(ask('say yes', {}, { signal }).answer).rejects.toMatchObject({
    user: { code: 'agent-stopped' },
  });
});
