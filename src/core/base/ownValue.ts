// Looks up an agent's text in a table, where it may be the name of a property that every object has.

/** The table's own value for a key; undefined where it has none, also for `constructor`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
