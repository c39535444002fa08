// The slash commands of the program itself, with a scripted CLI behind it.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  allCommands,
  slashCommandOf,
} from '../../../../packages/rpc-agent/src/slashCommands/slashCommands.ts';
import { until } from '../../../support/agentHarness.ts';
import { openScripted, type ScriptedSession } from '../../../support/rpcModeClient.ts';
import type { Family } from '../../../support/scriptedCli.ts';

/** The only tool call of the session, as it is at the end. */
function card({ client, sessionId }: ScriptedSession): Record<string, unknown> {
  const [id = ''] = client.toolCallIds(sessionId);
  return client.toolCall(sessionId, id);
}

const output = (text: string): object[] => [
  { type: 'content', content: { type: 'text', text: `\`\`\`console\n${text}\n\`\`\`` } },
];

describe('the list', () => {
  test('has the commands of the CLI and those of the program, which win', () => {
    const own = [
      { name: 'review', description: 'Reviews' },
      { name: 'compact', description: "The CLI's own" },
    ];
    const commands = allCommands(own, 'omp');
    expect(commands.map(({ name }) => name)).toEqual([
      'review',
      'compact',
      'bash',
      'export_html',
      'todos',
      'last_answer',
    ]);
    expect(commands.find(({ name }) => name === 'compact')?.description).not.toBe("The CLI's own");
    expect(commands.find(({ name }) => name === 'bash')?.input).toEqual({ hint: 'the command' });
  });

  test('is sent to the client', async () => {
    const { client, sessionId } = await openScripted({ family: 'pi' });
    await until(() => client.updates(sessionId, 'available_commands_update').length > 0, 'the commands');
    const [update] = client.updates(sessionId, 'available_commands_update');
    expect(update?.availableCommands.map(({ name }) => name)).toEqual(expect.arrayContaining(['bash']));
  });
});

test.each([
  ['/bash git status', { name: 'bash', argument: 'git status' }],
  [' /bash\necho 1\necho 2\n', { name: 'bash', argument: 'echo 1\necho 2' }],
  ['/compact', { name: 'compact', argument: '' }],
  ['/bashful', undefined],
  ['/review this', undefined],
  ['run /bash ls', undefined],
  ['/', undefined],
  ['', undefined],
])('R90 %j begins with %o', (message, expected) => {
  expect(slashCommandOf(message, 'xcsh')).toEqual(expected);
});

describe('/todos', () => {
  const checklist =
    '/todos\n# Look\n- [x] Read the code\n- [-] Run the tests\n\n## Write\nFix it\n1. [ ] Test it';

  test('replaces the plan by a checklist with its phases, before the first prompt too', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'omp',
      handlers: {
        set_todos: (frame, process) => {
          process.state['todoPhases'] = frame['phases'];
          process.accept(frame, { todoPhases: frame['phases'] });
        },
      },
    });
    expect(await client.prompt(sessionId, checklist)).toMatchObject({ stopReason: 'end_turn' });
    expect(await cli.next('set_todos')).toMatchObject({
      phases: [
        {
          id: 'phase-1',
          name: 'Look',
          tasks: [
            { id: 'task-1', content: 'Read the code', status: 'completed' },
            { id: 'task-2', content: 'Run the tests', status: 'in_progress' },
          ],
        },
        {
          id: 'phase-2',
          name: 'Write',
          tasks: [
            { id: 'task-3', content: 'Fix it', status: 'pending' },
            { id: 'task-4', content: 'Test it', status: 'pending' },
          ],
        },
      ],
    });
    expect(client.updates(sessionId, 'plan').at(-1)?.entries).toMatchObject([
      { content: 'Look: Read the code', status: 'completed' },
      { content: 'Look: Run the tests', status: 'in_progress' },
      { content: 'Write: Fix it', status: 'pending' },
      { content: 'Write: Test it', status: 'pending' },
    ]);
    await client.prompt(sessionId, '/todos clear');
    expect(await cli.next('set_todos')).toMatchObject({ phases: [] });
    expect(client.updates(sessionId, 'plan').at(-1)?.entries).toEqual([]);
  });

  test('without a checklist says what to enter, and changes nothing', async () => {
    const { client, cli, sessionId } = await openScripted({ family: 'xcsh' });
    await client.prompt(sessionId, '/todos');
    expect(client.said(sessionId)).toContain('Enter a checklist');
    expect(cli.received.map(({ type }) => type)).not.toContain('set_todos');
  });

  test('is not there for pi, which has no list of todos', () => {
    expect(allCommands([], 'pi').map(({ name }) => name)).not.toContain('todos');
    expect(slashCommandOf('/todos', 'pi')).toBeUndefined();
  });
});

describe('/bash', () => {
  test('shows the output as it comes, then all of it', async () => {
    const session = await openScripted({ family: 'pi', handlers: { bash: () => {} } });
    const { client, cli, sessionId } = session;
    const turn = client.prompt(sessionId, '/bash make all');
    const command = await cli.next('bash');
    expect(command).toMatchObject({ command: 'make all' });
    cli.send({ type: 'bash_execution_update', id: 'somebody else', delta: 'not ours\n' });
    cli.send({ type: 'bash_execution_update', id: command.id, delta: 'first\n' });
    await until(() => JSON.stringify(card(session)['content'] ?? '').includes('first'), 'the first line');
    expect(card(session)).toMatchObject({
      title: 'make all',
      kind: 'execute',
      status: 'in_progress',
      content: output('first'),
    });
    cli.accept(command, { output: 'first\nsecond\n', exitCode: 0, cancelled: false, truncated: false });
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(card(session)).toMatchObject({
      status: 'completed',
      content: output('first\nsecond'),
      rawInput: { command: 'make all' },
      rawOutput: { exitCode: 0 },
    });
    expect(cli.received.some(({ type }) => type === 'prompt')).toBe(false);
  });

  test('is a terminal for a client that shows those', async () => {
    const session = await openScripted(
      { family: 'pi', handlers: { bash: () => {} } },
      { capabilities: { _meta: { terminal_output: true } } },
    );
    const { client, cli, sessionId } = session;
    const turn = client.prompt(sessionId, '/bash make');
    const command = await cli.next('bash');
    cli.send({ type: 'bash_execution_update', id: command.id, delta: 'first\n' });
    const metas = (): unknown[] => client.updates(sessionId, 'tool_call_update').map(({ _meta }) => _meta);
    await until(() => metas().length === 1, 'the first line');
    cli.accept(command, { output: 'first\nsecond\n', exitCode: 3 });
    await turn;
    const [card] = client.updates(sessionId, 'tool_call');
    const terminal_id = card?.toolCallId;
    expect(card).toMatchObject({
      content: [{ type: 'terminal', terminalId: terminal_id }],
      _meta: { terminal_info: { terminal_id, cwd: client.folder } },
    });
    expect(metas()).toEqual([
      { terminal_output_delta: { terminal_id, data: 'first\n' } },
      {
        terminal_output_delta: { terminal_id, data: 'second\n' },
        terminal_exit: { terminal_id, exit_code: 3, signal: null },
      },
    ]);
  });

  test('runs what was written, whatever goes with it', async () => {
    const { client, cli, sessionId } = await openScripted({
      handlers: { bash: (frame, cli) => cli.accept(frame) },
    });
    await client.prompt(sessionId, [
      { type: 'resource_link', uri: 'file:///notes.md', name: 'notes.md' },
      { type: 'text', text: '/bash git status' },
      { type: 'resource', resource: { uri: 'file:///evil.sh', text: 'rm -rf x' } },
    ]);
    expect(await cli.next('bash')).toMatchObject({ command: 'git status' });
  });

  test('that ends with a code fails, and says where all of a long output is', async () => {
    const result = { output: 'tail', exitCode: 2, truncated: true, fullOutputPath: '/tmp/all.log' };
    const session = await openScripted({ handlers: { bash: (frame, cli) => cli.accept(frame, result) } });
    const { client, sessionId } = session;
    expect(await client.prompt(sessionId, '/bash false')).toMatchObject({ stopReason: 'end_turn' });
    expect(card(session)['status']).toBe('failed');
    expect(JSON.stringify(card(session)['content'])).toContain('The full output is in /tmp/all.log');
  });

  test('is stopped by Stop', async () => {
    const session = await openScripted({
      family: 'omp',
      handlers: {
        bash: () => {},
        abort_bash: (frame, cli) => {
          cli.accept(frame);
          const bash = cli.received.find(({ type }) => type === 'bash');
          if (bash !== undefined) cli.accept(bash, { output: '[Command cancelled]\n', cancelled: true });
        },
      },
    });
    const { client, cli, sessionId } = session;
    const turn = client.prompt(sessionId, '/bash sleep 100');
    await cli.next('bash');
    await client.cancel(sessionId);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    expect(card(session)).toMatchObject({ status: 'failed', content: output('[Command cancelled]') });
    expect(cli.received.some(({ type }) => type === 'abort')).toBe(false);
  });

  test('ends with its session: the command is stopped, and the prompt is cancelled', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      handlers: {
        bash: () => {},
        abort_bash: (frame, process) => {
          process.accept(frame);
          const bash = process.received.find(({ type }) => type === 'bash');
          if (bash !== undefined) process.accept(bash, { output: '', cancelled: true });
        },
      },
    });
    const turn = client.prompt(sessionId, '/bash sleep 100');
    await cli.next('bash');
    await client.context.request('session/close', { sessionId });
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    expect(cli.received.some(({ type }) => type === 'abort_bash')).toBe(true);
  });

  test('that is refused shows why, and without a command says what is missing', async () => {
    const session = await openScripted({
      handlers: { bash: (frame, cli) => cli.refuse(frame, 'A command is running already.') },
    });
    const { client, sessionId } = session;
    expect(await client.prompt(sessionId, '/bash ls')).toMatchObject({ stopReason: 'end_turn' });
    expect(card(session)).toMatchObject({
      status: 'failed',
      content: output('A command is running already.'),
    });
    await client.prompt(sessionId, '/bash');
    expect(client.said(sessionId)).toContain('Enter a command');
  });

  test('whose CLI ends fails with its end', async () => {
    const session = await openScripted({ handlers: { bash: (_, cli) => cli.order({ exit: 4 }) } });
    const { client, sessionId } = session;
    await expect(client.prompt(sessionId, '/bash boom')).rejects.toThrow('ended with code 4');
    // It is reported once.
    expect(client.updates(sessionId, 'notice')).toEqual([]);
    expect(card(session)['status']).toBe('failed');
  });
});

describe('/compact', () => {
  const data = { summary: 'They said hello.', tokensBefore: 150_000, estimatedTokensAfter: 32_000 };

  test.each<Family>(['omp', 'xcsh'])(
    'of %s, which says nothing itself, is reported as a compaction',
    async (family) => {
      const { client, cli, sessionId } = await openScripted({
        family,
        handlers: { compact: (frame, process) => process.accept(frame, data) },
      });
      expect(await client.prompt(sessionId, '/compact keep the names')).toMatchObject({
        stopReason: 'end_turn',
      });
      expect(await cli.next('compact')).toMatchObject({ customInstructions: 'keep the names' });
      const [started, ended] = client.updates(sessionId, 'compaction_update');
      expect(started).toMatchObject({ status: 'in_progress' });
      expect(ended).toMatchObject({
        compactionId: started?.compactionId,
        status: 'completed',
        summary: [{ type: 'text', text: 'They said hello.' }],
      });
      expect(client.said(sessionId)).toBe(
        'The conversation was summarized. It had 150,000 tokens and has about 32,000 now.',
      );
    },
  );

  test('of pi, which reports it, is shown once', async () => {
    const { client, sessionId } = await openScripted({
      family: 'pi',
      handlers: {
        compact: (frame, process) => {
          process.send({ type: 'compaction_start', reason: 'manual' });
          process.send({ type: 'compaction_end', reason: 'manual', result: data });
          process.accept(frame, data);
        },
      },
    });
    await client.prompt(sessionId, '/compact');
    const states = client.updates(sessionId, 'compaction_update').map(({ status }) => status);
    expect(states).toEqual(['in_progress', 'completed']);
  });

  test('that is refused says why', async () => {
    const { client, sessionId } = await openScripted({
      handlers: { compact: (frame, cli) => cli.refuse(frame, 'Nothing to compact (session too small)') },
    });
    expect(await client.prompt(sessionId, '/compact')).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('Nothing to compact (session too small)');
    expect(client.updates(sessionId, 'compaction_update')).toEqual([]);
  });

  test('is stopped by Stop', async () => {
    const { client, cli, sessionId } = await openScripted({
      family: 'pi',
      handlers: {
        compact: () => {},
        abort: (frame, process) => {
          process.accept(frame);
          const compact = process.received.find(({ type }) => type === 'compact');
          if (compact !== undefined) process.refuse(compact, 'Compaction cancelled');
        },
      },
    });
    const turn = client.prompt(sessionId, '/compact');
    await cli.next('compact');
    await client.cancel(sessionId);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });
});

describe('/export_html', () => {
  test('answers with the file, to be opened', async () => {
    const { client, cli, sessionId } = await openScripted({
      handlers: {
        export_html: (frame, process) =>
          process.accept(frame, { path: frame['outputPath'] ?? 'session.html' }),
      },
    });
    await client.prompt(sessionId, '/export_html out/talk.html');
    expect(await cli.next('export_html')).toMatchObject({ outputPath: join(client.folder, 'out/talk.html') });
    await client.prompt(sessionId, '/export_html');
    const links = client
      .updates(sessionId, 'agent_message_chunk')
      .filter(({ content }) => content.type === 'resource_link');
    const uri = (name: string): string => pathToFileURL(join(client.folder, name)).href;
    expect(links).toMatchObject([
      { content: { uri: uri('out/talk.html'), name: 'talk.html' }, _meta: { 'parley.dev/open': true } },
      { content: { uri: uri('session.html'), name: 'session.html' }, _meta: { 'parley.dev/open': true } },
    ]);
  });

  test('that is refused says why', async () => {
    const { client, sessionId } = await openScripted({
      handlers: { export_html: (frame, cli) => cli.refuse(frame, 'Nothing to export yet') },
    });
    await client.prompt(sessionId, '/export_html');
    expect(client.said(sessionId)).toBe('Nothing to export yet');
  });
});

test('/last_answer shows it, or says that there is none', async () => {
  const answers = [{ text: 'Forty-two.' }, {}, { text: null }];
  const { client, sessionId } = await openScripted({
    handlers: { get_last_assistant_text: (frame, cli) => cli.accept(frame, answers.shift()) },
  });
  for (let index = 0; index < 3; index++) await client.prompt(sessionId, '/last_answer');
  expect(client.said(sessionId)).toBe('Forty-two.There is no answer yet.There is no answer yet.');
});
