// How a tool call of one agent is read beyond what ACP says.
import type { ToolCallPatch } from '../../core/session/toolCall/state.ts';

/** The call with what the agent's own spelling says. `cwd`: absolute, the folder of its session. */
export type ReadCall = (call: ToolCallPatch, cwd: string | undefined) => ToolCallPatch;
