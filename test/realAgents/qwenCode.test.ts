// A real agent: Qwen Code against a scripted model, over the connection that Parley uses.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UpdateEvent } from '../../src/core/session/events.ts';
import { ensureRealAgents } from '../../scripts/install/realAgents.mjs';
import {
  atEnd,
  connectionTo,
  isAlive,
  pidOf,
  rejection,
  temporaryFolder,
  until,
  type Harness,
} from '../support/agentHarness.ts';
import {
  READ_ANSWER,
  startModelServer,
  TEXT_ANSWER,
  THOUGHT,
  THOUGHT_ANSWER,
  type ModelServer,
} from '../support/modelServer.ts';
import { QUESTION } from '../support/modelToolCalls.ts';
import { qwenLaunch } from '../support/qwenCode.ts';

/** Starting Qwen Code takes up to 7 s, its session 5 s, on a quiet machine. */
const TIME = 60_000;

interface Qwen extends Harness {
  readonly model: ModelServer;
  readonly workspace: string;
  readonly sessionId: string;
}

/** Folders that several processes of Qwen Code may share, one after the other. */
interface Place {
  readonly home: string;
  readonly workspace: string;
}

function makePlace(): Place {
  const folder = temporaryFolder();
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  mkdirSync(home);
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'hello.txt'), 'hello from the file\n');
  execFileSync('git', ['init', '--quiet', workspace]);
  return { home, workspace };
}

/** A process of Qwen Code without a session. */
async function startQwen({ home, workspace }: Place): Promise<Harness & { readonly model: ModelServer }> {
  const model = await startModelServer();
  atEnd(() => model.stop());
  const harness = connectionTo(
    { ...(await qwenLaunch(model, home)), cwd: workspace },
    { name: 'Qwen Code', startTimeoutSeconds: 60 },
  );
  await harness.agent.connect();
  return { ...harness, model };
}

async function openQwen(place = makePlace()): Promise<Qwen> {
  const { workspace } = place;
  const harness = await startQwen(place);
  const sessionId = await harness.agent.sessions.create({ cwd: workspace, additional: [] });
  return { ...harness, workspace, sessionId };
}

type Role = Extract<UpdateEvent, { type: 'message_chunk' }>['role'];

/** What one role has said so far. */
function textOf({ client, sessionId }: Qwen, role: Role): string {
  return client.updates
    .flatMap((update) => {
      const { event } = update;
      if (update.sessionId !== sessionId || event.type !== 'message_chunk' || event.role !== role) return [];
      return event.content.type === 'text' ? [event.content.text] : [];
    })
    .join('');
}

function ask({ agent, sessionId }: Qwen, text: string): ReturnType<typeof agent.prompt> {
  return agent.prompt(sessionId, [{ type: 'text', text }]);
}

describe('Qwen Code', { timeout: TIME }, () => {
  beforeAll(async () => {
    await ensureRealAgents(['Qwen Code']);
  }, 300_000);

  test('says who it is, and streams an answer, a thought and a tool call', async () => {
    const qwen = await openQwen();
    expect(qwen.agent.status).toEqual({ state: 'ready' });
    expect(qwen.agent.description).toMatchObject({ title: 'Qwen Code', version: '0.24.4' });

    expect(await ask(qwen, '[[text]] Say hello.')).toMatchObject({ stopReason: 'end_turn' });
    expect(textOf(qwen, 'agent')).toBe(TEXT_ANSWER);

    await ask(qwen, '[[think]] What is the answer?');
    expect(textOf(qwen, 'agent')).toBe(TEXT_ANSWER + THOUGHT_ANSWER);
    expect(textOf(qwen, 'thought')).toBe(THOUGHT);

    await ask(qwen, `[[read:path=${join(qwen.workspace, 'hello.txt')}]] Read the file.`);
    expect(textOf(qwen, 'agent')).toContain(READ_ANSWER);
    const calls = qwen.client.updates.flatMap(({ event }) =>
      event.type === 'tool_call' ? [event.call] : [],
    );
    expect(calls.map(({ status }) => status).at(-1)).toBe('completed');
    expect(JSON.stringify(calls)).toContain('hello.txt');
  });

  test('a question is a form, whose answer reaches the model', { timeout: 2 * TIME }, async () => {
    const qwen = await openQwen();
    qwen.client.outcome = { action: 'accept', content: { '0': 'Red' } };
    await ask(qwen, '[[ask]] Ask me.');
    expect(qwen.client.questions).toMatchObject([
      {
        mode: 'form',
        message: QUESTION,
        fields: [{ kind: 'choice', choices: [{ value: 'Red' }, { value: 'Green' }] }, { kind: 'text' }],
      },
    ]);
    expect(qwen.model.requests.at(-1)?.lastToolText).toContain('Red');
  });

  test('stops a running answer when cancelled, and leaves no process', async () => {
    const qwen = await openQwen();
    const turn = ask(qwen, '[[slow]] Count.');
    await until(() => textOf(qwen, 'agent').includes('word2'), 'the answer begins', 30);
    qwen.agent.cancel(qwen.sessionId);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    expect(textOf(qwen, 'agent')).not.toContain('word119');
    await until(() => qwen.model.abandoned > 0, 'the agent hangs up on the model');

    const pid = pidOf(qwen.log);
    await qwen.agent.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test(
    'R33 R39 a new process lists the session, replays it, and goes on',
    { timeout: 2 * TIME },
    async () => {
      const place = makePlace();
      const folders = { cwd: place.workspace, additional: [] };
      const first = await openQwen(place);
      const { sessionId } = first;
      await ask(first, '[[text]] Say hello.');
      await ask(first, `[[read:path=${join(place.workspace, 'hello.txt')}]] Read the file.`);
      const said = textOf(first, 'agent');
      await first.agent.stop();

      const harness = await startQwen(place);
      const { agent } = harness;
      expect(agent.description?.sessions).toMatchObject({ load: true, list: true });
      const listed = await agent.sessions.list(place.workspace);
      expect(listed).toMatchObject([{ sessionId, cwd: place.workspace }]);
      expect(listed[0]?.updatedAt).toBeGreaterThan(Date.now() - 600_000);
      expect(await agent.sessions.list(place.home)).toEqual([]);

      await agent.sessions.load(sessionId, folders);
      const second: Qwen = { ...harness, workspace: place.workspace, sessionId };
      expect(textOf(second, 'user')).toContain('Say hello.');
      expect(textOf(second, 'user')).toContain('Read the file.');
      expect(textOf(second, 'agent')).toBe(said);
      const calls = second.client.updates.flatMap(({ event }) =>
        event.type === 'tool_call' ? [event.call] : [],
      );
      expect(calls.at(-1)?.status).toBe('completed');

      expect(await ask(second, '[[text]] Say hello again.')).toMatchObject({ stopReason: 'end_turn' });
      expect(textOf(second, 'agent')).toBe(said + TEXT_ANSWER);
      const error = await rejection(agent.sessions.load('00000000-0000-4000-8000-000000000000', folders));
      expect(['session-gone', 'agent-error']).toContain(error.code);
    },
  );
});
