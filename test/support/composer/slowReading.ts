// Files that are pasted into the composer, and are read only when a test says so.
import { act, cleanup, createEvent, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { saveViewStates } from '../panel.tsx';
import { composerInput } from './composerInput.ts';
import { decodeImages } from './decodedImages.ts';

/** Readers of files that have not come to their end. */
let waiting: (() => void)[] = [];

class SlowReader extends FileReader {
  override readAsDataURL(file: Blob): void {
    waiting.push(() => super.readAsDataURL(file));
  }
}

/** Registers what is done before and after each test of a file. */
export function useSlowReading(): void {
  beforeEach(() => {
    decodeImages(10, 10);
    vi.stubGlobal('FileReader', SlowReader);
  });
  afterEach(() => {
    waiting = [];
    vi.unstubAllGlobals();
    cleanup();
    saveViewStates();
  });
}

/** How many files wait to be read. */
export function readersWaiting(): number {
  return waiting.length;
}

/** Reads what waits now. */
export function readWaiting(): void {
  for (const read of waiting.splice(0)) read();
}

/** Waits for something to read, and reads it. */
export async function finishReading(): Promise<void> {
  await waitFor(() => expect(waiting).not.toEqual([]));
  act(readWaiting);
}

/** A picture; its bytes are `AQID` in base64. */
export const SHOT = new File([new Uint8Array([1, 2, 3])], 'image.png', { type: 'image/png' });

/** Pastes files, with what else is on the clipboard by its type. */
export function paste(texts: Readonly<Record<string, string>> = {}, files: readonly File[] = [SHOT]): Event {
  const event = createEvent.paste(composerInput(), {
    clipboardData: {
      files,
      types: [...Object.keys(texts), ...(files.length === 0 ? [] : ['Files'])],
      getData: (type: string) => texts[type] ?? '',
    },
  });
  fireEvent(composerInput(), event);
  return event;
}
