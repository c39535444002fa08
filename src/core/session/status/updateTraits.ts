// What an update means in a replay, and whether it shows that the agent works: questions to the table of the topics.
import type { UpdateEvent } from '../events.ts';
import { updates } from '../topics.ts';

export function isFact({ type }: UpdateEvent): boolean {
  return updates[type].inReplay === 'fact';
}

/** Whether an update says what happened in the session, as a replay repeats it. */
export function isHistory({ type }: UpdateEvent): boolean {
  return updates[type].inReplay === 'entry' || updates[type].inReplay === 'part';
}

export function makesEntry({ type }: UpdateEvent): boolean {
  return updates[type].inReplay === 'entry';
}

/** The kinds of updates that show that the agent works on the prompt. */
export const workUpdates: readonly string[] = Object.entries(updates)
  .filter(([, { isSignOfLife }]) => isSignOfLife)
  .map(([type]) => type);
