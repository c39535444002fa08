// Removes what killed windows left behind in the history folder: half-written files, locks, heartbeats.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOfLog, keyOfText, type HistoryFolder } from './historyFolder.ts';

/** No window still needs a file this old. */
const LEFTOVER_AGE_MS = 2 * 24 * 3_600_000;

/** `now` is in epoch milliseconds. Never rejects. */
export async function removeLeftovers(folder: HistoryFolder, now: number): Promise<void> {
  await removeHalfWritten(folder, now - LEFTOVER_AGE_MS);
  await removeOld(folder.windows, now - LEFTOVER_AGE_MS, () => true);
  const logs = new Set((await readdir(folder.path).catch(() => [])).map(keyOfLog));
  await removeOld(folder.locks, now - LEFTOVER_AGE_MS, (name) => !logs.has(name));
}

/** `until`: how new they may be, in epoch milliseconds. Never rejects. */
export async function removeHalfWritten(folder: HistoryFolder, until: number): Promise<void> {
  for (const path of [folder.path, folder.texts]) {
    await removeOld(path, until, (name) => name.endsWith('.tmp'));
  }
}

/** Removes the search texts of all sessions but these. Rejects when something could not be removed. */
export async function removeTextsBut(folder: HistoryFolder, keys: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder.texts).catch(() => [])) {
    if (keys.has(keyOfText(name) ?? '')) continue;
    await rm(join(folder.texts, name), { recursive: true, force: true });
  }
}

async function removeOld(
  folder: string,
  until: number,
  isLeftover: (name: string) => boolean,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isLeftover(name)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs > until) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}
