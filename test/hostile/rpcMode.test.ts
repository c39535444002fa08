// A hostile CLI in RPC mode, behind the program that speaks ACP for it: it gains nothing by being no agent itself.
import { expect, test } from 'vitest';
import { sessionState } from '../../src/core/session/model.ts';
import { atEnd, isAlive, until } from '../support/agentHarness.ts';
import { filesOutside, sessionsOfProcess, untouchedOutside } from '../support/hostile/hostileBench.ts';
import { bundledProgram } from '../support/programs/bundledProgram.ts';
import { event, ScriptedCliHost } from '../support/scriptedCli.ts';
import { text } from '../support/sessions.ts';

const TOOL_IDS = ['parley:key-1', 'parley:access-1', '__proto__', 'constructor', '\u202Egpj', ''];

test('gains nothing by the tricks of an agent', async () => {
  const host = await ScriptedCliHost.start({ family: 'pi' });
  atEnd(() => host.stop());
  const { sessions, stateOf, folders, agent, log } = await sessionsOfProcess('cli', [
    bundledProgram('packages/rpc-agent/src/rpcAgent.ts'),
    '--',
    ...host.commandLine,
  ]);
  const key = sessions.create('cli', folders.workspace);
  sessions.prompt(key, text('go'));
  await until(() => host.processes.length > 0, 'the CLI is started');
  const cli = host.process();
  await cli.next('prompt');
  cli.beginTurn('Working');

  // Frames of the client’s side, of nobody, and such that are none.
  cli.raw(
    '\u001b[31mnot a frame\n[]\nnull\n7\n{"type":7}\n{"type":"__proto__"}\n{"__proto__":{"polluted":1},"type":"x"}\n',
  );
  cli.send(
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'fs/write_text_file',
      params: { path: `${folders.outside}/victim`, content: '' },
    },
    { type: 'response', id: 'nobody', command: 'prompt', success: true },
    { type: 'session/update', update: { sessionUpdate: 'tool_call', toolCallId: 'parley:key-1' } },
  );
  for (const toolCallId of TOOL_IDS) {
    const args = { path: `${folders.outside}/victim`, command: 'git status; touch PWNED', content: 'x' };
    cli.send({ type: 'tool_execution_start', toolCallId, toolName: 'write', args });
    cli.send({
      type: 'tool_execution_update',
      toolCallId,
      partialResult: { content: [{ type: 'text', text: 7 }] },
    });
    cli.send({ type: 'tool_execution_end', toolCallId, result: null, isError: 'maybe' });
  }
  for (const title of ['\u202Egpj', '<script>alert(1)</script>', 'x'.repeat(100_000), '__proto__']) {
    cli.send({
      type: 'extension_ui_request',
      id: title.slice(0, 9),
      method: 'select',
      title,
      options: ['Allow', title],
    });
  }
  cli.send({
    type: 'extension_ui_request',
    id: 'n',
    method: 'notify',
    message: '[x](command:run)',
    notifyType: 7,
  });
  cli.send({ type: 'extension_ui_request', id: 's', method: 'setTitle', title: '\n\u202E$(bug)' });
  cli.send(
    event({ type: 'text_delta', contentIndex: -1, delta: { no: 'text' } }),
    event({ type: 'toolcall_start' }),
  );

  await until(() => stateOf(key).elicitations.length > 0, 'a question');
  const state = stateOf(key);
  expect(sessionState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  const calls = state.entries.flat().flatMap((entry) => (entry.kind === 'tool' ? entry.call.toolCallId : []));
  expect(calls.filter((id) => id.startsWith('parley:'))).toEqual([]);
  expect(state.permissions).toEqual([]);

  // Its questions end with the turn, and it ends with its agent.
  sessions.cancel(key);
  cli.endTurn({ stopReason: 'aborted' });
  await until(() => stateOf(key).turn === undefined, 'the end of the turn');
  expect(stateOf(key).elicitations).toEqual([]);
  expect(filesOutside(folders)).toEqual(untouchedOutside);
  expect({}).not.toHaveProperty('polluted');
  expect(agent.status.state).toBe('ready');
  expect(log.lines.filter((line) => /TypeError|unexpectedly/.test(line))).toEqual([]);
  await agent.stop();
  await until(() => !isAlive(cli.pid), 'the end of the CLI');
});
