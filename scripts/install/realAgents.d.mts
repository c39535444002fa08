// Types of ensureRealAgents.mjs for the tests.
export interface RealAgents {
  /** Path of Qwen Code's script, for Node 22 or newer. */
  readonly qwenScript: string;
  /** Path of pi's script, for Node 22 or newer. */
  readonly piScript: string;
  /** Path of the script of an older pi, which sends what the whole family once sent. */
  readonly olderPiScript: string;
  /** Path of the script of Claude's adapter, for Node 22 or newer. */
  readonly claudeScript: string;
  /** Path of Gemini CLI's script. */
  readonly geminiScript: string;
  /** Path of oh-my-pi's script, for bun. */
  readonly ohMyPiScript: string;
  /** Path of the program that runs oh-my-pi. */
  readonly bun: string;
}
export type RealAgentName = 'Qwen Code' | 'pi' | 'pi 0.73' | 'Claude' | 'Gemini CLI' | 'oh-my-pi';
/** Installs the named agents, or all of them, unless they are there. */
export function ensureRealAgents(names?: readonly RealAgentName[]): Promise<RealAgents>;
