// What a process writes to its keeper: a line for each change of the list of what it owns.
import { parsedJson } from '../json.ts';
import type { OwnedProcess } from '../ownership.ts';

export type KeeperMessage = { readonly own: OwnedProcess } | { readonly disown: string };

export function writeMessage(message: KeeperMessage): string {
  return `${JSON.stringify(message)}\n`;
}

/** The message of a line; undefined for anything else, such as one that was cut off. */
export function readMessage(line: string): KeeperMessage | undefined {
  const value = parsedJson(line);
  if (!isRecord(value)) return undefined;
  if (typeof value['disown'] === 'string') return { disown: value['disown'] };
  const own = value['own'];
  if (!isRecord(own) || typeof own['marker'] !== 'string' || own['marker'] === '') return undefined;
  const { marker, leader } = own;
  if (!isRecord(leader)) return { own: { marker } };
  const { pid, startTime } = leader;
  // 0 and -1 would stand for whole groups, and 1 is the system's own.
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 1 || typeof startTime !== 'number') {
    return { own: { marker } };
  }
  return { own: { marker, leader: { pid, startTime } } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
