// What of an event is kept when it is too long for a log: the ends of very long texts and of raw data are not.
import type { ContentBlock } from '../session/content.ts';
import type { SessionEvent } from '../session/events.ts';
import type { ToolCallContent, ToolCallPatch } from '../session/toolCall.ts';

/** Texts of a long event are cut to this many UTF-16 code units. */
const LONG_TEXT = 1_000_000;
/** Base64 data beyond this many characters is replaced by a placeholder. */
const LONG_DATA = 20_000_000;

/** An event without what is too long to be kept. */
export function shortEvent(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case 'message_chunk':
      return { ...event, content: shortBlock(event.content) };
    case 'prompt_started':
      return { ...event, content: event.content.map(shortBlock) };
    case 'tool_call':
    case 'permission_requested':
    case 'permission_decided':
      return { ...event, call: shortCall(event.call) };
    default:
      return event;
  }
}

function shortCall(call: ToolCallPatch): ToolCallPatch {
  const { rawInput, rawOutput, ...rest } = call;
  return {
    ...rest,
    ...(call.content === undefined ? {} : { content: call.content.map(shortContent) }),
    ...(isLong(rawInput) ? {} : { rawInput }),
    ...(isLong(rawOutput) ? {} : { rawOutput }),
  };
}

function shortContent(content: ToolCallContent): ToolCallContent {
  switch (content.type) {
    case 'content':
      return { ...content, content: shortBlock(content.content) };
    case 'diff':
      return {
        ...content,
        ...(content.oldText === undefined ? {} : { oldText: shortText(content.oldText) }),
        newText: shortText(content.newText),
      };
    default:
      return content;
  }
}

function shortBlock(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: shortText(block.text) };
    case 'image':
    case 'audio':
      return block.data.length <= LONG_DATA ? block : { type: 'unknown', name: block.type };
    case 'resource': {
      const { blob, text, ...rest } = block.resource;
      return {
        ...block,
        resource: {
          ...rest,
          ...(text === undefined ? {} : { text: shortText(text) }),
          ...(blob === undefined || blob.length > LONG_DATA ? {} : { blob }),
        },
      };
    }
    default:
      return block;
  }
}

function shortText(text: string): string {
  if (text.length <= LONG_TEXT) return text;
  return `${text.slice(0, LONG_TEXT).replace(/[\uD800-\uDBFF]$/, '')}\n… (${text.length - LONG_TEXT} more characters were not kept)`;
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > LONG_TEXT;
}
