// The keys of sessions that were made of a recording: they are in no history, and no agent has them.

const PREFIX = 'recorded:';

/** `id`: unique in the window. */
export function recordedKey(id: string): string {
  return PREFIX + id;
}

export function isRecordedKey(key: string): boolean {
  return key.startsWith(PREFIX);
}
