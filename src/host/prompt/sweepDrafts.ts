// Removes what is left of drafts and unsent prompts of sessions that are gone; loaded once a window, some time after its start.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drafts } from './drafts.ts';

/** What was changed since then may belong to another window, or be looked for by the user. */
const MIN_AGE_MS = 30 * 24 * 3_600_000;

/** The file of a draft, or what was put aside of one, or what a window left that ended while it wrote. */
const DRAFT = /^(.*)\.json(\.unreadable|\.[\da-f-]+\.tmp)?$/;

export interface SweepOptions {
  /** Absolute. */
  readonly folder: string;
  readonly drafts: Pick<Drafts, 'forget' | 'isInEditor'>;
  /** Whether a chat has not said yet which session it shows. */
  readonly hasUnfilledChats: () => boolean;
  /** Whether a session exists, or may exist. */
  readonly isSession: (key: string) => Promise<boolean>;
}

/** Rejects when something cannot be removed. */
export async function sweepDrafts({
  folder,
  drafts,
  hasUnfilledChats,
  isSession,
}: SweepOptions): Promise<void> {
  const before = Date.now() - MIN_AGE_MS;
  const oldIn = async (path: string): Promise<readonly string[]> => {
    const old: string[] = [];
    for (const name of await readdir(path).catch(() => [])) {
      const stats = await stat(join(path, name)).catch(() => undefined);
      // What is put aside keeps the time at which it was written, but not that at which it was renamed.
      if (stats?.isFile() === true && Math.max(stats.mtimeMs, stats.ctimeMs) < before) old.push(name);
    }
    return old;
  };
  const gone = new Set<string>();
  for (const name of await oldIn(join(folder, 'drafts'))) {
    const [, encoded, end] = DRAFT.exec(name) ?? [];
    const key = encoded === undefined ? undefined : decoded(encoded);
    if (end?.endsWith('.tmp') === true) await rm(join(folder, 'drafts', name), { force: true });
    else if (key !== undefined && !drafts.isInEditor(key) && !(await isSession(key))) gone.add(key);
  }
  if (gone.size > 0 && !hasUnfilledChats()) drafts.forget([...gone]);
  for (const part of ['', 'unsent-prompts'])
    for (const name of await oldIn(join(folder, part)))
      if (/\.json\.(unreadable|[\da-f-]+\.tmp)$/.test(name))
        await rm(join(folder, part, name), { force: true });
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
