// Which of the changed files are read to say what is open in them: none that a look has just read and that are the same since.
import { lstatSync, rmSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileState } from '../../../../src/core/changes/fileState.ts';
import { OpenFiles } from '../../../../src/features/changes/node/openFiles.ts';
import { stampOf } from '../../../../src/features/changes/node/watch/fileTimes.ts';
import { asFile } from '../../../support/changes/lineEnds.ts';
import { waitUntil } from '../../../support/wait.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const before: FileState = { kind: 'text', text: asFile('one\n') };
/** What the look found; what is on the disk says whether that was read again. */
const seen: FileState = { kind: 'text', text: asFile('one\nseen\n') };
const ON_DISK = 'one\non\ndisk\n';

function stampNow(name: string): string | undefined {
  return stampOf(lstatSync(files.path(name), { bigint: true }), Date.now());
}

/** Resolves to how many lines are added to the file, as the list shows it. */
async function added(after: FileState, meanwhile: () => void = () => undefined): Promise<number | undefined> {
  const open = new OpenFiles({
    folders: () => [files.folder],
    editors: {
      unsavedText: () => undefined,
      isUnsaved: () => false,
      replaceUnsaved: async () => false,
      follow: async () => undefined,
      save: async () => undefined,
    },
  });
  files.put('a.txt', ON_DISK);
  await waitUntil(() => stampNow('a.txt') !== undefined, 'the file being old enough');
  open.see(seen, stampNow('a.txt') ?? '');
  meanwhile();
  const found = await open.find(new Map([[files.path('a.txt'), { before, after }]]));
  return found[0]?.review.added;
}

test('a file that is as the look found it is not read again', async () => {
  expect(await added(seen)).toBe(1);
});

test.each([
  ['was written again with the same size', () => files.put('a.txt', ON_DISK)],
  ['has got another time', () => utimesSync(files.path('a.txt'), 1, 1)],
  [
    'was replaced',
    () => {
      rmSync(files.path('a.txt'));
      files.put('a.txt', ON_DISK);
    },
  ],
])('one that %s is', async (_what, change) => {
  expect(await added(seen, change)).not.toBe(1);
});

test('one that holds what another look found is', async () => {
  expect(await added({ kind: 'text', text: asFile(ON_DISK) })).toBe(2);
});

test('a file that changed a moment before the look is no evidence', () => {
  files.put('a.txt', ON_DISK);
  const stats = lstatSync(files.path('a.txt'), { bigint: true });
  const changedAt = Number(stats.ctimeNs / 1_000_000n);
  const tickMs = stats.ctimeNs % 1_000_000n === 0n ? 2_000 : 50;
  expect(stampOf(stats, changedAt + tickMs)).toBeUndefined();
  expect(stampOf(stats, changedAt + tickMs + 1)).toBeDefined();
});
