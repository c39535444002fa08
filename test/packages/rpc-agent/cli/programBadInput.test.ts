// What a broken CLI does to the program: the turn ends with a sentence, other sessions go on, no process is left.
import { methods } from '@agentclientprotocol/sdk';
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { RpcLink } from '../../../../packages/rpc-agent/src/cli/rpcLink.ts';
import { atEnd, isAlive, temporaryFolder, until } from '../../../support/agentHarness.ts';
import {
  openScripted,
  openTurn,
  RpcModeClient,
  startScripted,
  type ScriptedTurn,
} from '../../../support/rpcModeClient.ts';
import { endAtAbort, ScriptedCliHost, type CliScript } from '../../../support/scriptedCli.ts';
import { bundledProgram } from '../../../support/programs/bundledProgram.ts';

/** A session in the middle of its first turn. */
function inTurn(script: CliScript = {}): Promise<ScriptedTurn> {
  return openTurn(script, { begun: 'Begun. ' });
}

/** The same, of a program that is a process of its own. */
function inTurnOfProcess(script: CliScript = {}): Promise<ScriptedTurn> {
  return openTurn(script, { begun: 'Begun. ', asProcess: true });
}

describe('a CLI that cannot be used', () => {
  test('is missing: the session fails with its name and what to do', async () => {
    const client = await RpcModeClient.start({ commandLine: ['no-such-cli-anywhere', '--mode', 'rpc'] });
    await expect(client.newSession()).rejects.toThrow(/no-such-cli-anywhere.*not found.*Install/s);
  });

  test('is of another version: the session fails with what it said', async () => {
    const { client } = await startScripted({
      start: (cli) => {
        cli.order({ err: 'error: unknown option --mode\n' });
        cli.order({ exit: 2 });
      },
    });
    await expect(client.newSession()).rejects.toThrow(/ended with code 2[^]*unknown option --mode/);
  });

  test('is no RPC-mode CLI at all: the session fails with what it printed', async () => {
    const { client } = await startScripted({
      start: (cli) => {
        cli.raw('Welcome to the chat\n> ');
        cli.order({ exit: 0 });
      },
    });
    await expect(client.newSession()).rejects.toThrow(/Welcome to the chat/);
  });

  test('knows none of the commands: the session fails with the one it did not know, and what to check', async () => {
    const { client, host } = await startScripted({
      handlers: { get_state: (frame, cli) => cli.refuse(frame, 'Unknown command: get_state') },
    });
    await expect(client.newSession()).rejects.toThrow(/“get_state”[^]*Check that its version/);
    await until(() => !isAlive(host.process().pid), 'the CLI has ended');
  });

  test.each([null, 'fine', 7, []])('says %j of its state, and is used all the same', async (state) => {
    const { client, host } = await startScripted({
      handlers: {
        get_state: (frame, cli) => cli.accept(frame, state),
        prompt: (frame, cli) => {
          cli.accept(frame);
          cli.turn('Hello. ');
        },
      },
    });
    const { sessionId } = await client.newSession();
    expect(await client.prompt(sessionId, 'Hi')).toMatchObject({ stopReason: 'end_turn' });
    expect(host.process().received.length).toBeGreaterThan(0);
  });

  test('never answers: after a while its start fails with what to check, and it is ended', async () => {
    const host = await ScriptedCliHost.start({ handlers: { get_state: () => {} } });
    atEnd(() => host.stop());
    const [command = '', ...args] = host.commandLine;
    const started = RpcLink.start({
      commandLine: { command, args, env: { PATH: process.env['PATH'] ?? '' } },
      cwd: temporaryFolder(),
      log: () => {},
      startMs: 1_000,
      asker: {
        client: { request: () => Promise.reject(new Error('Nobody is asked.')) },
        capabilities: {},
        scope: { requestId: 1 },
      },
    });
    await expect(started).rejects.toThrow(/did not answer within 1 s\. Check that it is an agent/);
    await until(() => host.processes.every(({ pid }) => !isAlive(pid)), 'the CLI has ended');
  });

  test('the next session starts a new process', async () => {
    let starts = 0;
    const { client } = await startScripted({
      start: (cli) => {
        starts += 1;
        if (starts === 1) cli.order({ exit: 1 });
      },
    });
    await expect(client.newSession()).rejects.toThrow();
    const { sessionId } = await client.newSession();
    expect(sessionId).not.toBe('');
  });
});

describe('a CLI that ends in the middle of a turn', () => {
  test('ends the turn with its stderr tail', async () => {
    const { cli, turn } = await inTurn();
    cli.order({ err: 'panic: out of cheese\n' });
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow(/ended with code 3[^]*out of cheese/);
  });

  test('says what ended, and how, once', async () => {
    const { cli, turn } = await inTurn();
    cli.order({ err: 'panic: out of cheese\n' });
    cli.order({ exit: 3 });
    await expect(turn).rejects.toMatchObject({
      data: {
        'parley.dev/error': {
          code: 'agent-exited',
          message: expect.stringMatching(/^[^.]* ended with code 3\.$/),
          stderrTail: 'panic: out of cheese',
        },
      },
    });
  });

  test('leaves the other sessions alone', async () => {
    const { client, host, cli, turn } = await inTurn();
    const other = await client.newSession();
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow();
    const next = client.prompt(other.sessionId, 'Still there?');
    await host.process(1).next('prompt');
    host.process(1).turn('Yes.');
    expect(await next).toMatchObject({ stopReason: 'end_turn' });
  });

  test('a tool call that was running is closed', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    cli.send({
      type: 'tool_execution_start',
      toolCallId: 't1',
      toolName: 'bash',
      args: { command: 'sleep 9' },
    });
    await until(() => client.toolCall(sessionId, 't1')['status'] === 'in_progress', 'the call runs');
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow();
    await until(() => client.toolCall(sessionId, 't1')['status'] === 'failed', 'the call is closed');
  });

  test('takes with it what it had started', async () => {
    const { cli, turn } = await inTurn();
    cli.order({ child: true });
    await until(() => cli.children.length === 1, 'a child');
    cli.order({ exit: 3 });
    await expect(turn).rejects.toThrow();
    await until(() => !isAlive(cli.children[0] ?? 0), 'the child has ended');
  });
});

describe('what a CLI prints', () => {
  test('junk, blank lines, arrays and frames without a type are passed over', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    cli.raw('Loading…\n\n{"half": \n[1,2]\n"text"\nnull\n{"no":"type"}\n\u001b[31mred\u001b[0m\n');
    cli.say('Still fine.');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('Begun. Still fine.');
  });

  test('unknown events and known ones in other shapes are passed over', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    cli.send(
      { type: 'brand_new_event', data: { deep: [1] } },
      { type: 'message_update' },
      { type: 'message_update', assistantMessageEvent: { type: 'hologram_delta', delta: 7 } },
      { type: 'message_end', message: 'words' },
      { type: 'tool_execution_start' },
      { type: 'tool_execution_end', toolCallId: 5 },
      { type: 'todo_reminder', todos: 'many' },
      { type: 'auto_retry_end' },
      { type: 'extension_ui_request', id: 'u1', method: 'setHologram' },
      { type: 'extension_error' },
    );
    cli.say('Still fine.');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('Begun. Still fine.');
  });

  test('lines are cut at line feeds only, wherever the pieces are cut', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    const words = 'one\u2028two\u2029three – 漢字 🙂';
    const delta = { type: 'text_delta', contentIndex: 0, delta: words };
    const line = `${JSON.stringify({ type: 'message_update', assistantMessageEvent: delta })}\r\n`;
    for (const piece of line.match(/[^]{1,7}/g) ?? []) cli.raw(piece);
    cli.endTurn();
    await turn;
    expect(client.said(sessionId)).toBe(`Begun. ${words}`);
  });

  test('two frames in one line are two frames', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    const said = (text: string): string =>
      JSON.stringify({
        type: 'message_update',
        assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: text },
      });
    cli.raw(`${said('one {"')}${said(' two')}\n`);
    cli.endTurn();
    await turn;
    expect(client.said(sessionId)).toBe('Begun. one {" two');
  });

  test('answers to unknown ids and to nothing change nothing', async () => {
    const { cli, turn } = await inTurn();
    cli.send(
      { type: 'response', id: 'never-asked', command: 'prompt', success: false, error: 'no' },
      { type: 'response', command: 'parse', success: false, error: 'Failed to parse command' },
      { type: 'response', success: false, error: 'Unknown command: undefined' },
      { type: 'response', id: 7, command: 'get_state', success: true, data: null },
    );
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test('an answer without an id counts for the command it names', async () => {
    const { client, sessionId } = await openScripted({
      handlers: {
        prompt: ({ type }, cli) =>
          cli.send({ type: 'response', command: type, success: false, error: 'Not now.' }),
      },
    });
    await expect(client.prompt(sessionId, 'Hello')).rejects.toThrow('Not now.');
  });

  test('a flood is handled in order, and Stop still works in it', async () => {
    const { client, cli, sessionId, turn } = await inTurnOfProcess({
      handlers: { abort: endAtAbort },
    });
    const count = 20_000;
    const frames = Array.from({ length: count }, (_, index) => ({
      type: 'message_update',
      assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: `${index},` },
    }));
    cli.send(...frames);
    await client.cancel(sessionId);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    const numbers = client.said(sessionId).replace('Begun. ', '').split(',').slice(0, -1);
    expect(numbers).toHaveLength(count);
    expect(numbers.every((number, index) => number === String(index))).toBe(true);
  }, 60_000);

  test('a line of eight megabytes is read', async () => {
    const { client, cli, sessionId, turn } = await inTurn();
    const delta = 'x'.repeat(8 * 1024 * 1024);
    cli.send({
      type: 'message_update',
      assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta },
    });
    cli.endTurn();
    await turn;
    expect(client.said(sessionId)).toHaveLength('Begun. '.length + delta.length);
  }, 60_000);
});

describe('no process is left behind', () => {
  test('when the client goes away in the middle of a turn', async () => {
    const { client, cli } = await inTurnOfProcess();
    cli.order({ child: true });
    await until(() => cli.children.length === 1, 'a child');
    expect(await client.end()).toBe(0);
    await until(() => !isAlive(cli.pid) && !isAlive(cli.children[0] ?? 0), 'both have ended');
  });

  test('when the CLI does not want to end', async () => {
    const { client, cli } = await inTurnOfProcess();
    cli.order({ stubborn: true });
    cli.order({ child: true });
    await until(() => cli.children.length === 1, 'a child');
    await client.end();
    await until(() => !isAlive(cli.pid) && !isAlive(cli.children[0] ?? 0), 'both have ended');
  }, 30_000);

  test('when the program itself is terminated', async () => {
    const { client, cli } = await inTurnOfProcess();
    client.child.process.kill('SIGTERM');
    await client.child.exitCode;
    await until(() => !isAlive(cli.pid), 'the CLI has ended');
  });

  test('when a session is closed', async () => {
    const { client, cli, sessionId, turn } = await inTurnOfProcess();
    await client.context.request(methods.agent.session.close, { sessionId });
    await until(() => !isAlive(cli.pid), 'the CLI has ended');
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });

  test('when it goes on although it was asked to stop', async () => {
    const { client, cli, sessionId, turn } = await openTurn(
      { handlers: { abort: () => {} } },
      { begun: 'Begun. ', timeouts: { startMs: 30_000, pollMs: 100, abortMs: 300 } },
    );
    await client.cancel(sessionId);
    await cli.next('abort');
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    await until(() => !isAlive(cli.pid), 'the CLI has ended', 30);
  }, 60_000);
});

test('the program says how it is used when no command follows', () => {
  const program = bundledProgram('packages/rpc-agent/src/rpcAgent.ts');
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', input: '' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('--');
});
