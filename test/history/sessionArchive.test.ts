// The history as one window uses it: what can be restored, and when settings apply.
import { expect, onTestFinished, test } from 'vitest';
import { Emitter } from '../../src/core/base/lifecycle.ts';
import type { HistorySettings } from '../../src/history/historyOptions.ts';
import { SessionArchive } from '../../src/history/sessionArchive.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { openWindow, temporaryFolder } from '../support/history/historyWindow.ts';
import { dispatchAll, turn, unlimited } from '../support/history/sessionTurns.ts';
import { sessionsOf } from '../support/sessions.ts';

function openArchive(folder: string, settings: () => HistorySettings = () => unlimited) {
  const { store, sessions, log } = sessionsOf();
  const settingsChanged = new Emitter<void>();
  const archive = new SessionArchive({
    folder,
    store,
    sessions,
    clock: systemClock,
    log,
    settings,
    onSettingsChange: settingsChanged.event,
    onError: (error) => expect.fail(JSON.stringify(error)),
  });
  onTestFinished(async () => {
    await archive.close();
    archive.dispose();
  });
  return { archive, store, settingsChanged };
}

test('a session of a closed window is restored, once', async () => {
  const folder = temporaryFolder();
  const before = await openWindow(folder);
  before.store.create('one', 'A', '/work');
  dispatchAll(before.store, 'one', turn('Hello', 'Good morning'));
  await before.close();
  const { archive, store } = openArchive(folder);
  expect(await archive.restore('one')).toBe('restored');
  expect(store.state('one')?.entriesMade).toBe(3);
  expect(await archive.restore('one')).toBe('restored');
  expect(store.keys()).toEqual(['one']);
});

test('a session that is open in another window can be read, and is not restored', async () => {
  const folder = temporaryFolder();
  const other = await openWindow(folder);
  other.store.create('one', 'A', '/work');
  dispatchAll(other.store, 'one', turn('Hello', 'Good morning'));
  await other.history.flush();
  const { archive, store } = openArchive(folder);
  expect(await archive.restore('one')).toBe('open-in-other-window');
  expect(store.keys()).toEqual([]);
  expect((await archive.state('one'))?.entriesMade).toBe(3);
});

test('a session without a transcript is missing, and does not stay locked', async () => {
  const folder = temporaryFolder();
  const { archive } = openArchive(folder);
  expect(await archive.restore('none')).toBe('missing');
  const other = await openWindow(folder);
  expect(await other.history.claim('none')).toBe(true);
});

test('settings are read at the start and when they change, and not in between', async () => {
  let reads = 0;
  const { archive, store, settingsChanged } = openArchive(temporaryFolder(), () => {
    reads++;
    return unlimited;
  });
  store.create('one', 'A', '/work');
  dispatchAll(store, 'one', turn('Hello', 'Good morning'));
  await archive.opened();
  expect(reads).toBe(1);
  settingsChanged.fire();
  expect(reads).toBe(2);
});
