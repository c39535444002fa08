// The event of a notice: the agent or Parley says something about the session.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { notice } from './state.ts';

export const noticeUpdates = [z.extend(notice, { type: z.literal('notice'), at })] as const;
