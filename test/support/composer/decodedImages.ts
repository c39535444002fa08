// Stands for the browser's decoder of images: every one has the same size, and those whose bytes are none are refused.
import { vi } from 'vitest';

/** What cannot be decoded. */
export const BROKEN = 'no image';

/** Decodes images as `width` x `height` pixels until `vi.unstubAllGlobals`. A scaled one holds its own size as text. */
export function decodeImages(width: number, height: number): void {
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    if ((await blob.text()) === BROKEN) throw new Error('The source image could not be decoded.');
    return { width, height, close: () => undefined };
  });
  vi.stubGlobal('OffscreenCanvas', ScaledCanvas);
}

class ScaledCanvas {
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  getContext(): object {
    return { drawImage: () => undefined };
  }

  async convertToBlob({ type }: { readonly type: string }): Promise<Blob> {
    return new Blob([`${this.width}x${this.height}`], { type });
  }
}
