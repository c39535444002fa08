// When a prompt turn ends, on a clock of its own: accepted is not finished, silence is no end, and Stop is final.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RpcFrame } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { RpcGone, RpcRefusal } from '../../../../packages/rpc-agent/src/cli/rpcErrors.ts';
import { TurnQueue } from '../../../../packages/rpc-agent/src/turns/turnQueue.ts';

const POLL = 1_000;
const ABORT = 5_000;

/** A CLI that answers what the test wants, at once. */
class AnsweringCli {
  readonly commands: string[] = [];
  readonly sent: { readonly type: string; readonly fields: object }[] = [];
  state: unknown = { isStreaming: false };
  refused = new Map<string, string>();
  /** Commands that nobody answers. */
  ignored = new Set<string>();
  /** Done when a command comes, before it is answered. */
  onCommand: (type: string) => void = () => {};

  ask(type: string, fields: object = {}): { readonly id: string; readonly answer: Promise<unknown> } {
    this.commands.push(type);
    this.sent.push({ type, fields });
    return { id: `${type}-${this.commands.length}`, answer: this.#answer(type) };
  }

  request(type: string, fields: object = {}): Promise<unknown> {
    return this.ask(type, fields).answer;
  }

  async #answer(type: string): Promise<unknown> {
    this.onCommand(type);
    const refusal = this.refused.get(type);
    if (refusal !== undefined) throw new RpcRefusal(type, refusal);
    if (this.ignored.has(type)) return new Promise(() => {});
    return type === 'get_state' ? this.state : undefined;
  }
}

interface Setting {
  readonly cli: AnsweringCli;
  readonly turns: TurnQueue;
  readonly givenUp: string[];
  /** What is reported about whether there was more to read than could be. */
  readonly behind: boolean[];
  readonly frames: (...frames: RpcFrame[]) => Promise<void>;
}

function setting(sendsPromptResults = false): Setting {
  const cli = new AnsweringCli();
  const givenUp: string[] = [];
  const behind: boolean[] = [];
  const turns = new TurnQueue({
    cli,
    sendsPromptResults,
    giveUp: (reason) => givenUp.push(reason),
    fellBehind: () => behind.shift() ?? false,
    pollMs: POLL,
    abortMs: ABORT,
  });
  return {
    cli,
    turns,
    givenUp,
    behind,
    async frames(...frames) {
      for (const frame of frames) turns.handleFrame(frame);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

function user(text: string): RpcFrame {
  return { type: 'message_start', message: { role: 'user', content: [{ type: 'text', text }] } };
}

function answer(stopReason = 'stop', fields: object = {}): RpcFrame {
  const message = { role: 'assistant', content: [], stopReason, usage: { input: 1, output: 2 }, ...fields };
  return { type: 'message_end', message };
}

const start: RpcFrame = { type: 'agent_start' };
const end: RpcFrame = { type: 'agent_end' };
const settled: RpcFrame = { type: 'agent_settled' };

/** How a turn stands now. */
async function standing(turn: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    turn.then(
      (value) => value,
      (error: unknown) => (error instanceof Error ? error.message : error),
    ),
    vi.advanceTimersByTimeAsync(0).then(() => 'open'),
  ]);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function prompt(turns: TurnQueue, message: string): Promise<unknown> {
  const turn = turns.prompt({ message, images: [] });
  turn.catch(() => undefined);
  return turn;
}

/** A turn on which the CLI has begun, and these frames have come. */
async function begun(...more: RpcFrame[]): Promise<Setting & { readonly turn: Promise<unknown> }> {
  const all = setting();
  const turn = prompt(all.turns, 'Hi');
  await all.frames(start, ...more);
  return { ...all, turn };
}

/** What runs ends when the CLI is asked to stop it. */
function endsAtAbort(cli: AnsweringCli, turns: TurnQueue): void {
  cli.onCommand = (type) => {
    if (type === 'abort') for (const frame of [answer('aborted'), end, settled]) turns.handleFrame(frame);
  };
}

describe('a turn', () => {
  test('ends with agent_settled, and counts what its messages used', async () => {
    const { turn } = await begun(user('Hi'), answer('toolUse'), answer(), settled);
    expect(await standing(turn)).toMatchObject({
      stopReason: 'end_turn',
      usage: { inputTokens: 2, outputTokens: 4, totalTokens: 6 },
    });
  });

  test.each<[string, RpcFrame[]]>([
    ['a whole turn', [start, user('Hi'), answer(), end]],
    ['a turn that names no prompt', [start, answer(), end]],
    ['a turn that brings nothing', [start, end]],
    ['a turn that settles', [start, user('Hi'), answer(), end, settled]],
  ])('ends after %s, though the command is never answered', async (_what, sent) => {
    const { cli, turns, frames } = setting();
    cli.ignored.add('prompt');
    const turn = prompt(turns, 'Hi');
    await frames(...sent);
    expect(await standing(turn)).toBe('open');
    await vi.advanceTimersByTimeAsync(3 * POLL);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test.each([null, 'fine', {}])(
    'ends after agent_end where %j is all that a CLI says of its state',
    async (state) => {
      const { cli, turns, frames } = setting();
      cli.state = state;
      const turn = prompt(turns, 'Hi');
      await frames(start, user('Hi'));
      await vi.advanceTimersByTimeAsync(10 * POLL);
      expect(await standing(turn)).toBe('open');
      await frames(answer(), end);
      await vi.advanceTimersByTimeAsync(3 * POLL);
      expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
    },
  );

  test('of a command goes on until that is answered, whatever it runs', async () => {
    const { cli, turns, frames } = setting();
    cli.ignored.add('prompt');
    const turn = prompt(turns, '/review');
    await frames(start, answer(), end);
    await vi.advanceTimersByTimeAsync(20 * POLL);
    expect(await standing(turn)).toBe('open');
  });

  test('does not end with an agent_end after which it is tried again', async () => {
    const { frames, turn } = await begun(answer('error'), { ...end, willRetry: true });
    expect(await standing(turn)).toBe('open');
    await frames(start, answer(), end);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('does not end while a retry is awaited, although the CLI does nothing', async () => {
    const { frames, turn } = await begun(answer('error'), end, { type: 'auto_retry_start' });
    await vi.advanceTimersByTimeAsync(10 * POLL);
    expect(await standing(turn)).toBe('open');
    await frames({ type: 'auto_retry_end', success: false });
    expect(await standing(turn)).toContain('failed');
  });

  test('does not end while the conversation is compacted, nor before the CLI goes on as it said', async () => {
    const { frames, turn } = await begun(end, { type: 'auto_compaction_start' });
    await vi.advanceTimersByTimeAsync(3 * POLL);
    await frames({ type: 'auto_compaction_end', willRetry: true });
    await vi.advanceTimersByTimeAsync(POLL);
    expect(await standing(turn)).toBe('open');
    await frames(start, answer(), end);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('ends all the same when the CLI does not go on as it said', async () => {
    const { turn } = await begun({ type: 'compaction_end', willRetry: true });
    await vi.advanceTimersByTimeAsync(4 * POLL);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('whose end is not reported lasts as long as the CLI works', async () => {
    const { cli, turns, frames } = setting();
    const turn = prompt(turns, 'Hi');
    cli.state = { isStreaming: true };
    await frames(start);
    await vi.advanceTimersByTimeAsync(60 * POLL);
    expect(await standing(turn)).toBe('open');
    cli.state = { isStreaming: false };
    await vi.advanceTimersByTimeAsync(POLL);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('does not end before the CLI begins, although it was accepted and nothing runs', async () => {
    const { turns, frames } = setting();
    const turn = prompt(turns, 'Hi');
    await vi.advanceTimersByTimeAsync(2 * POLL);
    expect(await standing(turn)).toBe('open');
    await frames(start, user('Hi'), answer('length'), settled);
    expect(await standing(turn)).toMatchObject({ stopReason: 'max_tokens' });
  });

  test('that the CLI never begins ends after a while', async () => {
    const { turns } = setting();
    const turn = prompt(turns, 'Hi');
    await vi.advanceTimersByTimeAsync(4 * POLL);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test.each([['refuses to'], ['does not']])('ends although the CLI once %s say how it is', async (how) => {
    const { cli, turns, frames } = setting();
    const turn = prompt(turns, 'Hi');
    if (how === 'refuses to') cli.refused.set('get_state', 'Not now.');
    else cli.state = null;
    await frames(start, user('Hi'), answer());
    await vi.advanceTimersByTimeAsync(POLL);
    expect(await standing(turn)).toBe('open');
    cli.refused.clear();
    cli.state = { isStreaming: false };
    await vi.advanceTimersByTimeAsync(POLL);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('of a command that needs no model ends with its acceptance', async () => {
    const { turns } = setting();
    const turn = prompt(turns, '/name x');
    await vi.advanceTimersByTimeAsync(0);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('of such a command lasts until its result where the CLI sends one', async () => {
    const { turns, frames } = setting(true);
    const turn = prompt(turns, '/name x');
    await vi.advanceTimersByTimeAsync(20 * POLL);
    expect(await standing(turn)).toBe('open');
    await frames({ type: 'prompt_result', id: 'prompt-1', agentInvoked: false });
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('of a command that is not accepted yet is at work, whatever the CLI says', async () => {
    const { cli, turns } = setting();
    cli.ignored.add('prompt');
    const turn = prompt(turns, '/ask');
    turns.handleFrame({ type: 'extension_ui_request' });
    await vi.advanceTimersByTimeAsync(20 * POLL);
    expect(await standing(turn)).toBe('open');
  });

  test('fails when its prompt is refused late; other late failures are not its own', async () => {
    const { turns } = setting();
    const turn = prompt(turns, 'Hi');
    expect(turns.handleLateFailure({ id: 'other', command: 'prompt', error: 'x' })).toBe(false);
    expect(turns.handleLateFailure({ id: 'prompt-1', command: 'prompt', error: 'Busy.' })).toBe(true);
    expect(await standing(turn)).toBe('Busy.');
  });

  test('fails with the end of the CLI, and so does every later one', async () => {
    const { turns } = setting();
    const turn = prompt(turns, 'Hi');
    turns.handleLoss(new RpcGone('It has ended.', ''));
    expect(await standing(turn)).toBe('It has ended.');
    expect(await standing(prompt(turns, 'Again'))).toBe('It has ended.');
  });
});

describe('a second prompt', () => {
  test('waits in the queue of the CLI; the first ends when the second begins', async () => {
    const { cli, turns, frames, turn: first } = await begun(user('Hi'));
    const second = prompt(turns, 'Two');
    expect(cli.sent.at(-1)).toMatchObject({ fields: { message: 'Two', streamingBehavior: 'followUp' } });
    await frames(answer('length'), user('Two'));
    expect(await standing(first)).toMatchObject({ stopReason: 'max_tokens' });
    expect(await standing(second)).toBe('open');
    await frames(answer(), end);
    expect(await standing(second)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('is not lost when the first ends before the second has begun', async () => {
    const { cli, turns, frames, turn: first } = await begun(user('Hi'));
    const second = prompt(turns, 'Two');
    cli.state = { isStreaming: true };
    await frames(answer(), { ...end, isTerminal: true }, start, user('Two'));
    expect(await standing(first)).toMatchObject({ stopReason: 'end_turn' });
    cli.state = { isStreaming: false };
    await frames(answer(), { ...end, isTerminal: true });
    expect(await standing(second)).toMatchObject({ stopReason: 'end_turn' });
  });

  test('in place of the first is answered in its turn', async () => {
    const { cli, turns, frames, turn } = await begun(user('Hi'));
    endsAtAbort(cli, turns);
    await turns.replace({ message: 'Two', images: [] }, false);
    expect(cli.commands.slice(-2)).toEqual(['abort', 'prompt']);
    expect(await standing(turn)).toBe('open');
    await frames(start, user('Two'), answer(), settled);
    expect(await standing(turn)).toMatchObject({ stopReason: 'end_turn' });
  });
});

describe('a prompt in place of the running one that is refused', () => {
  test('leaves the turn as it was, with its late failure and its end', async () => {
    const { cli, turns, frames, turn } = await begun(user('Hi'));
    cli.refused.set('abort_and_prompt', 'Not now.');
    cli.state = { isStreaming: true };
    await expect(turns.replace({ message: 'Two', images: [] }, true)).rejects.toThrow('Not now.');
    await vi.advanceTimersByTimeAsync(0);
    await frames(answer('length'), settled);
    expect(await standing(turn)).toMatchObject({ stopReason: 'max_tokens' });
  });

  test('leaves a failure of the first to the turn', async () => {
    const { cli, turns, turn } = await begun(user('Hi'));
    cli.refused.set('abort_and_prompt', 'Not now.');
    cli.state = { isStreaming: true };
    await expect(turns.replace({ message: 'Two', images: [] }, true)).rejects.toThrow('Not now.');
    expect(turns.handleLateFailure({ id: 'prompt-1', command: 'prompt', error: 'No key.' })).toBe(true);
    expect(await standing(turn)).toBe('No key.');
  });

  test('ends the turn that was stopped for it', async () => {
    const { cli, turns, turn } = await begun(user('Hi'));
    endsAtAbort(cli, turns);
    cli.refused.set('prompt', 'No key.');
    await expect(turns.replace({ message: 'Two', images: [] }, false)).rejects.toThrow('No key.');
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
  });
});

describe('Stop', () => {
  test('R58 ends the turn as cancelled once the CLI does nothing any more', async () => {
    const { cli, turns, frames, givenUp, turn } = await begun();
    cli.state = { isStreaming: true };
    turns.cancel(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await standing(turn)).toBe('open');
    expect(cli.commands).toContain('clear_queue');
    cli.state = { isStreaming: false };
    await frames(answer('aborted'), end);
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
    await vi.advanceTimersByTimeAsync(2 * ABORT);
    expect(givenUp).toEqual([]);
  });

  test('ends a retry first', async () => {
    const { cli, turns, turn } = await begun(end, { type: 'auto_retry_start' });
    turns.cancel(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(cli.commands.filter((type) => type.startsWith('abort'))).toEqual(['abort_retry', 'abort']);
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
  });

  test('stops again what begins after it', async () => {
    const { cli, turns, frames, turn } = await begun();
    cli.state = { isStreaming: true };
    turns.cancel(false);
    await frames(answer('aborted'), { ...end, isTerminal: true }, start);
    await vi.advanceTimersByTimeAsync(200);
    expect(cli.commands.filter((type) => type === 'abort')).toHaveLength(2);
    cli.state = { isStreaming: false };
    await frames(end);
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
  });

  test('gives up a CLI that goes on', async () => {
    const { cli, turns, givenUp, turn } = await begun();
    cli.ignored.add('abort');
    cli.state = { isStreaming: true };
    turns.cancel(false);
    await vi.advanceTimersByTimeAsync(ABORT);
    expect(givenUp).toEqual(['ignoredAbort']);
    turns.handleLoss(new RpcGone('It was ended.', ''));
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
  });

  test('gives a CLI more time while what it said before is still being read', async () => {
    const { cli, turns, givenUp, behind, turn } = await begun();
    cli.ignored.add('abort');
    cli.state = { isStreaming: true };
    turns.cancel(false);
    behind.push(true, true);
    await vi.advanceTimersByTimeAsync(2 * ABORT);
    expect(givenUp).toEqual([]);
    await vi.advanceTimersByTimeAsync(ABORT);
    expect(givenUp).toEqual(['ignoredAbort']);
    turns.handleLoss(new RpcGone('It was ended.', ''));
    expect(await standing(turn)).toMatchObject({ stopReason: 'cancelled' });
  });

  test('gives up a CLI that keeps what was waiting', async () => {
    const { cli, turns, frames, givenUp, turn: first } = await begun(user('Hi'));
    const second = prompt(turns, 'Two');
    cli.state = { isStreaming: false, pendingMessageCount: 1 };
    turns.cancel(false);
    await frames(answer('aborted'), end);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await standing(first)).toMatchObject({ stopReason: 'cancelled' });
    expect(await standing(second)).toMatchObject({ stopReason: 'cancelled' });
    expect(givenUp).toEqual(['keptQueue']);
  });

  test('without a turn does nothing', async () => {
    const { cli, turns } = setting();
    turns.cancel(true);
    await vi.advanceTimersByTimeAsync(2 * ABORT);
    expect(cli.commands).toEqual([]);
  });
});
