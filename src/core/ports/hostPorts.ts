// The services that core needs: time, agents, checkpoints, the log. extension.ts provides them.
import type { Agent } from './agent.ts';
import type { Disposable } from '../base/lifecycle.ts';

/** Time. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `milliseconds`, unless disposed before. */
  after(milliseconds: number, callback: () => void): Disposable;
}

/** The agents that the settings name. */
export interface AgentDirectory {
  /** The agent of that name, made when first asked for; throws a ParleyError when there is none. */
  agent(name: string): Agent;
}

/** Knows the files as they are before an agent works on them. */
export interface Checkpoints {
  /**
   * Called before each prompt; the prompt waits for it. Resolves to the id of the checkpoint, or to undefined when none
   * could be made, or nobody waits for it any more. Where it takes long, the session says so. Never rejects.
   */
  beforePrompt(key: string, cwd: string): Promise<string | undefined>;
  /** Keeps the checkpoints with these ids for a fork too, should the session be deleted that it was made of. Never rejects. */
  share(ids: readonly string[], fork: string): Promise<void>;
  /**
   * Files are being reverted that the user wanted reverted when the last turn has ended: the next prompt waits for it, and
   * reports it. Undefined when nothing is.
   */
  reverting(key: string): Promise<void> | undefined;
}

/** The log, which the panel never shows. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
