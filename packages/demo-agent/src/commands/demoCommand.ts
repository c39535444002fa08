// What a command of the demo agent is.
import type { StopReason } from '@agentclientprotocol/sdk';
import type { DemoTurn } from '../session/demoTurn.ts';

export interface DemoCommand {
  readonly name: string;
  /** Other first words that mean this command. */
  readonly aliases?: readonly string[];
  /** What follows the name, as it is shown: `FILE`, `[N]`. */
  readonly argument?: string;
  /** One line: what it shows. */
  readonly description: string;
  /** Answers the prompt. `end_turn` where nothing is returned; a cancelled turn rejects. */
  readonly run: (turn: DemoTurn) => Promise<StopReason | undefined>;
}
