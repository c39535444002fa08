// The event of the agent's plan.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { planEntry } from './state.ts';

export const planUpdates = [z.object({ type: z.literal('plan'), at, entries: z.array(planEntry) })] as const;
