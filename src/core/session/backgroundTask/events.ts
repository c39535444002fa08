// The event of the tasks that an agent runs beside its turns.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { backgroundTask } from './state.ts';

export const backgroundTaskUpdates = [
  /** What is reported of some tasks is added to what is known of them. `isWhole`: there are no others. */
  z.object({
    type: z.literal('background_tasks'),
    at,
    tasks: z.array(z.extend(backgroundTask, { isOver: z.exactOptional(z.literal(true)) })),
    isWhole: z.exactOptional(z.literal(true)),
  }),
] as const;
