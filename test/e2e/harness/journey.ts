// The test of a main feature that `npm test` runs as well; the others run in `npm run test:full` alone.
import { test } from 'vitest';

/**
 * A test that goes the main way of a feature from end to end, and needs no other test of its file before it. Each costs
 * `npm test` about ten seconds, a third of which is its window: prefer a second journey in a file to a new file.
 */
export function journey(name: string, body: () => Promise<void>): void {
  test(name, { tags: ['journey'] }, body);
}
