// The event of the files that the agent has changed.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { changesPatch, sessionChanges } from './state.ts';

export const changesEvents = [
  /** All of what is open; replaces what was known. */
  z.object({ type: z.literal('changes_updated'), at, changes: sessionChanges }),
  /** A change in a few of many files. */
  z.object({ type: z.literal('changes_patched'), at, patch: changesPatch }),
] as const;
