// Images from the clipboard as content blocks.
import type { ContentBlock } from '../../../src/core/session/content.ts';

/** What agents and models take as images. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;
/** Bytes of one image. */
const LARGEST = 10_000_000;

/**
 * The images to paste. None where formatted text is on the clipboard, such as cells of a table: the image is then only a
 * picture of it. Text alone beside an image is the name of its file.
 */
export function pastedImages(clipboard: DataTransfer): readonly File[] {
  if (clipboard.types.includes('text/html') && clipboard.getData('text/plain').trim() !== '') return [];
  return [...clipboard.files].filter(({ type, size }) => IMAGE.test(type) && size <= LARGEST);
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
    reader.addEventListener('error', () => reject(new Error(`The image ${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });
}
