// How tests wait: for what is resolved already, or for a condition outside of their process.

/** Lets everything run that waits for promises which are resolved already. */
export function flushMicrotasks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Polls until `look` finds something (neither false nor undefined) and resolves to it; fails after `seconds`. */
export async function waitUntil<T>(
  look: () => T | false | undefined,
  what: string,
  seconds = 20,
): Promise<T> {
  for (const end = Date.now() + seconds * 1_000; ;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Never happened: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
