// Tool calls as agents send them: `tool_call`, `tool_call_update`, and the call of a permission request.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ToolCallContent, ToolCallPatch } from '../../core/session/toolCall/state.ts';
import { readContentBlock } from './contentSchema.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { readDiff, readDiffText } from './diffSchema.ts';
import { KINDS, parentCall } from './exactCall.ts';
import { lenient } from './lenient.ts';
import { locations } from './locationSchema.ts';
import { nearCall } from './near/nearCall.ts';
import { isChangeType } from './near/nearContents.ts';
import { rawValue } from './rawValue.ts';
import { idText } from './sentText.ts';
import { commandResult } from './near/commandResult.ts';
import { callStatusWord } from './statusWord.ts';
import { hasUnreadContent, hasUnreadLocation, isUnread } from './unreadParts.ts';

const typed = z.looseObject({ type: z.string() });

const wrapper = z.object({ content: z.unknown() });

const terminal = z.object({ type: z.literal('terminal'), terminalId: idText });

/** An item that cannot be read keeps its place as a placeholder (R64). */
function readToolCallContent(value: unknown): ToolCallContent {
  const head = typed.safeParse(value);
  if (!head.success) {
    const content = readContentBlock(value);
    if (content !== undefined) return { type: 'content', content };
    return readDiff(value) ?? { type: 'unknown', name: 'content' };
  }
  const { type } = head.data;
  return readKnownContent(type, value) ?? { type: 'unknown', name: type };
}

function readKnownContent(type: string, value: unknown): ToolCallContent | undefined {
  switch (type) {
    case 'content': {
      const wrapped = wrapper.safeParse(value);
      const content = wrapped.success ? readContentBlock(wrapped.data.content) : undefined;
      return content === undefined ? undefined : { type: 'content', content };
    }
    case 'diff':
      return readDiff(value) ?? readDiffText(value);
    case 'terminal':
      return terminal.safeParse(value).data;
    default: {
      // Some agents leave out the wrapper around a content block (R65).
      const content = readContentBlock(value);
      if (content !== undefined && content.type !== 'unknown') return { type: 'content', content };
      return readDiff(value) ?? (isChangeType(type) ? readDiffText(value) : undefined);
    }
  }
}

/** A text or a block in the place of the list. */
const single = z.pipe(
  z.union([z.string().check(z.minLength(1)), typed]),
  z.transform((item): readonly unknown[] => [item]),
);

const content = z.pipe(
  z.union([z.array(z.unknown()), single]),
  z.transform((items) => items.map(readToolCallContent)),
);

/** ACP's kinds in any letter case, and other words as they are. */
const kindWord = z.pipe(
  z.string(),
  z.transform((word) => (KINDS.has(word.toLowerCase()) ? word.toLowerCase() : word)),
);

/** A field as it is read, beside what was sent. */
function sent<T extends z.ZodMiniType>(schema: T) {
  const read = lenient(schema);
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => ({ sent: value, read: read.parse(value) })),
  );
}

const fields = {
  // An empty title says nothing, and takes none away.
  title: lenient(z.string().check(z.regex(/\S/))),
  name: sent(z.string()),
  kind: sent(kindWord),
  status: lenient(callStatusWord),
  content: sent(content),
  locations: sent(locations),
  rawInput: sent(rawValue),
  rawOutput: z.pipe(z.pipe(z.optional(z.unknown()), z.transform(commandResult)), rawValue),
  _meta: z.pipe(z.optional(z.unknown()), z.transform(parentCall)),
};

type Fields = z.infer<z.ZodMiniObject<typeof fields>>;

function patchOf(
  toolCallId: string,
  { _meta: parentToolCallId, name, kind, content, locations, rawInput, ...read }: Fields,
): ToolCallPatch {
  const isIncomplete =
    isUnread(name) ||
    isUnread(kind) ||
    hasUnreadContent(content) ||
    hasUnreadLocation(locations) ||
    // Levels were cut.
    (rawInput.read !== undefined && rawInput.read !== rawInput.sent);
  return {
    toolCallId,
    ...withoutUndefined({
      name: name.read,
      kind: kind.read,
      content: content.read,
      locations: locations.read,
      rawInput: rawInput.read,
      parentToolCallId,
      ...read,
    }),
    ...(isIncomplete ? { isIncomplete } : {}),
  };
}

/** What is present and usable of a call (R61); a repeated `tool_call` is a patch too (R62). */
export const toolCallPatch = z.pipe(
  z.pipe(nearCall, z.object({ toolCallId: idText, ...fields })),
  z.transform(({ toolCallId, ...read }) => patchOf(toolCallId, read)),
);

/**
 * The call of a permission request, which is asked about also where the agent does not say which call it is. Without any
 * call there is nothing to decide about.
 */
export const askedCall = z.pipe(
  z.pipe(nearCall, z.object({ toolCallId: lenient(idText), ...fields })),
  z.transform(({ toolCallId = `asked-${randomUUID()}`, ...rest }): ToolCallPatch =>
    patchOf(toolCallId, rest),
  ),
);
