// Images from the clipboard as content blocks.
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { composerStrings } from './composerStrings.ts';

/** The formats that agents and models accept. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;
/** The limit of one image. */
const LARGEST_BYTES = 10_000_000;

/** The part of the clipboard to attach. */
export interface PastedImages {
  readonly images: readonly File[];
  /** Why a file is not attached; undefined when none is left out, or text is pasted instead. */
  readonly refusal: string | undefined;
}

/**
 * The images to paste. None where formatted text is on the clipboard, such as cells of a table: the image is then only a
 * picture of it. Text alone beside an image is the name of its file. `agent` is the agent's name.
 */
export function pastedImages(clipboard: DataTransfer, agent: string, acceptsImages: boolean): PastedImages {
  const hasText = clipboard.getData('text/plain').trim() !== '';
  if (clipboard.types.includes('text/html') && hasText) return { images: [], refusal: undefined };
  const files = [...clipboard.files];
  const refused = files.map((file) => ({ file, why: refusalOf(file, agent, acceptsImages) }));
  const images = refused.filter(({ why }) => why === undefined).map(({ file }) => file);
  const first = refused.find(({ why }) => why !== undefined)?.why;
  return { images, refusal: images.length === 0 && hasText ? undefined : first };
}

function refusalOf({ name, type, size }: File, agent: string, acceptsImages: boolean): string | undefined {
  if (!IMAGE.test(type)) return composerStrings.unsupportedFile(name);
  if (!acceptsImages) return composerStrings.imagesNotAccepted(name, agent);
  return size > LARGEST_BYTES ? composerStrings.imageTooLarge(name, LARGEST_BYTES) : undefined;
}

/** Reads an image. Rejects when the file cannot be read. */
export async function readImage(file: File): Promise<ContentBlock> {
  const url = await dataUrl(file);
  return { type: 'image', data: url.slice(url.indexOf(',') + 1), mimeType: file.type };
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error(composerStrings.unreadableImage(file.name))));
    reader.readAsDataURL(file);
  });
}
