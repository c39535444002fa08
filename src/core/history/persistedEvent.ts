// What of an event or an entry is not kept: the words of agents' notices, and what is too long for a log.
import type { ContentBlock } from '../session/content.ts';
import type { Entry } from '../session/entries.ts';
import type { SessionEvent } from '../session/events.ts';
import type { ToolCallContent, ToolCallPatch } from '../session/toolCall.ts';
import { startOf } from '../text/wholeCharacters.ts';

/** Texts of a long event are cut to this many UTF-16 code units. */
const LONG_TEXT = 1_000_000;
/** Base64 data beyond this many characters is replaced by a placeholder. */
const LONG_DATA = 20_000_000;

/** An event as it is kept. A notice of the agent leaves only its place, which gives the entries after it their ids. */
export function persistedEvent(event: SessionEvent): SessionEvent {
  return event.type === 'notice' && event.isLiveOnly === true ? { ...event, text: '' } : event;
}

/** An entry as it is kept, like {@link persistedEvent}. */
export function keptEntry(entry: Entry): Entry {
  return entry.kind === 'notice' && entry.isLiveOnly === true ? { ...entry, text: '' } : entry;
}

/** An entry without what is too long to be kept, like {@link shortEvent}. */
export function shortEntry(entry: Entry): Entry {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      return { ...entry, content: entry.content.map(shortBlock) };
    case 'tool': {
      const { rawInput: _input, rawOutput: _output, ...call } = entry.call;
      return { ...entry, call: { ...call, ...shortCall(entry.call) } };
    }
    default:
      return entry;
  }
}

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
  return `${startOf(text, LONG_TEXT)}\n… (${text.length - LONG_TEXT} more characters were not kept)`;
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > LONG_TEXT;
}
