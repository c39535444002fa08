// The agent's answer to `session/list`: one page of its sessions.
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import type { AgentListedSession } from '../../core/ports/agent.ts';
import { boundedMeta, boundedTitle } from '../../core/session/info/state.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { folderPath } from './locationSchema.ts';
import { fieldsOf, firstOf, idOf, respelled, sessionOf } from './near/nearFields.ts';
import { lenient, lenientList, maybeEmptyAnswer } from './lenient.ts';

/** A path, also as the address of the folder; none at all is undefined. One that is not absolute can be opened nowhere. */
const folder = z.optional(
  z.pipe(z.pipe(z.string(), z.transform(folderPath)), z.string().check(z.refine((cwd) => isAbsolute(cwd)))),
);

/** Seconds since 1970 are above this, since there are agents. */
const MIN_SECONDS = 1_000_000_000;
/** And milliseconds above this. */
const MIN_MILLISECONDS = 100_000_000_000;

/** Epoch milliseconds, of ISO 8601 or of a number; NaN for anything else. */
function timeOf(updatedAt: string | number): number {
  const number = typeof updatedAt === 'number' || /^\d{9,}$/.test(updatedAt) ? Number(updatedAt) : undefined;
  if (number === undefined) return Date.parse(String(updatedAt));
  if (number < MIN_SECONDS) return Number.NaN;
  return number < MIN_MILLISECONDS ? number * 1000 : number;
}

/** A row of the list in the shape that ACP gives it. */
function nearListed(row: unknown): unknown {
  const read = fieldsOf(row);
  if (read === undefined) return row;
  const fields = respelled(read);
  return {
    ...fields,
    sessionId: sessionOf(fields) ?? idOf(fields['id']),
    cwd: firstOf(fields, ['cwd', 'workingDirectory', 'directory', 'folder']) || undefined,
    updatedAt: firstOf(fields, ['updatedAt', 'lastUpdated', 'timestamp']),
  };
}

const listedFields = z.pipe(
  z.transform(nearListed),
  z.object({
    sessionId: z.string().check(z.minLength(1)),
    cwd: folder,
    title: lenient(z.pipe(z.string(), z.transform(boundedTitle))),
    updatedAt: lenient(z.union([z.string(), z.number()])),
    _meta: lenient(z.pipe(z.record(z.string(), z.unknown()), z.transform(boundedMeta))),
  }),
);

const listedSession = z.pipe(
  listedFields,
  z.transform(({ sessionId, cwd, title, updatedAt, _meta }): AgentListedSession => {
    const time = updatedAt === undefined ? Number.NaN : timeOf(updatedAt);
    return {
      sessionId,
      ...withoutUndefined({ cwd, title, updatedAt: Number.isNaN(time) ? undefined : time, meta: _meta }),
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
