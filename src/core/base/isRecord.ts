// Whether a value of JSON is an object. A schema would copy it to learn that, which costs too much for each message.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
