// Config options, titles, usage and commands through the whole program, with a scripted CLI behind it.
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/agentHarness.ts';
import { openScripted, openTurn, optionOf } from '../../../support/rpcModeClient.ts';

describe('config options', () => {
  test('the model is grouped by provider', async () => {
    const { response } = await openScripted();
    expect(optionOf(response.configOptions, 'model')).toMatchObject({
      category: 'model',
      currentValue: 'fake/fake-1',
      options: [
        {
          group: 'fake',
          options: [
            { value: 'fake/fake-1', name: 'Fake One' },
            { value: 'fake/fake-2', name: 'Fake Two' },
          ],
        },
        { group: 'other', options: [{ value: 'other/big', name: 'Big' }] },
      ],
    });
  });

  test('the thinking levels are those of the model, before and after it changes', async () => {
    const { client, cli, sessionId, response } = await openScripted({ family: 'xcsh' });
    expect(optionOf(response.configOptions, 'thinking')).toMatchObject({
      category: 'thought_level',
      currentValue: 'medium',
      options: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'].map((value) => ({ value })),
    });
    const options = await client.setOption(sessionId, 'model', 'fake/fake-2');
    expect(await cli.next('set_model')).toMatchObject({ provider: 'fake', modelId: 'fake-2' });
    expect(optionOf(options, 'model')).toMatchObject({ currentValue: 'fake/fake-2' });
    // This one cannot think.
    expect(options.map(({ id }) => id)).not.toContain('thinking');
    const again = await client.setOption(sessionId, 'model', 'other/big');
    expect(optionOf(again, 'thinking')).toMatchObject({ currentValue: 'off' });
  });

  test.each([
    ['thinking', 'high', 'set_thinking_level', { level: 'high' }],
    ['thinking', 'xhigh', 'set_thinking_level', { level: 'xhigh' }],
    ['steering_mode', 'all', 'set_steering_mode', { mode: 'all' }],
    ['follow_up_mode', 'all', 'set_follow_up_mode', { mode: 'all' }],
    ['interrupt_mode', 'immediate', 'set_interrupt_mode', { mode: 'immediate' }],
    ['auto_compaction', false, 'set_auto_compaction', { enabled: false }],
    ['auto_retry', false, 'set_auto_retry', { enabled: false }],
  ])('%s set to %s sends %s', async (id, value, command, fields) => {
    const { client, cli, sessionId } = await openScripted();
    const options = await client.setOption(sessionId, id, value);
    expect(await cli.next(command)).toMatchObject(fields);
    expect(optionOf(options, id)).toMatchObject({ currentValue: value });
  });

  test('pi has no interrupt mode', async () => {
    const { response } = await openScripted({ family: 'pi' });
    expect(response.configOptions?.map(({ id }) => id)).not.toContain('interrupt_mode');
  });

  test('a client without switches gets lists of two', async () => {
    const { client, cli, sessionId, response } = await openScripted({}, { capabilities: {} });
    expect(optionOf(response.configOptions, 'auto_compaction')).toMatchObject({
      type: 'select',
      currentValue: 'on',
    });
    await client.setOption(sessionId, 'auto_compaction', 'off');
    expect(await cli.next('set_auto_compaction')).toMatchObject({ enabled: false });
  });

  test('a value that the CLI refuses fails with its message, and nothing has changed', async () => {
    const { client, sessionId } = await openScripted({
      handlers: { set_thinking_level: (frame, cli) => cli.refuse(frame, 'Not this model.') },
    });
    await expect(client.setOption(sessionId, 'thinking', 'high')).rejects.toThrow('Not this model.');
    const options = await client.setOption(sessionId, 'steering_mode', 'all');
    expect(optionOf(options, 'thinking')).toMatchObject({ currentValue: 'medium' });
  });

  test.each([
    ['thinking', 'enormous'],
    ['model', 'fake/none'],
    ['nothing', 'on'],
  ])('%s set to %s is no option of this agent', async (id, value) => {
    const { client, sessionId } = await openScripted();
    await expect(client.setOption(sessionId, id, value)).rejects.toThrow(value);
  });

  test('what the CLI changes on its own is reported', async () => {
    const { client, cli, sessionId } = await openScripted({ family: 'pi' });
    cli.state['thinkingLevel'] = 'low';
    cli.send({ type: 'thinking_level_changed', level: 'low' });
    await until(() => client.updates(sessionId, 'config_option_update').length > 0, 'an update');
    const [update] = client.updates(sessionId, 'config_option_update');
    expect(optionOf(update?.configOptions, 'thinking')).toMatchObject({ currentValue: 'low' });
  });
});

describe('the title', () => {
  test('is the name of the session, when it has one and when it changes', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      start: (process) => {
        process.state['sessionName'] = 'First name';
      },
    });
    const titles = (): unknown[] =>
      client.updates(sessionId, 'session_info_update').map(({ title }) => title);
    await until(() => titles().includes('First name'), 'the first name');
    cli.send({ type: 'session_info_changed', name: 'Second name' });
    await until(() => titles().includes('Second name'), 'the second name');
  });

  test('can be changed by the client', async () => {
    const { client, cli, sessionId } = await openScripted();
    await client.context.request('session/set_title', { sessionId, title: 'Mine' });
    expect(await cli.next('set_session_name')).toMatchObject({ name: 'Mine' });
    await until(
      () => client.updates(sessionId, 'session_info_update').some(({ title }) => title === 'Mine'),
      'the new title',
    );
  });
});

describe('a title that an extension sets', () => {
  test('stays when the turn ends, until the session is renamed', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      start: (process) => {
        process.state['sessionName'] = 'The name';
      },
    });
    const titles = (): unknown[] =>
      client.updates(sessionId, 'session_info_update').flatMap(({ title }) => title ?? []);
    await until(() => titles().includes('The name'), 'the name');
    const turn = client.prompt(sessionId, 'Hello');
    await cli.next('prompt');
    cli.send({ type: 'extension_ui_request', id: 'ui-1', method: 'setTitle', title: 'Fix\nthe tests' });
    cli.turn('Done.');
    await turn;
    await client.settled(sessionId);
    expect(titles()).toEqual(['The name', 'Fix the tests']);
    cli.send({ type: 'session_info_changed', name: 'Renamed' });
    await until(() => titles().includes('Renamed'), 'the new name');
    expect(titles()).toEqual(['The name', 'Fix the tests', 'Renamed']);
  });

  test('gives the name its place back when it is empty', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      start: (process) => {
        process.state['sessionName'] = 'The name';
      },
    });
    const titles = (): unknown[] =>
      client.updates(sessionId, 'session_info_update').flatMap(({ title }) => title ?? []);
    cli.send({ type: 'extension_ui_request', id: 'ui-1', method: 'setTitle', title: 'Other' });
    cli.send({ type: 'extension_ui_request', id: 'ui-2', method: 'setTitle', title: '' });
    await until(() => titles().length === 3, 'three titles');
    expect(titles()).toEqual(['The name', 'Other', 'The name']);
  });
});

test('a name of any length is cut before it is reported', async () => {
  const { client, cli, sessionId } = await openScripted({ family: 'pi' });
  cli.send({ type: 'session_info_changed', name: `Long ${'🙂'.repeat(5_000)}` });
  const titles = (): string[] =>
    client.updates(sessionId, 'session_info_update').flatMap(({ title }) => title ?? []);
  await until(() => titles().length === 1, 'the title');
  expect(Array.from(titles()[0] ?? '')).toHaveLength(500);
});

test('the end of a turn says when the session was last active', async () => {
  const { client, cli, sessionId } = await openScripted();
  const before = Date.now();
  const turn = client.prompt(sessionId, 'Hello');
  await cli.next('prompt');
  cli.turn('Hi.');
  await turn;
  const times = client
    .updates(sessionId, 'session_info_update')
    .flatMap(({ updatedAt }) => (typeof updatedAt === 'string' ? [Date.parse(updatedAt)] : []));
  expect(times).toHaveLength(1);
  expect(times[0]).toBeGreaterThanOrEqual(before);
});

describe('modes, for clients without config options', () => {
  test('are the thinking levels, and stand beside the config options', async () => {
    const { client, cli, sessionId, response } = await openScripted({ family: 'xcsh' });
    expect(response.modes).toMatchObject({
      currentModeId: 'medium',
      availableModes: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'].map((id) => ({ id })),
    });
    await client.context.request('session/set_mode', { sessionId, modeId: 'low' });
    expect(await cli.next('set_thinking_level')).toMatchObject({ level: 'low' });
    await until(() => client.updates(sessionId, 'current_mode_update').length > 0, 'the mode');
    expect(client.updates(sessionId, 'current_mode_update')).toMatchObject([{ currentModeId: 'low' }]);
    const [update] = client.updates(sessionId, 'config_option_update');
    expect(optionOf(update?.configOptions, 'thinking')).toMatchObject({ currentValue: 'low' });
    const refused = client.context.request('session/set_mode', { sessionId, modeId: 'enormous' });
    await expect(refused).rejects.toThrow('enormous');
  });

  test('are not there where there is nothing to choose', async () => {
    const { response } = await openScripted({
      start: (process) => {
        process.state['model'] = { provider: 'a', id: 'm', reasoning: false };
        process.state['thinkingLevel'] = 'off';
      },
    });
    expect(response).not.toHaveProperty('modes');
  });
});

describe('usage', () => {
  test('of the context and in money after a turn, and of the turn itself', async () => {
    const { client, cli, sessionId, turn } = await openTurn({
      family: 'omp',
      handlers: {
        get_session_stats: (frame, process) =>
          process.accept(frame, {
            tokens: { input: 1200, output: 80, cacheRead: 500, cacheWrite: 20, total: 1800 },
            cost: 0.25,
            contextUsage: { tokens: 1700, contextWindow: 200_000, percent: 0.85 },
          }),
      },
    });
    cli.beginTurn('Words');
    const usage = {
      input: 600,
      output: 40,
      cacheRead: 250,
      cacheWrite: 10,
      totalTokens: 900,
      cost: { total: 0.125 },
    };
    const message = { role: 'assistant', content: [], stopReason: 'toolUse', usage };
    cli.send({ type: 'message_end', message });
    cli.send({ type: 'message_start', message: { role: 'assistant', content: [] } });
    cli.endTurn({ usage });
    expect(await turn).toMatchObject({
      usage: {
        inputTokens: 1200,
        outputTokens: 80,
        cachedReadTokens: 500,
        cachedWriteTokens: 20,
        totalTokens: 1800,
      },
    });
    expect(client.updates(sessionId, 'usage_update').at(-1)).toMatchObject({
      used: 1700,
      size: 200_000,
      cost: { amount: 0.25, currency: 'USD' },
    });
  });
});

describe('the plan', () => {
  test('is the todo list, phase by phase', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' });
    cli.beginTurn('');
    cli.state['todoPhases'] = [
      { name: 'Look', tasks: [{ content: 'Read', status: 'completed' }] },
      {
        name: 'Do',
        tasks: [
          { content: 'Change', status: 'in_progress' },
          { content: 'Test', status: 'pending' },
        ],
      },
    ];
    cli.send({ type: 'tool_execution_start', toolCallId: 't1', toolName: 'todo', args: { op: 'init' } });
    cli.send({ type: 'tool_execution_end', toolCallId: 't1', toolName: 'todo', result: { content: [] } });
    await until(() => client.updates(sessionId, 'plan').length > 0, 'a plan');
    expect(client.updates(sessionId, 'plan')[0]?.entries).toMatchObject([
      { content: 'Look: Read', status: 'completed' },
      { content: 'Do: Change', status: 'in_progress' },
      { content: 'Do: Test', status: 'pending' },
    ]);
    cli.endTurn();
    await turn;
  });

  test('can be set by the client', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'omp',
      handlers: {
        set_todos: (frame, process) => {
          process.state['todoPhases'] = frame['phases'];
          process.accept(frame, { todoPhases: frame['phases'] });
        },
      },
    });
    const entries = [{ content: 'Read', status: 'in_progress', priority: 'high' }];
    await client.context.request('_parley.dev/set_plan', { sessionId, entries });
    expect(await cli.next('set_todos')).toMatchObject({
      phases: [{ tasks: [{ content: 'Read', status: 'in_progress' }] }],
    });
    await until(() => client.updates(sessionId, 'plan').length > 0, 'the plan comes back');
    expect(client.updates(sessionId, 'plan')[0]?.entries).toMatchObject([{ content: 'Read' }]);
    const phases = [
      { id: 'one', name: 'First', tasks: [{ id: 'a', content: 'Look', status: 'completed' }] },
      { name: 'Then', tasks: [{ content: 'Leap', status: 'abandoned' }] },
    ];
    await client.context.request('_parley.dev/set_plan', { sessionId, phases });
    expect(await cli.next('set_todos')).toMatchObject({
      phases: [phases[0], { ...phases[1], id: 'phase-2' }],
    });
  });
});

test('pictures in a prompt reach the CLI', async () => {
  const { client, cli, sessionId } = await openScripted();
  const turn = client.prompt(sessionId, [
    { type: 'text', text: 'What is this?' },
    { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
  ]);
  expect(await cli.next('prompt')).toMatchObject({
    message: 'What is this?',
    images: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }],
  });
  cli.turn('Nothing.');
  await turn;
});

test('a CLI is started in the folder of its session, in RPC mode, and asked for titles', async () => {
  const { client, cli } = await openScripted();
  expect(cli.cwd).toBe(client.folder);
  expect(cli.args).toEqual(['--mode', 'rpc']);
  expect(cli.env['PI_RPC_EMIT_TITLE']).toBe('1');
});
