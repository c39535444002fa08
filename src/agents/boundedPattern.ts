// Tests a regular expression of an agent in bounded time: such an expression may be made to run for ever (R111).
import { createContext, Script } from 'node:vm';

/** Milliseconds a test may take. */
const TIME_LIMIT_MS = 100;

const script = new Script('new RegExp(pattern, "u").test(text)');

/** Whether `text` matches; undefined when `pattern` is no pattern, or the test takes too long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  try {
    // A context without anything but the two strings; the expression itself cannot run code.
    const result: unknown = script.runInContext(createContext({ pattern, text }), { timeout: TIME_LIMIT_MS });
    return typeof result === 'boolean' ? result : undefined;
  } catch {
    return undefined;
  }
}
