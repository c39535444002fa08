// Tool calls through the whole program, in the shapes of all families, with a scripted CLI behind it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/agentHarness.ts';
import { openTurn, type ScriptedSession } from '../../../support/rpcModeClient.ts';
import { event } from '../../../support/scriptedCli.ts';

interface ToolTurn extends ScriptedSession {
  /** Ends the turn, and waits for that. */
  readonly end: () => Promise<void>;
  readonly status: () => unknown;
  readonly call: () => Record<string, unknown>;
}

/** A turn in which the tool call `t1` is to happen. */
async function toolTurn(): Promise<ToolTurn> {
  const session = await openTurn({ family: 'omp' }, { begun: '' });
  const { client, cli, sessionId, turn } = session;
  const call = (): Record<string, unknown> => client.toolCall(sessionId, 't1');
  return {
    ...session,
    call,
    status: () => call()['status'],
    async end() {
      cli.endTurn();
      await turn;
    },
  };
}

function started(toolName: string, args: object): object {
  return { type: 'tool_execution_start', toolCallId: 't1', toolName, args };
}

function ended(toolName: string, result: object, isError = false): object {
  return { type: 'tool_execution_end', toolCallId: 't1', toolName, result, isError };
}

function textResult(text: string, details?: object): object {
  return { content: [{ type: 'text', text }], ...(details === undefined ? {} : { details }) };
}

describe('a tool call', () => {
  test.each([
    ['read', { path: 'a.txt' }, 'read', 'Read a.txt'],
    ['grep', { pattern: 'TODO', path: '.' }, 'search', 'TODO'],
    ['bash', { command: 'npm test' }, 'execute', 'npm test'],
    ['write', { path: 'a.txt', content: 'x' }, 'edit', 'Write a.txt'],
    ['hologram', { depth: 3 }, 'other', 'Hologram'],
  ])('%s with %j is of kind %s, called %s', async (toolName, args, kind, title) => {
    const { cli, call, status, end } = await toolTurn();
    cli.send(started(toolName, args));
    await until(() => status() === 'in_progress', 'the call runs');
    expect(call()).toMatchObject({ kind, title: expect.stringContaining(title), rawInput: args });
    cli.send(ended(toolName, textResult('done')));
    await until(() => status() === 'completed', 'the call is done');
    await end();
  });

  test('names the file, from the folder of the session, and the line', async () => {
    const { client, cli, call, status, end } = await toolTurn();
    cli.send(started('read', { path: 'src/a.ts', offset: 12 }));
    await until(() => status() === 'in_progress', 'the call runs');
    expect(call()['locations']).toEqual([{ path: join(client.folder, 'src', 'a.ts'), line: 12 }]);
    cli.send(ended('read', textResult('text')));
    await end();
  });

  test.each([
    [
      'pi',
      { type: 'toolcall_start', contentIndex: 1, id: 't1', toolName: 'read' },
      {
        type: 'toolcall_end',
        contentIndex: 1,
        toolCall: { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a.txt' } },
      },
    ],
    [
      'oh-my-pi',
      {
        type: 'toolcall_start',
        contentIndex: 1,
        partial: {
          content: [
            { type: 'text', text: '' },
            { type: 'toolCall', id: 't1', name: 'read', arguments: {} },
          ],
        },
      },
      {
        type: 'toolcall_end',
        contentIndex: 1,
        toolCall: { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a.txt' } },
      },
    ],
  ])('is announced while %s writes it', async (_, start, finish) => {
    const { cli, call, status, end } = await toolTurn();
    cli.send(event(start), event({ type: 'toolcall_delta', contentIndex: 1, delta: '{"path"' }));
    await until(() => status() === 'pending', 'the call is announced');
    cli.send(event(finish));
    await until(() => call()['rawInput'] !== undefined, 'its arguments are shown');
    expect(call()).toMatchObject({ status: 'pending', title: 'Read a.txt', rawInput: { path: 'a.txt' } });
    cli.send(started('read', { path: 'a.txt' }), ended('read', textResult('text')));
    await until(() => status() === 'completed', 'the call is done');
    await end();
  });

  test('shows output as it comes: each update is all of it so far', async () => {
    const { client, cli, sessionId, call, status, end } = await toolTurn();
    const update = (text: string): object => ({
      type: 'tool_execution_update',
      toolCallId: 't1',
      toolName: 'bash',
      args: { command: 'make' },
      partialResult: textResult(text),
    });
    cli.send(started('bash', { command: 'make' }), update('one\n'));
    await until(() => JSON.stringify(call()['content'] ?? '').includes('one'), 'the first line');
    cli.send(update('one\ntwo\n'));
    await until(() => JSON.stringify(call()['content']).includes('two'), 'the second line');
    expect(JSON.stringify(call()['content']).match(/one/g)).toHaveLength(1);
    cli.send(ended('bash', textResult('one\ntwo\n\nCommand exited with code 3', { exitCode: 3 }), true));
    await until(() => status() === 'failed', 'the call has failed');
    expect(JSON.stringify(call()['content'])).toContain('code 3');
    expect(client.toolCallIds(sessionId)).toEqual(['t1']);
    await end();
  });

  test('is not opened again by an update that comes after its end', async () => {
    const { client, cli, sessionId, status, end } = await toolTurn();
    cli.send(started('bash', { command: 'make' }), ended('bash', textResult('stopped'), true));
    await until(() => status() === 'failed', 'the call has failed');
    const late = {
      toolCallId: 't1',
      toolName: 'bash',
      args: {},
      partialResult: textResult('[Command cancelled]'),
    };
    cli.send({ type: 'tool_execution_update', ...late });
    await end();
    const last = client.notifications.findLast(
      ({ update }) =>
        (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') &&
        update.status !== undefined,
    );
    expect(last?.update).toMatchObject({ status: 'failed' });
    expect(client.updates(sessionId, 'tool_call')).toHaveLength(1);
  });

  test('is another one although the model uses its id again', async () => {
    const { client, cli, sessionId, end } = await toolTurn();
    cli.send(started('read', { path: 'a.txt' }), ended('read', textResult('one')));
    // It may be reported once more at the end of its message.
    const written = { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a.txt' } };
    cli.send({ type: 'message_end', message: { role: 'assistant', content: [written] } });
    cli.send(started('read', { path: 'b.txt' }), ended('read', textResult('two'), true));
    await end();
    const [first = '', second = ''] = client.toolCallIds(sessionId);
    expect(client.toolCallIds(sessionId)).toHaveLength(2);
    expect(client.toolCall(sessionId, first)).toMatchObject({ title: 'Read a.txt', status: 'completed' });
    expect(client.toolCall(sessionId, second)).toMatchObject({ title: 'Read b.txt', status: 'failed' });
  });

  test('that never ends is closed with the turn', async () => {
    const { cli, status, end } = await toolTurn();
    cli.send(started('bash', { command: 'sleep 99' }));
    await until(() => status() === 'in_progress', 'the call runs');
    await end();
    await until(() => status() === 'failed', 'the call is closed');
  });

  test.each([
    ['pi', { edits: [{ oldText: 'two', newText: 'TWO' }] }],
    ['oh-my-pi', { old_string: 'two', new_string: 'TWO' }],
  ])('an edit of %s is a difference of the whole file', async (_, args) => {
    const { client, cli, call, status, end } = await toolTurn();
    const path = join(client.folder, 'a.txt');
    const oldText = 'one\ntwo\nthree\n';
    writeFileSync(path, oldText);
    cli.send(started('edit', { path: 'a.txt', ...args }));
    await until(() => status() === 'in_progress', 'the call runs');
    writeFileSync(path, 'one\nTWO\nthree\n');
    cli.send(ended('edit', textResult('Replaced 1 block.')));
    await until(() => status() === 'completed', 'the call is done');
    expect(call()['content']).toEqual([{ type: 'diff', path, oldText, newText: readFileSync(path, 'utf8') }]);
    await end();
  });

  test('writing a new file is a difference from nothing', async () => {
    const { client, cli, call, status, end } = await toolTurn();
    const path = join(client.folder, 'new.txt');
    cli.send(started('write', { path, content: 'new\n' }));
    await until(() => status() === 'in_progress', 'the call runs');
    writeFileSync(path, 'new\n');
    cli.send(ended('write', textResult('Wrote 4 bytes.')));
    await until(() => status() === 'completed', 'the call is done');
    expect(call()['content']).toEqual([{ type: 'diff', path, oldText: null, newText: 'new\n' }]);
    await end();
  });
});
