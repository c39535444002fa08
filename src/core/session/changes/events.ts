// The event of the files that the agent has changed.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { sessionChanges } from './state.ts';

export const changesEvents = [
  /** All of what is open; replaces what was known. */
  z.object({ type: z.literal('changes_updated'), at, changes: sessionChanges }),
] as const;
