// The events of config options: what the agent reports, and the changes that the user asks for.
import * as z from 'zod/mini';
import { userError } from '../../errors.ts';
import { at } from '../eventShape.ts';
import { configOption, pendingConfigChange } from './state.ts';

export const configOptionUpdates = [
  /** The complete options; replaces what was known (R93). */
  z.object({ type: z.literal('config_options'), at, options: z.array(configOption) }),
  /** The value of the option that stands for the legacy session modes (R91). */
  z.object({ type: z.literal('current_mode'), at, modeId: z.string() }),
] as const;

export const configOptionEvents = [
  /** The options in the answer to a change the user asked for. */
  z.object({
    type: z.literal('config_options_answered'),
    at,
    options: z.array(configOption),
    configId: z.string(),
  }),
  z.extend(pendingConfigChange, { type: z.literal('config_change_requested'), at }),
  /** The agent refused a change, or never answered; the last confirmed value holds again (R99). */
  z.object({ type: z.literal('config_change_failed'), at, configId: z.string(), error: userError }),
] as const;
