// A copy of a stored session as a session of its own, for a CLI that has no command for that.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const header = z.looseObject({ type: z.literal('session'), id: z.string() });

/**
 * Writes a copy beside the file, with an id of its own, and returns its path. Rejects where the file cannot be read, or
 * does not begin with the header of a session.
 */
export async function copyStoredSession(sessionPath: string): Promise<string> {
  const text = await readFile(sessionPath, 'utf8');
  const end = text.indexOf('\n');
  const id = randomUUID();
  const first: unknown = JSON.parse(end < 0 ? text : text.slice(0, end));
  const copied = { ...header.parse(first), id, timestamp: new Date().toISOString() };
  const path = join(dirname(sessionPath), `${copied.timestamp.replaceAll(/[:.]/g, '-')}_${id}.jsonl`);
  await writeFile(path, `${JSON.stringify(copied)}\n${end < 0 ? '' : text.slice(end + 1)}`, {
    flag: 'wx',
    mode: 0o600,
  });
  return path;
}
