// One question to an agent, in a session of its own that is in no list and may do nothing.
import type { AbortSignalLike } from '../base/abort.ts';

export interface AskOptions {
  /** The folder of the session; absolute. */
  readonly cwd: string;
  readonly prompt: string;
  readonly signal: AbortSignalLike;
  /** Called with all of the answer so far, as it grows; it begins anew after the agent has used a tool. */
  readonly onText: (text: string) => void;
  /** Called with the agent's id of the session, which some agents list until it is deleted, and some ever after. */
  readonly onOpened?: (sessionId: string) => void;
}

/** Asks the agent of that name. Rejects with a ParleyError; with `agent-stopped` as soon as `signal` aborts. */
export type AskAgent = (agent: string, options: AskOptions) => Promise<string>;
