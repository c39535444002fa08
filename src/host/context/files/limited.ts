// Work on a file system that may hang: a network that is gone, a device.
import { MentionError } from '../../../core/mentions/mentionError.ts';
import { contextStrings } from '../contextStrings.ts';

/** The time limit of one question to the file system, or of reading one file. */
const LIMIT_MS = 10_000;

/** Rejects with a MentionError when the work takes too long; what it does then is not awaited. */
export async function limited<T>(name: string, work: PromiseLike<T>, limitMs = LIMIT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new MentionError(contextStrings.tooSlow(name))), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
