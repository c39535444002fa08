// What a table has for a word of an agent, which may be that of a property that every object has.

/** The table's own value for a word; undefined where it has none, also for `constructor`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
