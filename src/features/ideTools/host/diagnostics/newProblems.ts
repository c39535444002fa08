// Distinguishes problems that came from those that were there before, wherever their lines have moved to.

/** The part of a problem that says which one it is. */
export interface Problem {
  readonly message: string;
  readonly severity: number;
  readonly source?: string | undefined;
  readonly code?: unknown;
}

/** The problems in `now` that were not in `before`; the same problem twice is new where it was there once. */
export function newProblems<P extends Problem>(now: readonly P[], before: readonly Problem[]): readonly P[] {
  const left = new Map<string, number>();
  for (const each of before) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + 1);
  return now.filter((each) => {
    const count = left.get(keyOf(each)) ?? 0;
    if (count > 0) left.set(keyOf(each), count - 1);
    return count === 0;
  });
}

function keyOf({ message, severity, source, code }: Problem): string {
  const value = typeof code === 'object' && code !== null && 'value' in code ? code.value : code;
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return JSON.stringify([severity, source ?? '', text, message]);
}
