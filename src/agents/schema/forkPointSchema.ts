// What an agent calls a prompt before which a copy of the session may end.
import * as z from 'zod/mini';
import { lenient } from './lenient.ts';
import { idText } from './sentText.ts';

/** The `_meta` that carries it (packages/rpc-agent/src/README.md). */
export const forkPointMeta = lenient(z.object({ 'parley.dev/entryId': lenient(idText) }));
