// A tracked folder for each test of a file.
import { afterEach, beforeEach, vi } from 'vitest';
import { TrackedFolder } from './trackedFolder.ts';

/** The folder is another one in each test. */
export function useTrackedFolder(): TrackedFolder {
  const files = new TrackedFolder();
  beforeEach(() => void files.open());
  afterEach(() => files.dispose());
  return files;
}

/** Waits for what git has to find first. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 });
}
