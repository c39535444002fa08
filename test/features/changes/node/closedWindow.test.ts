// What an agent changes right before its window closes or ends is known in the next window.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  promptToRun,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function openedWindow(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

/** What is on the disk of the changes of sessions. */
function stored(): string {
  const folder = files.beside('changes');
  return (
    readdirSync(folder)
      // What is still being written is not what another window finds.
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  );
}

/** Another window, in which the session has come back. */
async function nextWindow(expected: () => void, window: TrackedWindow): Promise<void> {
  await eventually(async () => {
    await look(window);
    expected();
  });
}

test('a window that closes looks at the files once more', async () => {
  files.put('a.txt', 'a\n');
  const window = openedWindow();
  await promptToRun(window);
  await look(window);
  files.put('a.txt', 'agent\n');
  files.put('late.txt', 'agent\n');
  await window.tracker.flush();
  window.tracker.dispose();
  const next = openedWindow();
  await nextWindow(
    () => expect(listed(next)).toEqual(['modified a.txt +1 -1', 'created late.txt +1 -0']),
    next,
  );
  await next.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('a\n');
});

test('what changed unseen before a window ended at once is listed apart, and can be made the agent’s', async () => {
  files.put('a.txt', 'a\n');
  const window = openedWindow();
  await promptToRun(window);
  files.put('seen.txt', 'agent\n');
  await look(window);
  await eventually(() => expect(stored()).toContain('seen.txt'));
  files.put('a.txt', 'agent\n');
  const next = openedWindow();
  await nextWindow(
    () => expect([listed(next), others(next)]).toEqual([['created seen.txt +1 -0'], ['a.txt']]),
    next,
  );
  await next.tracker.review.claim(KEY, files.path('a.txt'));
  await next.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('a\n');
});

test('what is changed after the agent has ended its work is the user’s', async () => {
  const window = openedWindow();
  await turn(window, () => files.put('a.txt', 'agent\n'));
  window.clock.advance(10_000);
  await look(window);
  window.tracker.dispose();
  files.put('mine.txt', 'mine\n');
  const next = openedWindow();
  await nextWindow(() => expect(listed(next)).toEqual(['created a.txt +1 -0']), next);
  await prompt(next);
  await finishTurn(next);
  expect(others(next)).toEqual([]);
});
