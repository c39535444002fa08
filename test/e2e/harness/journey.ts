// The test of a feature that `npm test` runs as well; the others of its file run in `npm run test:full` alone.
import { test } from 'vitest';

/** A test that goes the main way of a feature from end to end, and needs no other test of its file before it. */
export function journey(name: string, body: () => Promise<void>): void {
  test(name, { tags: ['journey'] }, body);
}
