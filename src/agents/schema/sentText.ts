// Values that ACP has as text and agents send as numbers or switches: shown as text, and sent back as they came.
import * as z from 'zod/mini';
import { idTextOf } from './lenient.ts';

/** An id as text; agents that send a number are sent that one back (`AgentCalls`). */
export const idText = z.pipe(z.union([z.string(), z.number()]), z.transform(idTextOf));

/** A text, and what was sent where that was none. */
export const sentText = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((sent): { readonly text: string; readonly sent?: number | boolean } =>
    typeof sent === 'string' ? { text: sent } : { text: String(sent), sent },
  ),
);
