// The events of terminals, whether Parley or the agent runs the command.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { terminalExit } from './state.ts';

export const terminalUpdates = [
  /** A command runs, started here or by the agent itself, or more is known about one that does. */
  z.object({
    type: z.literal('terminal_started'),
    at,
    terminalId: z.string(),
    isForeign: z.boolean(),
    /** The tool call with which the agent reports on a terminal of its own. */
    toolCallId: z.exactOptional(z.string()),
    command: z.exactOptional(z.string()),
    cwd: z.exactOptional(z.string()),
    env: z.exactOptional(z.record(z.string(), z.string())),
  }),
  /** More output, after `skippedBytes` that were too many to report. */
  z.object({
    type: z.literal('terminal_output'),
    at,
    terminalId: z.string(),
    data: z.string(),
    skippedBytes: z.number(),
  }),
  z.object({ type: z.literal('terminal_exited'), at, terminalId: z.string(), exit: terminalExit }),
] as const;
