// Memories of what was laid out or drawn, which forget the oldest.

/** Adds a value to what is remembered, for which at most `limit` values have room. */
export function remember<Value>(memory: Map<string, Value>, key: string, value: Value, limit: number): void {
  const [oldest] = memory.keys();
  if (memory.size >= limit && oldest !== undefined) memory.delete(oldest);
  memory.set(key, value);
}
