// Messages that the client sends into a running turn.
import { RequestError } from '@agentclientprotocol/sdk';
import type { Conversation } from '../conversation/conversation.ts';
import { answerOf } from '../cli/cliFamily.ts';
import { queueUpdate } from '../cli/frames.ts';
import { promptFields, type RpcPrompt } from './rpcPrompt.ts';
import { asRequestError } from '../session/requestErrors.ts';
import type { RpcLink } from '../cli/rpcLink.ts';
import type { RunningCli } from '../session/runningCli.ts';

/** What happens to such a message: it goes into the turn, waits for its end, or replaces what runs. */
export const STEERING_BEHAVIORS = ['steer', 'followUp', 'now'] as const;
export type SteeringBehavior = (typeof STEERING_BEHAVIORS)[number];

export class Steering {
  readonly #conversation: Pick<Conversation, 'steered' | 'forgetSteered'>;
  /** Messages that came too late for their turn and were removed together with another. */
  #removed = 0;

  constructor(conversation: Pick<Conversation, 'steered' | 'forgetSteered'>) {
    this.#conversation = conversation;
  }

  /** Gives the running turn another message. Rejects with a RequestError where there is none. */
  async send(running: RunningCli | undefined, prompt: RpcPrompt, behavior: SteeringBehavior): Promise<void> {
    if (running?.turns.isRunning !== true || running.turns.isStopping) throw noTurn();
    const { link, turns } = running;
    this.#conversation.steered(prompt.message);
    try {
      if (behavior === 'now') await turns.replace(prompt, link.family !== 'pi');
      else if (prompt.message.startsWith('/')) {
        // Commands of the CLI's extensions are run by `prompt` alone.
        await link.request('prompt', { ...promptFields(prompt), streamingBehavior: behavior });
      } else await link.request(behavior === 'steer' ? 'steer' : 'follow_up', promptFields(prompt));
      if (!turns.isRunning && (await this.#removeLate(link))) throw noTurn();
    } catch (error) {
      this.#conversation.forgetSteered(prompt.message);
      throw asRequestError(error);
    }
  }

  /** The turn was over when the CLI read a message for it: pi would send it with the next prompt. */
  async #removeLate({ cli, family }: RpcLink): Promise<boolean> {
    if (family !== 'pi') return false;
    const answer = await answerOf(cli, 'clear_queue');
    const { steering = [], followUp = [] } = queueUpdate.safeParse(answer?.data).data ?? {};
    this.#removed += steering.length + followUp.length;
    if (this.#removed === 0) return false;
    this.#removed--;
    return true;
  }
}

function noTurn(): RequestError {
  return RequestError.invalidRequest(undefined, 'No turn is running. Send a prompt instead.');
}
