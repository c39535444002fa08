// Content without what is too long to store: long texts are cut, and data is replaced by a placeholder.
import { startOf } from '../text/wholeCharacters.ts';
import type { ContentBlock } from './content.ts';
import { sessionStrings } from './sessionStrings.ts';
import type { ToolCallContent, ToolCallPatch } from './toolCall/state.ts';

/** In UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000_000;
/** In characters of base64. */
const MAX_DATA_LENGTH = 20_000_000;

/** A patch of a tool call without what is too long to store. */
export function shortCall(call: ToolCallPatch): ToolCallPatch {
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
    case 'terminal':
    case 'unknown':
      return content;
  }
}

/** A content block without what is too long to store. */
export function shortBlock(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: shortText(block.text) };
    case 'image':
    case 'audio':
      return block.data.length <= MAX_DATA_LENGTH ? block : { type: 'unknown', name: block.type };
    case 'resource': {
      const { blob, text, ...rest } = block.resource;
      return {
        ...block,
        resource: {
          ...rest,
          ...(text === undefined ? {} : { text: shortText(text) }),
          ...(blob === undefined || blob.length > MAX_DATA_LENGTH ? {} : { blob }),
        },
      };
    }
    case 'resource_link':
    case 'unknown':
      return block;
  }
}

/** A text that is not too long to store; `max` is in UTF-16 code units. */
export function shortText(text: string, max = MAX_TEXT_LENGTH): string {
  if (text.length <= max) return text;
  return `${startOf(text, max)}\n… (${sessionStrings.cut(text.length - max)})`;
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > MAX_TEXT_LENGTH;
}
