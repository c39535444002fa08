// What real CLIs of the pi family do behind the RPC mode program, with a scripted model and a plain ACP client.
import {
  methods,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
} from '@agentclientprotocol/sdk';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ensureRealAgents, type RealAgentName } from '../../scripts/install/realAgents.mjs';
import { atEnd, isAlive, temporaryFolder, until } from '../support/agentHarness.ts';
import {
  CALLED_ANSWER,
  READ_ANSWER,
  startModelServer,
  TEXT_ANSWER,
  THOUGHT,
  THOUGHT_ANSWER,
  type ModelServer,
} from '../support/modelServer.ts';
import { EDIT_AFTER, EDIT_BEFORE, WRITTEN_TEXT } from '../support/modelToolCalls.ts';
import { installQuestions, ohMyPiLaunch, piLaunch, type RpcLaunch } from '../support/rpcAgents.ts';
import { optionOf, RpcModeClient, untilSaid, type RpcModeOptions } from '../support/rpcModeClient.ts';

/** Milliseconds for one test. Starting oh-my-pi takes up to 10 s on a busy machine. */
export const TIME = 120_000;

/** A program that writes its id into a file and does not end. The `$$` of a shell may be the id of the agent. */
const WAIT =
  "require('fs').writeFileSync('pid', String(process.pid)); console.log('begun'); setInterval(() => {}, 1000);";
const WAITING = `[[shell:command=${process.execPath} wait.cjs]] Run it.`;

export interface RealSession {
  readonly client: RpcModeClient;
  readonly model: ModelServer;
  readonly sessionId: string;
  readonly file: (name: string) => string;
  /** Starts the same CLI with the same home again. */
  readonly again: () => Promise<RpcModeClient>;
}

function launchOf(name: RealAgentName, model: ModelServer, home: string): Promise<RpcLaunch> {
  return name === 'oh-my-pi'
    ? ohMyPiLaunch(model, home)
    : piLaunch(model, home, { isOlder: name === 'pi 0.73' });
}

export async function openReal(
  name: RealAgentName,
  prepare: (home: string) => void = () => {},
  options: Partial<RpcModeOptions> = {},
): Promise<RealSession> {
  const model = await startModelServer();
  atEnd(() => model.stop());
  const folder = temporaryFolder();
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  mkdirSync(home);
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'hello.txt'), 'first line\nsecond line\nthird line\n');
  writeFileSync(join(workspace, 'wait.cjs'), WAIT);
  execFileSync('git', ['init', '--quiet', workspace]);
  prepare(home);
  const { command, args, env } = await launchOf(name, model, home);
  const start = (): Promise<RpcModeClient> =>
    RpcModeClient.start({
      commandLine: [command, ...args],
      env,
      folder: workspace,
      asProcess: true,
      ...options,
    });
  const client = await start();
  const { sessionId } = await client.newSession();
  return { client, model, sessionId, file: (each) => join(workspace, each), again: start };
}

/** What both families answer to `session/fork`, which is not stable in ACP yet. */
const forkResult = z.looseObject({ sessionId: z.string() });

/** The last report of each tool call. */
function lastCall({ client, sessionId }: RealSession): Record<string, unknown> {
  return client.toolCall(sessionId, client.toolCallIds(sessionId).at(-1) ?? '');
}

/** What all of them can. */
export function rpcAgentSuite(name: RealAgentName): void {
  describe(name, { timeout: TIME }, () => {
    beforeAll(async () => {
      await ensureRealAgents([name]);
    }, 300_000);

    test('streams answers and thoughts, and reports what they cost', async () => {
      const { client, sessionId } = await openReal(name);
      const end = await client.prompt(sessionId, '[[text]] Say hello.');
      expect(end).toMatchObject({ stopReason: 'end_turn', usage: { inputTokens: 100, outputTokens: 20 } });
      expect(client.said(sessionId)).toBe(TEXT_ANSWER);
      expect(client.updates(sessionId, 'agent_message_chunk').length).toBeGreaterThan(5);
      await client.prompt(sessionId, '[[think]] What is the answer?');
      expect(client.said(sessionId, 'agent_thought_chunk')).toBe(THOUGHT);
      expect(client.said(sessionId)).toBe(TEXT_ANSWER + THOUGHT_ANSWER);
      expect(client.updates(sessionId, 'usage_update').at(-1)).toMatchObject({ size: 200_000 });
      // The client knows its own prompts.
      expect(client.updates(sessionId, 'user_message_chunk')).toEqual([]);
    });

    test('reads, writes, edits and runs', async () => {
      const session = await openReal(name);
      const { client, sessionId, file } = session;
      await client.prompt(sessionId, `[[read:path=${file('hello.txt')}]] Read it.`);
      expect(client.said(sessionId)).toContain(READ_ANSWER);
      expect(lastCall(session)).toMatchObject({
        kind: 'read',
        status: 'completed',
        title: 'Read hello.txt',
        locations: [{ path: file('hello.txt') }],
      });
      expect(JSON.stringify(lastCall(session)['content'])).toContain('second line');

      await client.prompt(sessionId, `[[write:path=${file('new.txt')}]] Write it.`);
      expect(readFileSync(file('new.txt'), 'utf8')).toBe(WRITTEN_TEXT);
      expect(lastCall(session)).toMatchObject({
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: file('new.txt'), newText: WRITTEN_TEXT }],
      });

      await client.prompt(sessionId, `[[edit:path=${file('hello.txt')}]] Change it.`);
      const oldText = 'first line\nsecond line\nthird line\n';
      const newText = oldText.replace(EDIT_BEFORE, EDIT_AFTER);
      expect(readFileSync(file('hello.txt'), 'utf8')).toBe(newText);
      expect(lastCall(session)).toMatchObject({
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: file('hello.txt'), oldText, newText }],
      });

      await client.prompt(sessionId, '[[shell:command=echo one; echo two; exit 3]] Run it.');
      expect(client.said(sessionId)).toContain(CALLED_ANSWER);
      expect(lastCall(session)).toMatchObject({
        kind: 'execute',
        status: 'failed',
        title: 'echo one; echo two; exit 3',
      });
      expect(JSON.stringify(lastCall(session)['content'])).toMatch(/one\\ntwo/);
      expect(client.toolCallIds(sessionId)).toHaveLength(4);
    });

    test('stops an answer and a command, and goes on after that', async () => {
      const session = await openReal(name);
      const { client, model, sessionId, file } = session;
      const answer = client.prompt(sessionId, '[[slow]] Count.');
      await untilSaid(client, sessionId, 'word2');
      await client.cancel(sessionId);
      expect(await answer).toMatchObject({ stopReason: 'cancelled' });
      await until(() => model.abandoned > 0, 'the agent hangs up on the model');

      const run = client.prompt(sessionId, WAITING);
      await until(() => JSON.stringify(lastCall(session)['content'] ?? '').includes('begun'), 'output', 30);
      await client.cancel(sessionId);
      expect(await run).toMatchObject({ stopReason: 'cancelled' });
      expect(lastCall(session)).toMatchObject({ status: 'failed' });
      const pid = Number(readFileSync(file('pid'), 'utf8'));
      await until(() => !isAlive(pid), 'the command has ended');

      expect(await client.prompt(sessionId, '[[text]] And now?')).toMatchObject({ stopReason: 'end_turn' });
      expect(client.said(sessionId)).toContain(TEXT_ANSWER);
      expect(client.said(sessionId)).not.toContain('word119');
    });

    test('is steered in a turn, and answers a second prompt after the first', async () => {
      const { client, model, sessionId } = await openReal(name);
      const first = client.prompt(sessionId, '[[slow:words=20]] Count.');
      await untilSaid(client, sessionId, 'word2');
      await client.context.request('_session/steering', {
        sessionId,
        prompt: [{ type: 'text', text: '[[think]] Rather think.' }],
      });
      const second = client.prompt(sessionId, '[[text]] Say hello.');
      expect(await first).toMatchObject({ stopReason: 'end_turn' });
      expect(await second).toMatchObject({ stopReason: 'end_turn' });
      expect(client.said(sessionId)).toBe(
        `${Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ')}${THOUGHT_ANSWER}${TEXT_ANSWER}`,
      );
      expect(model.scenarios.filter((each) => each !== 'none')).toEqual(['slow', 'think', 'text']);
      // What came into the turn is reported, so that the client can show where.
      expect(client.said(sessionId, 'user_message_chunk')).toContain('Rather think.');
    });

    test('answers at once what is sent in place of the running answer', async () => {
      const { client, sessionId } = await openReal(name);
      const turn = client.prompt(sessionId, '[[slow]] Count.');
      await untilSaid(client, sessionId, 'word2');
      await client.context.request('_session/steering', {
        sessionId,
        prompt: [{ type: 'text', text: '[[text]] Say hello.' }],
        behavior: 'now',
      });
      expect(await turn).toMatchObject({ stopReason: 'end_turn' });
      expect(client.said(sessionId)).toContain(TEXT_ANSWER);
      expect(client.said(sessionId)).not.toContain('word119');
    });

    test('stops trying again when it is asked to stop', async () => {
      const { client, model, sessionId } = await openReal(name);
      const turn = client.prompt(sessionId, '[[error500]] Fail.');
      await until(() => model.scenarios.includes('error500'), 'the first attempt');
      // oh-my-pi says nothing while it tries.
      if (name !== 'oh-my-pi') {
        await until(() => client.updates(sessionId, 'notice').length > 0, 'the retry is reported');
      }
      await client.cancel(sessionId);
      expect(await turn).toMatchObject({ stopReason: 'cancelled' });
      expect(await client.prompt(sessionId, '[[text]] And now?')).toMatchObject({ stopReason: 'end_turn' });
    });

    test('changes the model and how it thinks', async () => {
      const { client, model, sessionId } = await openReal(name);
      const thinking = await client.setOption(sessionId, 'thinking', 'high');
      expect(optionOf(thinking, 'thinking')).toMatchObject({ currentValue: 'high' });
      await client.prompt(sessionId, '[[text]] One.');
      expect(model.requests.findLast(({ scenario }) => scenario === 'text')).toMatchObject({
        model: model.model,
        effort: 'high',
      });
      const other = await client.setOption(sessionId, 'model', `scripted/${model.otherModel}`);
      expect(optionOf(other, 'model')).toMatchObject({ currentValue: `scripted/${model.otherModel}` });
      await client.prompt(sessionId, '[[text]] Two.');
      expect(model.requests.findLast(({ scenario }) => scenario === 'text')?.model).toBe(model.otherModel);
    });

    test('shows the model a picture', async () => {
      const { client, model, sessionId } = await openReal(name);
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      await client.prompt(sessionId, [
        { type: 'text', text: '[[text]] What is this?' },
        { type: 'image', data: png, mimeType: 'image/png' },
      ]);
      expect(model.requests.find(({ scenario }) => scenario === 'text')?.images).toBe(1);
    });

    test('ends with everything it has started when the client goes away', async () => {
      const session = await openReal(name);
      const { client, sessionId, file } = session;
      const turn = client.prompt(sessionId, WAITING);
      turn.catch(() => {});
      await until(() => JSON.stringify(lastCall(session)['content'] ?? '').includes('begun'), 'output', 30);
      expect(await client.end()).toBe(0);
      const pid = Number(readFileSync(file('pid'), 'utf8'));
      await until(() => !isAlive(pid), 'the command has ended');
    });

    test('lists its sessions, and loads one in a new process with all that was said', async () => {
      const { client, sessionId, file, again } = await openReal(name);
      await client.prompt(sessionId, `[[read:path=${file('hello.txt')}]] Read it.`);
      await client.context.request('session/set_title', { sessionId, title: 'About a file' });
      await client.end();

      const next = await again();
      const cwd = next.folder;
      const { sessions } = await next.context.request(methods.agent.session.list, { cwd });
      expect(sessions).toMatchObject([{ sessionId, cwd, title: 'About a file' }]);
      expect(Date.parse(sessions[0]?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 120_000);
      const loaded = await next.context.request(methods.agent.session.load, {
        sessionId,
        cwd,
        mcpServers: [],
      });
      expect(next.said(sessionId, 'user_message_chunk')).toContain('Read it.');
      expect(next.said(sessionId)).toContain(READ_ANSWER);
      const [call = ''] = next.toolCallIds(sessionId);
      expect(next.toolCall(sessionId, call)).toMatchObject({ kind: 'read', status: 'completed' });
      expect(JSON.stringify(next.toolCall(sessionId, call)['content'])).toContain('second line');
      expect(optionOf(loaded.configOptions, 'model')).toMatchObject({
        currentValue: 'scripted/scripted-model',
      });

      await next.prompt(sessionId, '[[text]] And now?');
      expect(next.said(sessionId)).toContain(TEXT_ANSWER);
    });

    test('forks a session at a prompt, and the first one stays as it was', async () => {
      const { client, sessionId, model } = await openReal(name);
      await client.prompt(sessionId, '[[text]] One.');
      await client.prompt(sessionId, '[[think]] Two.');
      const { cwd, mcpServers } = { cwd: client.folder, mcpServers: [] };
      // A replay names the prompts.
      await client.context.request(methods.agent.session.load, { sessionId, cwd, mcpServers });
      const second = client
        .updates(sessionId, 'user_message_chunk')
        .find(({ content }) => content.type === 'text' && content.text.includes('Two.'));
      const entryId = second?._meta?.['parley.dev/entryId'];
      expect(entryId).toEqual(expect.any(String));

      const fork = forkResult.parse(
        await client.context.request('session/fork', {
          sessionId,
          cwd,
          mcpServers,
          _meta: { 'parley.dev/entryId': entryId },
        }),
      );
      expect(fork.sessionId).not.toBe(sessionId);
      expect(fork._meta).toMatchObject({ 'parley.dev/composerText': '[[think]] Two.' });
      await client.prompt(fork.sessionId, '[[text]] Another two.');
      await client.prompt(sessionId, '[[text]] Three.');
      const [forked, first] = model.requests.filter(({ scenario }) => scenario === 'text').slice(-2);
      expect(forked?.userTexts.join()).toContain('One.');
      expect(forked?.userTexts.join()).not.toMatch(/\bTwo\./);
      expect(first?.userTexts.join()).toMatch(/One\.[^]*\bTwo\.[^]*Three\./);
    });

    test('runs several sessions, each in a process of its own', async () => {
      const { client, sessionId } = await openReal(name);
      const other = (await client.newSession()).sessionId;
      const slow = client.prompt(sessionId, '[[slow]] Count.');
      await untilSaid(client, sessionId, 'word2');
      expect(await client.prompt(other, '[[text]] Hello.')).toMatchObject({ stopReason: 'end_turn' });
      expect(client.said(other)).toBe(TEXT_ANSWER);
      await client.cancel(sessionId);
      expect(await slow).toMatchObject({ stopReason: 'cancelled' });
    });
  });
}

/** Answers of a user to the questions of the extension for tests; one is left until its time is up. */
function answer({ message }: CreateElicitationRequest): CreateElicitationResponse | undefined {
  const chosen: Record<string, string> = {
    'Pick one': 'Allow',
    'Sure?': 'yes',
    'Branch name': 'feature/x',
    'Edit text': 'edited',
  };
  const value = Object.entries(chosen).find(([title]) => message.includes(title))?.[1];
  return value === undefined ? undefined : { action: 'accept', content: { value } };
}

/** What extensions ask and show: the same extension does in both families. */
export function extensionSuite(name: 'pi' | 'oh-my-pi'): void {
  describe(`the extensions of ${name}`, { timeout: TIME }, () => {
    beforeAll(async () => {
      await ensureRealAgents([name]);
    }, 300_000);

    test('ask the user, take the answers, and go on without one when its time is up', async () => {
      const { client, sessionId } = await openReal(
        name,
        (home) => installQuestions(home, name === 'pi' ? 'pi' : 'omp'),
        { elicit: answer },
      );
      await until(
        () =>
          client
            .updates(sessionId, 'available_commands_update')
            .some(({ availableCommands }) => availableCommands.some((each) => each.name === 'uitest')),
        'the command is offered',
      );
      expect(await client.prompt(sessionId, '/uitest')).toMatchObject({ stopReason: 'end_turn' });
      const notices = (): string => JSON.stringify(client.updates(sessionId, 'notice'));
      await until(() => notices().includes('answers'), 'the notice with all answers');
      expect(client.updates(sessionId, 'notice').at(-1)?.title).toBe(
        `answers ${JSON.stringify({ select: 'Allow', confirm: true, input: 'feature/x', editor: 'edited', late: false })}`,
      );
      expect(client.questions).toHaveLength(5);
      expect(client.questions[3]?._meta).toMatchObject({ 'parley.dev/editor': true });
      expect(client.questions[4]?._meta).toMatchObject({ 'parley.dev/deadline': expect.any(Number) });
      expect(client.withdrawn.map(({ message }) => message)).toEqual([client.questions[4]?.message]);

      const infos = client.updates(sessionId, 'session_info_update');
      const metas = infos.map(({ _meta }) => _meta ?? {});
      expect(metas).toContainEqual({ 'parley.dev/status': { demo: 'working' } });
      expect(metas).toContainEqual({
        'parley.dev/widget': { demo: { lines: ['line 1', 'line 2'], placement: 'above' } },
      });
      expect(metas).toContainEqual({ 'parley.dev/composerText': 'text for the editor' });
      expect(infos.map(({ title }) => title)).toContain('title from extension');
    });
  });
}
