// Permission requests as agents send them.
import * as z from 'zod';
import type { PermissionQuestion } from '../../core/ports/agent.ts';
import { lenient, lenientArray } from './lenient.ts';
import { shortName } from './shortName.ts';
import { toolCallPatch } from './toolCallSchema.ts';

const option = z
  .object({
    optionId: z.string(),
    name: lenient(shortName),
    /** A kind that is missing is no kind Parley knows, and never taken as allow (R72). */
    kind: lenient(z.string()),
  })
  .transform(({ optionId, name, kind }) => ({ optionId, name: name || optionId, kind: kind ?? 'other' }));

/** The params of `session/request_permission`. An option without an id cannot be chosen and is left out. */
export const permissionParams = z
  .object({ sessionId: z.string(), toolCall: toolCallPatch, options: lenientArray(option) })
  .transform(({ sessionId, toolCall, options }) => ({
    sessionId,
    question: { call: toolCall, options } satisfies PermissionQuestion,
  }));
