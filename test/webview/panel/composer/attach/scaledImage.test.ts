// @vitest-environment happy-dom
// Images as they are attached, with the thumbnail that other pages show.
import { afterEach, expect, test, vi } from 'vitest';
import { scaledImage } from '../../../../../webview/panel/composer/attach/scaledImage.ts';
import { BROKEN, decodeImages } from '../../../../support/composer/decodedImages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const image = (content: string | Uint8Array<ArrayBuffer>): File =>
  new File([content], 'shot.png', { type: 'image/png' });

/** Longer than what panels show without a thumbnail. */
const LARGE = new Uint8Array(60_000);

test('a large image has a thumbnail', async () => {
  decodeImages(10, 10);
  expect((await scaledImage(image(LARGE))).thumbnail).toMatchObject({ mimeType: 'image/webp' });
});

test('an image of which no thumbnail can be made is attached without one', async () => {
  decodeImages(10, 10);
  class FullCanvas {
    getContext(): object {
      return { drawImage: () => undefined };
    }

    async convertToBlob(): Promise<Blob> {
      throw new DOMException('Encoding failed.', 'EncodingError');
    }
  }
  vi.stubGlobal('OffscreenCanvas', FullCanvas);
  const { block, thumbnail } = await scaledImage(image(LARGE));
  expect(block).toMatchObject({
    type: 'image',
    mimeType: 'image/png',
    data: expect.stringMatching(/^A{79999}/),
  });
  expect(thumbnail).toBeUndefined();
});

test('what cannot be decoded is refused by its name', async () => {
  decodeImages(10, 10);
  await expect(scaledImage(image(BROKEN))).rejects.toThrow('shot.png');
});
