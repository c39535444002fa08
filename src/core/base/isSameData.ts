// Compares data as JSON has it.

/** Deeper down, values count as different: comparing must not exhaust the stack. */
const MAX_DEPTH = 200;

/** Whether two values of JSON say the same, whatever the order of their fields; an absent field is `undefined`. */
export function isSameData(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other) || depth >= MAX_DEPTH) return false;
  const fields = new Map(presentFields(one));
  const others = presentFields(other);
  return (
    fields.size === others.length &&
    others.every(([name, value]) => fields.has(name) && isSameData(fields.get(name), value, depth + 1))
  );
}

function presentFields(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}
