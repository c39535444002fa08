// The events of usage: what the agent reports of its context, tokens and cost.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { turnTokens, usage } from './state.ts';

export const usageUpdates = [
  z.object({ type: z.literal('usage'), at, usage }),
  /** The tokens of one request to the model, of which a turn may have many. */
  z.object({ type: z.literal('request_tokens'), at, tokens: turnTokens }),
] as const;

export const usageEvents = [z.object({ type: z.literal('context_warning_dismissed'), at })] as const;
