// The content blocks of messages and tool calls, as the session state has them.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { HIDDEN } from '../text/hiddenCharacters.ts';

/**
 * A content block (ACP "Content"). Annotations and `_meta` are dropped. A block of a kind Parley does not know
 * is a placeholder with the kind's name (R53).
 */
export const contentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    /** Base64. */
    data: z.string(),
    mimeType: z.string(),
    uri: z.exactOptional(z.string()),
  }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.exactOptional(z.string()),
    description: z.exactOptional(z.string()),
    mimeType: z.exactOptional(z.string()),
    /** Bytes. */
    size: z.exactOptional(z.number()),
  }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({
      uri: z.string(),
      mimeType: z.exactOptional(z.string()),
      text: z.exactOptional(z.string()),
      /** Base64. */
      blob: z.exactOptional(z.string()),
    }),
  }),
  z.object({ type: z.literal('unknown'), name: z.string() }),
]);
export type ContentBlock = Immutable<z.infer<typeof contentBlock>>;

/** Appends a block; text that follows text becomes one block. Work does not depend on the text's length. */
export function appendContent(
  content: readonly ContentBlock[],
  block: ContentBlock,
): readonly ContentBlock[] {
  const last = content.at(-1);
  if (block.type === 'text' && last?.type === 'text') {
    return [...content.slice(0, -1), { type: 'text', text: last.text + block.text }];
  }
  return [...content, block];
}

/** The length of what a block holds, in UTF-16 code units. */
export function contentLength(block: ContentBlock): number {
  if (block.type === 'resource') return (block.resource.text ?? block.resource.blob ?? '').length;
  if (block.type === 'text') return block.text.length;
  return 'data' in block ? block.data.length : 0;
}

/** The text of all text blocks, joined as it was streamed. */
export function plainText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** A character that can be seen. */
const VISIBLE = new RegExp(`[^\\s${HIDDEN}]`, 'u');

/** Whether no block has anything to see. An empty list is blank. */
export function isBlank(content: readonly ContentBlock[]): boolean {
  return content.every((block) => {
    if (block.type === 'text') return !VISIBLE.test(block.text);
    return (block.type === 'image' || block.type === 'audio') && block.data === '' && !('uri' in block);
  });
}

/** How the addresses of pasted texts begin. */
const PASTED_TEXTS = 'parley:/pasted/';

/** The text as a block of a prompt. `number` counts the pasted texts of that prompt, from 1. */
export function pastedText(text: string, number: number): ContentBlock {
  return {
    type: 'resource',
    resource: { uri: `${PASTED_TEXTS}pasted-text-${number}.txt`, mimeType: 'text/plain', text },
  };
}

/** How the addresses of what is attached and in no file begin. */
const ATTACHED = 'parley:/attached/';

/** A text that is in no file as a block of a prompt: an untitled document, a variable, the output of a terminal. */
export function attachedText(name: string, text: string): ContentBlock {
  return { type: 'resource', resource: { uri: encodeAttachedName(name), mimeType: 'text/plain', text } };
}

/** The address of what is attached under a name and is in no file. */
export function encodeAttachedName(name: string): string {
  return `${ATTACHED}${encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed())}`;
}

/** The name in the address of an attached text or file; undefined for any other address. */
export function attachedName(uri: string): string | undefined {
  if (!uri.startsWith(ATTACHED)) return undefined;
  try {
    return decodeURIComponent(uri.slice(ATTACHED.length));
  } catch {
    return undefined;
  }
}

/** The length of an attachment's name, in UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

/** The text of a block that was pasted; undefined for any other block. */
export function textOfPaste(block: ContentBlock): string | undefined {
  return block.type === 'resource' && block.resource.uri.startsWith(PASTED_TEXTS)
    ? block.resource.text
    : undefined;
}
