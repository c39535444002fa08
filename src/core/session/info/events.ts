// The events of what is known about a session beside its transcript.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { availableCommand, sessionInfoPatch } from './state.ts';

export const infoUpdates = [
  z.object({ type: z.literal('commands'), at, commands: z.array(availableCommand) }),
  z.object({ type: z.literal('session_info'), at, patch: sessionInfoPatch }),
] as const;

export const infoEvents = [
  /** The user named the session here; an empty name removes the name. */
  z.object({ type: z.literal('renamed'), at, alias: z.string() }),
] as const;
