// What can be done with an earlier prompt: which agents can copy the session up to it.
import type { SessionAbilities } from '../../ports/agent.ts';

/**
 * Whether an agent may be asked for a copy that ends after an answer: it is known to read after which, or it replays
 * the copy, so that one that has too much in it is noticed.
 */
export function canEndAfterAnswer({
  fork,
  forkAfterAnswer,
  load,
}: Pick<SessionAbilities, 'fork' | 'forkAfterAnswer' | 'load'>): boolean {
  return fork && (forkAfterAnswer || load);
}
