// The agent's answer to `session/list`: one page of its sessions.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import type { ListedSession } from '../../core/ports/agent.ts';
import { boundedMeta, boundedTitle } from '../../core/session/info/state.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientList, maybeEmptyAnswer } from './lenient.ts';

const listedSession = z.pipe(
  z.object({
    sessionId: z.string(),
    // Another one can be opened nowhere.
    cwd: z.string().check(z.refine((cwd) => isAbsolute(cwd))),
    title: lenient(z.pipe(z.string(), z.transform(boundedTitle))),
    updatedAt: lenient(z.string()),
    _meta: lenient(z.pipe(z.record(z.string(), z.unknown()), z.transform(boundedMeta))),
  }),
  z.transform(({ sessionId, cwd, title, updatedAt, _meta }): ListedSession => {
    const time = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
    return {
      sessionId,
      cwd,
      ...withoutUndefined({ title, updatedAt: Number.isNaN(time) ? undefined : time, meta: _meta }),
    };
  }),
);

/** An empty or absent cursor ends the list (R39); an empty answer is an empty list. */
export const listAnswer = z.pipe(
  maybeEmptyAnswer,
  z.object({
    sessions: lenientList(listedSession),
    nextCursor: lenient(z.string()),
  }),
);
export type ListAnswer = z.infer<typeof listAnswer>;
