// A file as a block of a prompt: an image, audio, or text; or why it cannot be one.
import { attachedText } from '../../../../src/core/session/content.ts';
import type { PanelState } from '../../../../src/core/panel/hostMessage.ts';
import { oneLine } from '../../../../src/core/text/oneLine.ts';
import { shortText } from '../../../text/shortText.ts';
import type { AttachedContent } from '../draft/attachment.ts';
import { attachStrings } from './attachStrings.ts';
import { base64, isImage, scaledImage } from './scaledImage.ts';

/** A larger image is not even decoded; what is sent of it is smaller. */
const LARGEST_IMAGE_BYTES = 30_000_000;
const LARGEST_AUDIO_BYTES = 20_000_000;
const LARGEST_TEXT_BYTES = 1_000_000;

/** The agent that is to take the file. */
export interface Recipient {
  /** Its name. */
  readonly title: string;
  readonly accepts: PanelState['promptCapabilities'];
}

/** Why a file is not attached, as far as that is known without reading it; undefined when it may be. */
export function refusalOf(file: File, { title, accepts }: Recipient): string | undefined {
  const name = shownName(file);
  if (file.type.startsWith('image/') && !isImage(file)) return attachStrings.unsupportedImage(name);
  if (isImage(file)) {
    if (!accepts.image) return attachStrings.imagesNotAccepted(name, title);
    return file.size > LARGEST_IMAGE_BYTES ? attachStrings.tooLarge(name, LARGEST_IMAGE_BYTES) : undefined;
  }
  if (isAudio(file)) {
    if (!accepts.audio) return attachStrings.audioNotAccepted(name, title);
    return file.size > LARGEST_AUDIO_BYTES ? attachStrings.tooLarge(name, LARGEST_AUDIO_BYTES) : undefined;
  }
  return file.size > LARGEST_TEXT_BYTES ? attachStrings.tooLarge(name, LARGEST_TEXT_BYTES) : undefined;
}

/** Reads a file that {@link refusalOf} does not refuse. Rejects with a message for the user. */
export async function fileBlock(file: File): Promise<AttachedContent> {
  if (isImage(file)) return scaledImage(file);
  if (isAudio(file)) {
    const mimeType = file.type.split(';', 1)[0] ?? file.type;
    return { block: { type: 'audio', data: await base64(file, shownName(file)), mimeType } };
  }
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) throw new Error(attachStrings.unreadable(shownName(file)));
  const text = textOf(new Uint8Array(bytes));
  if (text === undefined) throw new Error(attachStrings.binary(shownName(file)));
  return { block: attachedText(file.name, text) };
}

function isAudio({ type }: File): boolean {
  return type.startsWith('audio/');
}

function shownName({ name }: File): string {
  return shortText(oneLine(name)) || attachStrings.unnamed();
}

/** The text in UTF-8; undefined for anything else. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
