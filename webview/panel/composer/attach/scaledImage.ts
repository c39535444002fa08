// Images as models take them: decoded, turned upright and scaled down by the browser, off the main thread.
import { encodeAttachedName } from '../../../../src/core/session/content.ts';
import { MAX_SHOWN_LENGTH, type Thumbnail } from '../../../../src/core/panel/draftAttachment.ts';
import type { AttachedContent } from '../draft/attachment.ts';
import { attachStrings } from './attachStrings.ts';

/** What browsers decode. */
const IMAGE = /^image\/(?:png|jpeg|gif|webp|bmp|avif)$/;
/** What models decode. */
const UNCHANGED = /^image\/(?:png|jpeg|gif|webp)$/;
/** Models scale larger images down themselves, after they were transferred. Pixels. */
const LONGEST_SIDE_PX = 1568;
const THUMBNAIL_SIDE_PX = 320;
/** What models accept of one image, before it is written as base64. */
const LARGEST_SENT_BYTES = 3_750_000;
/** A JPEG says in this part how the camera was held, and where. */
const EXIF_SEARCH_BYTES = 65_536;
const QUALITY = 0.85;

export function isImage({ type }: Blob): boolean {
  return IMAGE.test(type);
}

/** The image as a block of a prompt. Rejects with a message for the user. */
export async function scaledImage(file: File): Promise<AttachedContent> {
  const { scaled, thumbnail } = await decoded(file, async (bitmap) => {
    const image = await scale(file, bitmap);
    // Without a thumbnail it is attached as well.
    return { scaled: image, thumbnail: await thumbnailOf(image, bitmap).catch(() => undefined) };
  });
  if (scaled.size > LARGEST_SENT_BYTES)
    throw new Error(attachStrings.tooLarge(file.name, LARGEST_SENT_BYTES));
  const name = nameOf(file);
  const block = { type: 'image', data: await base64(scaled, file.name), mimeType: scaled.type } as const;
  return {
    block: name === undefined ? block : { ...block, uri: encodeAttachedName(name) },
    ...(thumbnail === undefined ? {} : { thumbnail }),
  };
}

/** Browsers give each pasted image this name. */
function nameOf({ name }: File): string | undefined {
  return name === '' || /^image\.\w+$/.test(name) ? undefined : name;
}

async function decoded<T>(file: File, use: (bitmap: ImageBitmap) => Promise<T>): Promise<T> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) throw new Error(attachStrings.undecodable(file.name));
  try {
    return await use(bitmap);
  } finally {
    bitmap.close();
  }
}

async function scale(file: File, bitmap: ImageBitmap): Promise<Blob> {
  const isSmall = Math.max(bitmap.width, bitmap.height) <= LONGEST_SIDE_PX;
  if (isSmall && UNCHANGED.test(file.type) && file.size <= LARGEST_SENT_BYTES && !(await hasExif(file))) {
    return file;
  }
  const canvas = drawn(bitmap, LONGEST_SIDE_PX);
  if (canvas === undefined) throw new Error(attachStrings.undecodable(file.name));
  const isPhoto = file.type === 'image/jpeg';
  const first = await canvas.convertToBlob(
    isPhoto ? { type: 'image/jpeg', quality: QUALITY } : { type: 'image/png' },
  );
  // A photo that was stored as PNG.
  return first.size <= LARGEST_SENT_BYTES
    ? first
    : await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
}

/** What other pages show of an image whose bytes the host has; undefined for one that is small. */
async function thumbnailOf(image: Blob, bitmap: ImageBitmap): Promise<Thumbnail | undefined> {
  if (image.size * 4 <= MAX_SHOWN_LENGTH * 3) return undefined;
  const canvas = drawn(bitmap, THUMBNAIL_SIDE_PX);
  const blob = await canvas?.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return blob === undefined ? undefined : { data: await base64(blob, ''), mimeType: blob.type };
}

function drawn(bitmap: ImageBitmap, longestSide: number): OffscreenCanvas | undefined {
  const ratio = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const side = (length: number): number => Math.max(1, Math.round(length * ratio));
  const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Whether a camera wrote how the image is to be turned, which models ignore, and where it was taken. */
async function hasExif(file: File): Promise<boolean> {
  if (file.type !== 'image/jpeg') return false;
  const start = new Uint8Array(await file.slice(0, EXIF_SEARCH_BYTES).arrayBuffer());
  return new TextDecoder('latin1').decode(start).includes('Exif\0\0');
}

/** The bytes of a blob as base64. Rejects when it cannot be read. */
export function base64(blob: Blob, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error(attachStrings.unreadable(name))));
    reader.readAsDataURL(blob);
  });
}
