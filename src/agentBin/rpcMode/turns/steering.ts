// Messages that the client sends into a running turn.
import { RequestError } from '@agentclientprotocol/sdk';
import type { Conversation } from '../conversation/conversation.ts';
import { answerOf } from '../cli/cliFamily.ts';
import { queueUpdate } from '../cli/frames.ts';
import { promptFields, type RpcPrompt } from './rpcPrompt.ts';
import { asRequestError } from '../session/requestErrors.ts';
import type { RpcLink } from '../cli/rpcLink.ts';
import type { RunningCli } from '../session/runningCli.ts';

/** What becomes of such a message: it is put in between, waits for the end, or takes the place of what runs. */
export type SteeringBehavior = 'steer' | 'followUp' | 'now';

export class Steering {
  readonly #conversation: Pick<Conversation, 'steered' | 'forgetSteered'>;
  /** Messages that came too late for their turn and were taken back together with another. */
  #takenBack = 0;

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
      else await link.request(behavior === 'steer' ? 'steer' : 'follow_up', promptFields(prompt));
      if (!turns.isRunning && (await this.#tookBack(link))) throw noTurn();
    } catch (error) {
      this.#conversation.forgetSteered(prompt.message);
      throw asRequestError(error);
    }
  }

  /** The turn was over when the CLI read a message for it: pi would keep it until the next prompt. */
  async #tookBack({ cli, family }: RpcLink): Promise<boolean> {
    if (family !== 'pi') return false;
    const answer = await answerOf(cli, 'clear_queue');
    const { steering = [], followUp = [] } = queueUpdate.safeParse(answer?.data).data ?? {};
    this.#takenBack += steering.length + followUp.length;
    if (this.#takenBack === 0) return false;
    this.#takenBack--;
    return true;
  }
}

function noTurn(): RequestError {
  return RequestError.invalidRequest(undefined, 'No turn is running: send a prompt instead.');
}
