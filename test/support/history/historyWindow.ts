// What the tests of the history share: a folder that goes, and windows on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { systemClock } from '../../../packages/process/systemClock.ts';
import { History } from '../../../src/history/history.ts';
import type { HistoryError, HistorySecrets, HistorySettings } from '../../../src/history/historyOptions.ts';
import { MemoryLog } from '../log.ts';
import { unlimited } from './sessionTurns.ts';

/** A folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'history');
}

export interface TestWindow {
  readonly history: History;
  readonly store: SessionStore;
  readonly log: MemoryLog;
  readonly errors: readonly HistoryError[];
  /** Everything that happens before the extension host ends. */
  close(): Promise<void>;
}

/** A window of VS Code, as far as the history knows: with a store whose sessions it stores. */
export async function openWindow(
  folder: string,
  settings: () => HistorySettings = () => unlimited,
  secrets?: HistorySecrets,
): Promise<TestWindow> {
  const log = new MemoryLog();
  const store = new SessionStore();
  const history = History.open({
    folder,
    clock: systemClock,
    log,
    settings,
    ...(secrets === undefined ? {} : { secrets }),
  });
  const errors: HistoryError[] = [];
  history.onError((error) => errors.push(error));
  const recording = history.record(store);
  await history.refresh();
  const close = async (): Promise<void> => {
    await history.close();
    recording.dispose();
    history.dispose();
  };
  onTestFinished(close);
  return { history, store, log, errors, close };
}
