// Terminals that an agent runs itself and reports in `_meta` of its tool calls: a convention of several agents (R70).
import * as z from 'zod/mini';
import type { Update } from './updateSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { isRecord } from '../../core/base/isRecord.ts';
import { lenient } from './lenient.ts';
import { idText } from './sentText.ts';

/** Most agents name the terminal; where they do not, it is that of the tool call. */
const terminalId = lenient(idText);

const piece = lenient(z.object({ terminal_id: terminalId, data: z.string() }));

const meta = z.object({
  terminal_info: lenient(z.object({ terminal_id: terminalId, cwd: lenient(z.string()) })),
  terminal_output: piece,
  terminal_output_delta: piece,
  terminal_exit: lenient(
    z.object({
      terminal_id: terminalId,
      exit_code: lenient(z.int()),
      signal: lenient(z.string()),
    }),
  ),
});

const notification = z.object({
  sessionId: z.string(),
  update: z.object({
    sessionUpdate: z.enum(['tool_call', 'tool_call_update']),
    toolCallId: idText,
    _meta: meta,
  }),
});

/** The events of such terminals in the params of a `session/update`, in its order. Never throws. */
export function readForeignTerminals(params: unknown): readonly Update[] {
  // Most updates have no metadata, and what fails costs more than what is absent.
  if (!isRecord(params) || !isRecord(params['update']) || !isRecord(params['update']['_meta'])) return [];
  const update = notification.safeParse(params).data?.update;
  const meta = update?._meta;
  if (update === undefined || meta === undefined) return [];
  const { toolCallId } = update;
  const updates: Update[] = [];
  const { terminal_info: info, terminal_exit: exit } = meta;
  if (info !== undefined) {
    updates.push({
      type: 'terminal_started',
      terminalId: info.terminal_id ?? toolCallId,
      isForeign: true,
      toolCallId,
      ...withoutUndefined({ cwd: info.cwd }),
    });
  }
  for (const output of [meta.terminal_output, meta.terminal_output_delta]) {
    if (output === undefined || output.data === '') continue;
    updates.push({
      type: 'terminal_output',
      terminalId: output.terminal_id ?? toolCallId,
      data: output.data,
      skippedBytes: 0,
    });
  }
  if (exit !== undefined) {
    updates.push({
      type: 'terminal_exited',
      terminalId: exit.terminal_id ?? toolCallId,
      exit: { code: exit.exit_code ?? null, signal: exit.signal ?? null },
    });
  }
  return updates;
}
