// Removes what windows that were killed left behind in the history folder: half-written files, locks, signs of life.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOfLog, type HistoryFolder } from './historyFolder.ts';

/** After how many milliseconds such a file is nobody's any more: two days. */
const FORGOTTEN = 2 * 24 * 3_600_000;

/** `now` is in epoch milliseconds. Never rejects. */
export async function removeLeftovers(folder: HistoryFolder, now: number): Promise<void> {
  await removeOld(folder.path, now, (name) => name.endsWith('.tmp'));
  await removeOld(folder.texts, now, (name) => name.endsWith('.tmp'));
  await removeOld(folder.windows, now, () => true);
  const logs = new Set((await readdir(folder.path).catch(() => [])).map(keyOfLog));
  await removeOld(folder.locks, now, (name) => !logs.has(name));
}

async function removeOld(folder: string, now: number, isLeftover: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isLeftover(name)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || now - stats.mtimeMs < FORGOTTEN) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}
