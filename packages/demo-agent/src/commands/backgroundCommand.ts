// The command that leaves tasks running beside the turns: the client is told of each, and can stop it.
import { randomUUID } from 'node:crypto';
import { methods } from '@agentclientprotocol/sdk';
import type { DemoTurn } from '../session/demoTurn.ts';
import { FileError, fileNamedIn } from '../tools/demoFiles.ts';
import type { DemoCommand } from './demoCommand.ts';
import { editFile } from './editCommand.ts';

const MAX_TASKS = 20;
const STEPS = 4;
const SECONDS = 3;
/** Longer than anyone waits. */
const LONG_MS = 600_000;

const COMMANDS: readonly string[] = ['npm test', 'npm run build', 'npm run lint'];

/** What the prompt asked for besides their number. */
interface Wishes {
  /** How long each runs. */
  readonly seconds: number;
  /** Each runs until it is stopped. */
  readonly long: boolean;
  /** Their end is never reported. */
  readonly lost: boolean;
  /** What the first of them edits before it ends. */
  readonly file: string | undefined;
}

export const background: DemoCommand = {
  name: 'background',
  argument: '[N] [TIME] [long] [lost] [FILE]',
  description: 'Leave tasks running when the turn ends, for example for 20s; the first one edits FILE then',
  async run(turn) {
    const words = turn.prompt.argument.split(/\s+/).filter((word) => word !== '');
    const isWish = (word: string): boolean => /^(?:\d+s?|long|lost)$/i.test(word);
    const wishes = new Set(words.filter(isWish).map((word) => word.toLowerCase()));
    const numbers = (pattern: RegExp): readonly number[] =>
      words.filter((word) => pattern.test(word)).map((word) => Number.parseInt(word, 10));
    const [number = 1] = numbers(/^\d+$/);
    const [seconds = SECONDS] = numbers(/^\d+s$/i);
    const count = Math.min(Math.max(1, number), MAX_TASKS);
    const place = words.filter((word) => !isWish(word)).join(' ');
    const file = place === '' ? undefined : await fileNamedIn(turn, place);
    await turn.say(count === 1 ? 'I start a task.' : `I start ${count} tasks.`);
    for (let index = 0; index < count; index += 1) {
      const stop = new AbortController();
      const task = new DemoTask(turn.inBackground(stop), stop, COMMANDS[index % COMMANDS.length] ?? '');
      await task.start();
      const isFirst = index === 0;
      // The connection may close before it is done.
      void task
        .work({
          seconds,
          long: wishes.has('long'),
          lost: wishes.has('lost'),
          file: isFirst ? file : undefined,
        })
        .catch(() => undefined);
    }
    await turn.say(` ${count === 1 ? 'It goes' : 'They go'} on while you do something else.`);
    return undefined;
  },
};

class DemoTask {
  readonly #turn: DemoTurn;
  readonly #stop: AbortController;
  readonly #command: string;
  readonly #id = randomUUID();

  constructor(turn: DemoTurn, stop: AbortController, command: string) {
    this.#turn = turn;
    this.#stop = stop;
    this.#command = command;
  }

  /** Starts it by a tool call, which is over at once. */
  async start(): Promise<void> {
    const toolCallId = randomUUID();
    await this.#turn.update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: this.#command,
      kind: 'execute',
      status: 'completed',
      rawInput: { command: this.#command, run_in_background: true },
      content: [{ type: 'content', content: { type: 'text', text: 'It runs in the background.' } }],
    });
    this.#turn.session.tasks.set(this.#id, this.#stop);
    await this.#report('async_task_spawned', { name: this.#command, canStop: true, toolCallId });
  }

  /** Reports how far it is, and what became of it. */
  async work({ seconds, long, lost, file }: Wishes): Promise<void> {
    try {
      for (let step = 1; step <= STEPS; step += 1) {
        await this.#turn.pause((seconds * 1_000) / STEPS);
        await this.#report('async_task_progress', { summary: `${step} of ${STEPS}` });
      }
      if (long) await this.#turn.pause(LONG_MS);
      const edited = file === undefined ? '' : ` ${await this.#edit(file)}`;
      if (lost) return;
      await this.#report('async_task_state_update', { state: 'completed' });
      await this.#turn.sendText(`\`${this.#command}\` has ended without an error.${edited}`);
    } catch (error) {
      if (!this.#turn.signal.aborted) throw error;
      await this.#report('async_task_state_update', { state: 'cancelled' });
    } finally {
      this.#turn.session.tasks.delete(this.#id);
      this.#turn.save();
    }
  }

  async #edit(file: string): Promise<string> {
    try {
      return await editFile(this.#turn, file, '');
    } catch (error) {
      if (error instanceof FileError) return error.message;
      throw error;
    }
  }

  async #report(sessionUpdate: string, more: object): Promise<void> {
    // Named as any string, because the SDK does not know these updates.
    const method: string = methods.client.session.update;
    const update = { sessionUpdate, asyncTaskId: this.#id, ...more };
    await this.#turn.client.notify(method, { sessionId: this.#turn.session.id, update });
  }
}
