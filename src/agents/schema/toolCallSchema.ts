// Tool calls as agents send them: `tool_call`, `tool_call_update`, and the call of a permission request.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ToolCallContent, ToolCallPatch } from '../../core/session/toolCall.ts';
import { readContentBlock } from './contentSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient } from './lenient.ts';
import { filePath, locations } from './locationSchema.ts';
import { rawValue } from './rawValue.ts';
import { statusWord } from './statusWord.ts';

const typed = z.looseObject({ type: z.string() });

const diff = z.pipe(
  z.object({
    type: z.literal('diff'),
    path: lenient(filePath),
    /** Null or absent for a new file (R67). */
    oldText: lenient(z.string()),
    newText: z.string(),
  }),
  z.transform(({ path, newText, ...rest }): ToolCallContent =>
    path === undefined
      ? { type: 'content', content: { type: 'text', text: newText } }
      : { path, newText, ...withoutUndefined(rest) },
  ),
);

const terminal = z.object({ type: z.literal('terminal'), terminalId: z.string() });

/** An item that cannot be read keeps its place as a placeholder (R64). */
function readToolCallContent(value: unknown): ToolCallContent {
  const head = typed.safeParse(value);
  if (!head.success) {
    const content = readContentBlock(value);
    return content === undefined ? { type: 'unknown', name: 'content' } : { type: 'content', content };
  }
  const { type } = head.data;
  return readKnownContent(type, value) ?? { type: 'unknown', name: type };
}

function readKnownContent(type: string, value: unknown): ToolCallContent | undefined {
  switch (type) {
    case 'content': {
      const wrapped = z.object({ content: z.unknown() }).safeParse(value);
      const content = wrapped.success ? readContentBlock(wrapped.data.content) : undefined;
      return content === undefined ? undefined : { type: 'content', content };
    }
    case 'diff':
      return diff.safeParse(value).data;
    case 'terminal':
      return terminal.safeParse(value).data;
    default: {
      // Some agents leave out the wrapper around a content block (R65).
      const content = readContentBlock(value);
      return content === undefined || content.type === 'unknown' ? undefined : { type: 'content', content };
    }
  }
}

/** Where Claude's adapter names the sub-agent's call that a call belongs to. */
const meta = z.object({ claudeCode: z.object({ parentToolUseId: z.string().check(z.minLength(1)) }) });

/** A text or a block in the place of the list. */
const single = z.pipe(
  z.union([z.string().check(z.minLength(1)), typed]),
  z.transform((item): readonly unknown[] => [item]),
);

const fields = {
  title: lenient(z.string()),
  name: lenient(z.string()),
  kind: lenient(z.string()),
  status: lenient(statusWord),
  content: lenient(
    z.pipe(
      z.union([z.array(z.unknown()), single]),
      z.transform((items) => items.map(readToolCallContent)),
    ),
  ),
  locations: lenient(locations),
  rawInput: rawValue,
  rawOutput: rawValue,
  _meta: lenient(meta),
};

type Fields = Partial<z.infer<z.ZodMiniObject<typeof fields>>>;

function patchOf(toolCallId: string, { _meta, ...read }: Fields): ToolCallPatch {
  return {
    toolCallId,
    ...withoutUndefined(read),
    ...(_meta === undefined ? {} : { parentToolCallId: _meta.claudeCode.parentToolUseId }),
  };
}

/** What is present and usable of a call (R61); a repeated `tool_call` is a patch too (R62). */
export const toolCallPatch = z.pipe(
  z.object({ toolCallId: z.string(), ...fields }),
  z.transform(({ toolCallId, ...read }) => patchOf(toolCallId, read)),
);

/**
 * The call of a permission request, which is asked about also where the agent does not say which call it is. Without any
 * call there is nothing to decide about.
 */
export const askedCall = z.pipe(
  z.object({ toolCallId: lenient(z.string()), ...fields }),
  z.transform(({ toolCallId = `asked-${randomUUID()}`, ...rest }): ToolCallPatch =>
    patchOf(toolCallId, rest),
  ),
);
