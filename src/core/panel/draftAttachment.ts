// What is attached to a draft, as panels and the host name it to each other: its bytes cross once, to the host.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import {
  contentBlock,
  contentLength,
  type ContentBlock,
  pastedText,
  textOfPaste,
} from '../session/content.ts';

/** The length of what a panel gets of an attachment, in UTF-16 code units; also that of a thumbnail. */
export const MAX_SHOWN_LENGTH = 64_000;

/** Of a longer text, a panel shows the first characters. */
const EXCERPT_LENGTH = 1_000;

const thumbnail = z.object({ data: z.string(), mimeType: z.string() });
export type Thumbnail = Immutable<z.infer<typeof thumbnail>>;

/** An attachment as a panel shows it. */
export const shownAttachment = z.object({
  /** Unique among the attachments of a session. */
  id: z.string(),
  /** Of what is long, as much as is shown. */
  block: contentBlock,
  /** The size of the whole where `block` is a part of it: in UTF-16 code units, and in bytes. */
  whole: z.exactOptional(z.object({ length: z.number(), sizeBytes: z.number() })),
});
export type ShownAttachment = Immutable<z.infer<typeof shownAttachment>>;

/** What a panel has attached: the host has it from then on. */
export const newAttachment = z.object({
  id: z.string(),
  block: contentBlock,
  thumbnail: z.exactOptional(thumbnail),
});
export type NewAttachment = Immutable<z.infer<typeof newAttachment>>;

/** What is attached now, as a panel reports it: the host has all but what is new. */
export const attachmentList = z.array(z.union([z.string(), newAttachment]));
export type AttachmentList = Immutable<z.infer<typeof attachmentList>>;

const attachmentReference = z.object({ type: z.literal('attachment'), id: z.string() });

/** A part of a prompt as a panel sends it: what is attached is named, because the host has it. */
export const promptPart = z.union([attachmentReference, contentBlock]);
export type PromptPart = Immutable<z.infer<typeof promptPart>>;

/** What a panel gets to show of an attachment. */
export function toShown({ id, block, thumbnail: picture }: NewAttachment): ShownAttachment {
  const length = contentLength(block);
  if (length <= MAX_SHOWN_LENGTH) return { id, block };
  return { id, block: partOf(block, picture), whole: { length, sizeBytes: sizeOf(block) } };
}

function partOf(block: ContentBlock, picture: Thumbnail | undefined): ContentBlock {
  if (block.type === 'image') return { ...block, data: '', ...picture };
  if (block.type === 'audio') return { ...block, data: '' };
  if (block.type !== 'resource') return block;
  const { blob, text, ...rest } = block.resource;
  const part =
    text === undefined
      ? blob === undefined
        ? {}
        : { blob: '' }
      : { text: text.slice(0, EXCERPT_LENGTH).toWellFormed() };
  return { ...block, resource: { ...rest, ...part } };
}

function sizeOf(block: ContentBlock): number {
  if (block.type === 'resource' && block.resource.text !== undefined) return utf8Size(block.resource.text);
  // Base64 has four characters for three bytes.
  return Math.floor((contentLength(block) * 3) / 4);
}

function utf8Size(text: string): number {
  let size = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return size;
}

/** A prompt with what is attached to it; not complete where something cannot be found. */
export interface WholePrompt {
  readonly content: readonly ContentBlock[];
  readonly isComplete: boolean;
}

/** No two pasted texts have the same address. */
export function wholePrompt(
  parts: readonly PromptPart[],
  find: (id: string) => ContentBlock | undefined,
): WholePrompt {
  const found = parts.flatMap((part) => (part.type === 'attachment' ? (find(part.id) ?? []) : part));
  let pasted = 0;
  const content = found.map((block) => {
    const text = textOfPaste(block);
    return text === undefined ? block : pastedText(text, ++pasted);
  });
  return { content, isComplete: found.length === parts.length };
}
