// Types of ensureRealAgents.mjs for the tests.
export interface RealAgents {
  /** Path of Qwen Code's script, for Node 22 or newer. */
  readonly qwenScript: string;
}
export function ensureRealAgents(): Promise<RealAgents>;
