// What comes at a bad moment: a prompt, a message or Stop while a turn stops or a CLI starts, and ends in between.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methods, type McpServer } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { isAlive, temporaryFolder, until } from '../../../support/agentHarness.ts';
import {
  isOpen,
  openScripted,
  openTurn,
  startScripted,
  type ScriptedTurn,
} from '../../../support/rpcModeClient.ts';
import type { Family, Handler, HostFrame } from '../../../support/scriptedCli.ts';

/** An MCP server that says nothing until a file is there, and ends then. */
function silentServer(): {
  readonly server: McpServer;
  readonly open: () => void;
  readonly shut: () => void;
} {
  const gate = join(temporaryFolder(), 'gate');
  const script = `const { existsSync } = require('node:fs');
    setInterval(() => { if (existsSync(${JSON.stringify(gate)})) process.exit(1); }, 20);`;
  return {
    server: { name: 'silent', command: process.execPath, args: ['-e', script], env: [] },
    open: () => writeFileSync(gate, ''),
    shut: () => rmSync(gate),
  };
}

const offerTools: Handler = (frame, cli) => cli.accept(frame, { toolNames: [] });

/** A turn that was asked to stop, and the command that the CLI has not answered yet. */
async function openStopping(family: Family): Promise<ScriptedTurn & { readonly abort: HostFrame }> {
  const begun = await openTurn({ family, handlers: { abort: () => {} } }, { begun: 'Begun' });
  await begun.client.cancel(begun.sessionId);
  return { ...begun, abort: await begun.cli.next('abort') };
}

describe('while a turn is being stopped', () => {
  test('a prompt waits, and is a turn of its own then', async () => {
    const { client, cli, sessionId, turn, abort } = await openStopping('omp');
    const second = client.prompt(sessionId, 'Two');
    expect(await isOpen(client, sessionId, second)).toBe(true);
    expect(cli.received.filter(({ type }) => type === 'prompt')).toHaveLength(1);
    cli.endTurn({ stopReason: 'aborted' });
    cli.accept(abort);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    const prompt = await cli.next('prompt');
    expect(prompt).toMatchObject({ message: 'Two' });
    expect(prompt).not.toHaveProperty('streamingBehavior');
    cli.turn('Done.', { stopReason: 'length' });
    expect(await second).toMatchObject({ stopReason: 'max_tokens' });
  });

  test('a prompt that waits is cancelled by the next Stop', async () => {
    const { client, cli, sessionId, turn, abort } = await openStopping('pi');
    const second = client.prompt(sessionId, 'Two');
    await client.cancel(sessionId);
    expect(await second).toMatchObject({ stopReason: 'cancelled' });
    cli.endTurn({ stopReason: 'aborted' });
    cli.accept(abort);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    expect(cli.received.filter(({ type }) => type === 'prompt')).toHaveLength(1);
  });

  test('there is no turn to steer', async () => {
    const { client, cli, sessionId } = await openStopping('omp');
    await expect(client.steer(sessionId, 'Rather this')).rejects.toThrow('No turn is running');
    expect(cli.received.some(({ type }) => type === 'steer')).toBe(false);
  });
});

test('messages that reach pi after the end of their turn are taken back and refused', async () => {
  const late: HostFrame[] = [];
  const { client, cli, sessionId, turn } = await openTurn(
    {
      family: 'pi',
      handlers: {
        steer: (frame, process) => {
          late.push(frame);
          if (late.length < 2) return;
          process.endTurn();
          for (const each of late) process.accept(each);
        },
        clear_queue: (frame, process) => {
          const steering = late.splice(0).map(({ message }) => message);
          process.accept(frame, { steering, followUp: [] });
        },
      },
    },
    { begun: 'Words' },
  );
  const messages = ['Rather this', 'And that'].map((words) => client.steer(sessionId, words));
  for (const message of messages) await expect(message).rejects.toThrow('No turn is running');
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  expect(cli.received.filter(({ type }) => type === 'clear_queue')).toHaveLength(2);
});

describe('while a CLI is started again', () => {
  test('Stop cancels the prompt at once, and the CLI never gets it', async () => {
    const held: HostFrame[] = [];
    let starts = 0;
    const { client, cli, host, sessionId, turn } = await openTurn({
      start: (process) => {
        starts += 1;
        if (starts === 2) process.handlers['get_state'] = (frame) => held.push(frame);
      },
    });
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow('ended with code 3');
    const again = client.prompt(sessionId, 'Again');
    await until(() => held.length > 0, 'the CLI is asked for its state');
    await client.cancel(sessionId);
    expect(await again).toMatchObject({ stopReason: 'cancelled' });
    const second = host.process(1);
    delete second.handlers['get_state'];
    for (const frame of held) second.accept(frame, second.state);
    await client.settled(sessionId);
    expect(second.received.some(({ type }) => type === 'prompt')).toBe(false);
  });

  test('its models and commands are those that it has now', async () => {
    let starts = 0;
    const { client, cli, sessionId, turn } = await openTurn({
      family: 'pi',
      start: (process) => {
        starts += 1;
        if (starts < 2) return;
        const model = { provider: 'new', id: 'one' };
        const commands = [{ name: 'fresh', source: 'extension' }];
        process.handlers['get_available_models'] = (frame) => process.accept(frame, { models: [model] });
        process.handlers['get_commands'] = (frame) => process.accept(frame, { commands });
      },
    });
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow('ended with code 3');
    // The CLI is asked for it, and does not want to.
    await expect(client.setOption(sessionId, 'model', 'new/one')).rejects.toThrow('Model not found: one');
    const names = client
      .updates(sessionId, 'available_commands_update')
      .at(-1)
      ?.availableCommands.map(({ name }) => name);
    expect(names).toContain('fresh');
  });

  test('closing the session leaves no process behind', async () => {
    const { server, open, shut } = silentServer();
    open();
    const { client, host } = await startScripted({
      family: 'omp',
      handlers: { set_host_tools: offerTools },
    });
    const { sessionId } = await client.newSession([server]);
    shut();
    host.process().order({ exit: 3 });
    await until(() => client.updates(sessionId, 'notice').length > 1, 'the end is reported');
    const turn = client.prompt(sessionId, 'Again');
    turn.catch(() => {});
    await until(() => host.processes.length === 2, 'another process');
    const second = host.process(1);
    await second.next('set_host_tools');
    await client.context.request(methods.agent.session.close, { sessionId });
    open();
    await expect(turn).rejects.toThrow('The session is closed');
    await until(() => !isAlive(second.pid), 'the CLI has ended');
  });
});

describe('a CLI that ends', () => {
  test('while the tools of the client are connected: the session fails with its end', async () => {
    const { server, open } = silentServer();
    const { client, host } = await startScripted({
      family: 'omp',
      handlers: { set_host_tools: offerTools },
    });
    const session = client.newSession([server]);
    session.catch(() => {});
    await until(() => host.processes.length === 1, 'a process');
    const cli = host.process();
    await cli.next('set_host_tools');
    cli.order({ child: true });
    await until(() => cli.children.length === 1, 'a child');
    cli.order({ exit: 3 });
    // It is ended by the program, which knows of the end then.
    await until(() => !isAlive(cli.children[0] ?? 0), 'the child has ended');
    open();
    await expect(session).rejects.toThrow(/ended with code 3 before it was ready/);
  });

  test('while an option is set: the request fails with its end', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      handlers: {
        set_thinking_level: (frame, process) => {
          process.handlers['get_state'] = () => process.order({ exit: 3 });
          process.accept(frame);
        },
      },
    });
    await expect(client.setOption(sessionId, 'thinking', 'high')).rejects.toThrow('ended with code 3');
    await until(() => !isAlive(cli.pid), 'the CLI has ended');
  });

  test('takes the lines of its extensions with it', async () => {
    const { client, cli, sessionId } = await openScripted({ family: 'pi' });
    const show = (method: string, fields: object): void =>
      cli.send({ type: 'extension_ui_request', id: method, method, ...fields });
    show('setStatus', { statusKey: 'a', statusText: 'Indexing 40 %' });
    show('setWidget', { widgetKey: 'w', widgetLines: ['one'] });
    const infos = (): unknown[] => client.updates(sessionId, 'session_info_update').map(({ _meta }) => _meta);
    await until(() => JSON.stringify(infos()).includes('parley.dev/widget'), 'the lines');
    cli.order({ exit: 3 });
    await until(() => client.updates(sessionId, 'notice').length > 0, 'the end is reported');
    expect(infos()).toContainEqual({ 'parley.dev/status': { a: null } });
    expect(infos()).toContainEqual({ 'parley.dev/widget': { w: null } });
  });
});

describe('a turn names the prompt that it answers', () => {
  const points = ['Hello', 'Rather this'].map((text, index) => ({ entryId: `e${index}`, text }));
  const handlers = {
    get_branch_messages: ((frame, cli) => cli.accept(frame, { messages: points })) satisfies Handler,
  };

  test('although another message came into it', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp', handlers }, { begun: 'Words' });
    await client.steer(sessionId, 'Rather this');
    cli.endTurn();
    expect(await turn).toMatchObject({ _meta: { 'parley.dev/entryId': 'e0' } });
  });

  test('although the next one is answered already', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp', handlers }, { begun: 'Words' });
    const second = client.prompt(sessionId, 'Rather this');
    await cli.next('prompt');
    const user = { role: 'user', content: [{ type: 'text', text: 'Rather this' }] };
    cli.send({ type: 'message_start', message: user }, { type: 'message_end', message: user });
    expect(await turn).toMatchObject({ _meta: { 'parley.dev/entryId': 'e0' } });
    cli.endTurn();
    expect(await second).toMatchObject({ _meta: { 'parley.dev/entryId': 'e1' } });
  });
});

test('a session that is loaded twice at once has one CLI', async () => {
  const { client, host } = await startScripted({
    handlers: { switch_session: (frame, cli) => cli.accept(frame, { cancelled: false }) },
    start: (cli) => {
      const file = join(cli.cwd, 'session-1.jsonl');
      const header = { type: 'session', id: 'stored', cwd: cli.cwd };
      const user = { type: 'message', message: { role: 'user', content: 'Hello' } };
      if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(header)}\n${JSON.stringify(user)}\n`);
    },
  });
  const params = { sessionId: 'stored', cwd: client.folder, mcpServers: [] };
  await Promise.all([
    client.context.request(methods.agent.session.load, params),
    client.context.request(methods.agent.session.resume, params),
  ]);
  const { length } = host.processes;
  await client.context.request(methods.agent.session.close, { sessionId: 'stored' });
  await until(() => host.processes.every(({ pid }) => !isAlive(pid)), 'all have ended');
  expect(length).toBe(1);
});
