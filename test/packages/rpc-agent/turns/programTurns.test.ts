// Prompt turns through the whole program: when one ends and how, with a scripted CLI behind it.
import type { PromptResponse } from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/agentHarness.ts';
import {
  isOpen,
  openScripted,
  openTurn,
  startScripted,
  type ScriptedTurn,
} from '../../../support/rpcModeClient.ts';
import { endAtAbort, type CliScript, type Family } from '../../../support/scriptedCli.ts';

/** For turns whose end is found by asking the CLI for its state. */
const OFTEN_POLLED = { startMs: 30_000, pollMs: 100, abortMs: 5_000 };

/** A turn that has begun its answer, and a second prompt that waits for its end. */
async function openQueued(
  script: CliScript,
): Promise<Omit<ScriptedTurn, 'turn'> & { first: Promise<PromptResponse>; second: Promise<PromptResponse> }> {
  const { turn, ...session } = await openTurn(script, { message: 'One', begun: 'First.' });
  const second = session.client.prompt(session.sessionId, 'Two');
  second.catch(() => {});
  expect(session.prompt).not.toHaveProperty('streamingBehavior');
  expect(await session.cli.next('prompt')).toMatchObject({ message: 'Two', streamingBehavior: 'followUp' });
  return { ...session, first: turn, second };
}

describe.each<Family>(['pi', 'omp', 'xcsh'])('a turn of %s', (family) => {
  test('is not over when the prompt is accepted, but at the end of the agent', async () => {
    const { client, cli, sessionId, turn, prompt } = await openTurn({ family }, { begun: 'Half an ' });
    expect(prompt).toMatchObject({ message: 'Hello' });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.say('answer');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('Half an answer');
    const [first, second] = client.updates(sessionId, 'agent_message_chunk');
    expect(first?.messageId).toEqual(expect.any(String));
    expect(second?.messageId).toBe(first?.messageId);
  });

  test('ends with the error of a prompt that is refused', async () => {
    const { client, sessionId } = await openScripted({
      family,
      handlers: { prompt: (frame, cli) => cli.refuse(frame, 'No API key for fake.') },
    });
    await expect(client.prompt(sessionId, 'Hello')).rejects.toThrow('No API key for fake.');
  });

  test('ends with the error of an accepted prompt that fails late', async () => {
    const { client, cli, sessionId, turn, prompt } = await openTurn({ family });
    await client.settled(sessionId);
    cli.refuse(prompt, 'The model is not there.');
    await expect(turn).rejects.toThrow('The model is not there.');
  });

  test('ends with what the model says went wrong', async () => {
    const { cli, turn } = await openTurn({ family });
    cli.turn('', { stopReason: 'error', errorMessage: '500: overloaded' });
    await expect(turn).rejects.toThrow('500: overloaded');
  });

  test('R58 is cancelled only when the agent has really stopped', async () => {
    const { client, cli, sessionId, turn } = await openTurn(
      { family, handlers: { abort: () => {} } },
      { begun: 'Begun' },
    );
    await client.cancel(sessionId);
    const abort = await cli.next('abort');
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.endTurn({ stopReason: 'aborted', errorMessage: 'Request was aborted' });
    cli.accept(abort);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });

  test('ends without agent_end, once the agent says that it does nothing any more', async () => {
    const { cli, turn } = await openTurn({ family }, { begun: 'All there is', timeouts: OFTEN_POLLED });
    cli.state['isStreaming'] = false;
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test('a second prompt waits for the end of the first, and both are answered', async () => {
    const { client, cli, sessionId, first, second } = await openQueued({ family });
    cli.send({
      type: 'message_end',
      message: { role: 'assistant', content: [{ type: 'text', text: 'First.' }] },
    });
    cli.send({ type: 'turn_end' }, { type: 'turn_start' });
    const user = { role: 'user', content: [{ type: 'text', text: 'Two' }] };
    cli.send({ type: 'message_start', message: user }, { type: 'message_end', message: user });
    expect(await first).toMatchObject({ stopReason: 'end_turn' });
    expect(await isOpen(client, sessionId, second)).toBe(true);
    cli.send({ type: 'message_start', message: { role: 'assistant', content: [] } });
    cli.say('Second.');
    cli.endTurn();
    expect(await second).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('First.Second.');
  });
});

describe('a turn of any of them', () => {
  test.each([
    ['length', 'max_tokens'],
    ['aborted', 'cancelled'],
    ['stop', 'end_turn'],
    ['something new', 'end_turn'],
  ])('maps the stop reason %s to %s', async (stopReason, expected) => {
    const { cli, turn } = await openTurn({ family: 'pi' });
    cli.turn('Words', { stopReason });
    expect(await turn).toMatchObject({ stopReason: expected });
  });

  test('goes on for as long as the agent says that it works, however quiet it is', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'pi' }, { timeouts: OFTEN_POLLED });
    cli.beginTurn('…');
    // Asked, and asked again, it works.
    await cli.next('get_state');
    await cli.next('get_state');
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.say('done');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });
});

describe('a turn that is tried again', () => {
  const retry = {
    type: 'auto_retry_start',
    attempt: 1,
    maxAttempts: 3,
    delayMs: 2000,
    errorMessage: '500: overloaded',
  };

  test('goes on, and says so', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'pi' });
    cli.send({ type: 'agent_start' }, { type: 'turn_start' });
    cli.send({ type: 'agent_end', messages: [], willRetry: true }, retry);
    await until(() => client.updates(sessionId, 'notice').length > 0, 'a notice');
    expect(client.updates(sessionId, 'notice')[0]).toMatchObject({
      severity: 'warning',
      title: expect.stringContaining('attempt 1 of 3'),
      description: '500: overloaded',
    });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.send({ type: 'auto_retry_end', success: true, attempt: 1 });
    cli.turn('At last.');
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test('Stop stops the retry too', async () => {
    const { client, cli, sessionId, turn } = await openTurn({
      family: 'pi',
      handlers: {
        abort_retry: (frame, process) => {
          process.send({ type: 'auto_retry_end', success: false, attempt: 1, finalError: 'Retry cancelled' });
          process.state['isStreaming'] = false;
          process.accept(frame);
          process.send({ type: 'agent_settled' });
        },
      },
    });
    cli.state['isStreaming'] = true;
    cli.send({ type: 'agent_start' }, { type: 'agent_end', messages: [], willRetry: true }, retry);
    await until(() => client.updates(sessionId, 'notice').length > 0, 'a notice');
    await client.cancel(sessionId);
    await cli.next('abort_retry');
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  });
});

describe('a turn in which the conversation is compacted', () => {
  test.each([
    ['compaction_start', 'compaction_end'],
    ['auto_compaction_start', 'auto_compaction_end'],
  ])('%s and %s are reported, and the turn goes on', async (start, end) => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' });
    cli.beginTurn('Words');
    cli.send({ type: start, reason: 'threshold' });
    cli.send({
      type: end,
      result: { summary: 'What was said', tokensBefore: 9 },
      aborted: false,
      willRetry: false,
    });
    await until(() => client.updates(sessionId, 'compaction_update').length === 2, 'both ends');
    const [begun, done] = client.updates(sessionId, 'compaction_update');
    expect(begun).toMatchObject({ status: 'in_progress' });
    expect(done).toMatchObject({
      status: 'completed',
      compactionId: begun?.compactionId,
      summary: [{ type: 'text', text: 'What was said' }],
    });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });
});

describe('what only oh-my-pi does', () => {
  test('begins again without an end when it is reminded of its plan', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' });
    cli.beginTurn('One. ');
    cli.send({ type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'stop' } });
    cli.send(
      { type: 'turn_end' },
      { type: 'todo_reminder', todos: [{ content: 'Test', status: 'pending' }] },
    );
    cli.beginTurn('Two.');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('One. Two.');
  });

  test('ends more than once: the last end counts', async () => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' });
    cli.beginTurn('One. ');
    cli.send({ type: 'agent_end', messages: [], isTerminal: false });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.beginTurn('Two.');
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('One. Two.');
  });

  test('a command that needs no model ends with its result', async () => {
    const { cli, turn, prompt } = await openTurn({ family: 'omp' }, { message: '/uitest' });
    cli.send({ type: 'prompt_result', id: prompt.id, agentInvoked: false });
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test('what was queued and begins after Stop is stopped as well', async () => {
    let aborts = 0;
    const { client, cli, sessionId, first, second } = await openQueued({
      family: 'omp',
      handlers: {
        abort: (frame, process) => {
          aborts += 1;
          process.endTurn({ stopReason: 'aborted' });
          process.accept(frame);
          // The queue runs at once, until it is aborted in its turn.
          if (aborts === 1) process.beginTurn('Queued.');
        },
      },
    });
    await client.cancel(sessionId);
    expect(await first).toMatchObject({ stopReason: 'cancelled' });
    expect(await second).toMatchObject({ stopReason: 'cancelled' });
    await until(() => aborts === 2, 'the second abort');
    expect(cli.state['isStreaming']).toBe(false);
  });
});

describe('what only pi does', () => {
  test('a command of an extension is over when it is accepted, without an agent', async () => {
    const { client, sessionId } = await openScripted({ family: 'pi' });
    expect(await client.prompt(sessionId, '/uitest')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('Stop empties the queue first, where the CLI can do that', async () => {
    const { client, cli, sessionId, first, second } = await openQueued({
      family: 'pi',
      handlers: { abort: endAtAbort },
    });
    await client.cancel(sessionId);
    expect(await first).toMatchObject({ stopReason: 'cancelled' });
    expect(await second).toMatchObject({ stopReason: 'cancelled' });
    const after = cli.received.map(({ type }) => type);
    expect(after.indexOf('clear_queue')).toBeGreaterThan(0);
    expect(after.indexOf('clear_queue')).toBeLessThan(after.indexOf('abort'));
  });
});

describe('steering', () => {
  test('is advertised', async () => {
    const { client } = await startScripted();
    expect(client.initialized._meta).toMatchObject({
      steering: { supported: true, behaviors: ['steer', 'followUp', 'now'] },
    });
  });

  test.each([
    [undefined, 'steer'],
    ['steer', 'steer'],
    ['followUp', 'follow_up'],
  ])('behavior %s sends %s into the running turn', async (behavior, command) => {
    const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' }, { begun: 'Words' });
    await client.steer(sessionId, 'Rather this', behavior);
    expect(await cli.next(command)).toMatchObject({ message: 'Rather this' });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.endTurn();
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test.each(['steer', 'followUp'])(
    'a command of an extension goes as a prompt with streamingBehavior %s',
    async (behavior) => {
      const { client, cli, sessionId, turn } = await openTurn({ family: 'omp' }, { begun: 'Words' });
      await client.steer(sessionId, '/review this', behavior);
      expect(await cli.next('prompt')).toMatchObject({
        message: '/review this',
        streamingBehavior: behavior,
      });
      cli.endTurn();
      expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    },
  );

  test.each<Family>(['omp', 'xcsh'])('behavior now of %s replaces what runs', async (family) => {
    const { client, cli, sessionId, turn } = await openTurn({ family }, { begun: 'Never mind. ' });
    const steering = client.steer(sessionId, 'This instead', 'now');
    expect(await cli.next('abort_and_prompt')).toMatchObject({ message: 'This instead' });
    cli.endTurn({ stopReason: 'aborted' });
    await steering;
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    const user = { role: 'user', content: [{ type: 'text', text: 'This instead' }] };
    cli.send({ type: 'agent_start' }, { type: 'message_start', message: user });
    cli.turn('Here you are.');
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    expect(client.said(sessionId)).toBe('Never mind. Here you are.');
    // The client learns where in the turn it came.
    expect(client.updates(sessionId, 'user_message_chunk')).toMatchObject([
      { content: { text: 'This instead' }, _meta: { 'parley.dev/steering': true } },
    ]);
  });

  test('behavior now of pi stops what runs, then sends the message', async () => {
    const { client, cli, sessionId, turn } = await openTurn(
      {
        family: 'pi',
        handlers: { abort: endAtAbort },
      },
      { begun: 'Never mind. ' },
    );
    await client.steer(sessionId, 'This instead', 'now');
    expect(await cli.next('prompt')).toMatchObject({ message: 'This instead' });
    expect(await isOpen(client, sessionId, turn)).toBe(true);
    cli.turn('Here you are.');
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  });

  test('without a turn to steer it is refused', async () => {
    const { client, sessionId } = await openScripted();
    const request = client.steer(sessionId, 'Rather this');
    await expect(request).rejects.toThrow('No turn is running');
  });
});
