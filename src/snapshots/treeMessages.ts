// What is said between a window and the worker that follows a folder.
import * as z from 'zod/mini';
import type { Immutable } from '../core/base/immutable.ts';

const paths = z.array(z.string());

/** Paths are absolute. */
export const treeRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    id: z.number(),
    /** Folders that are left out. */
    ignored: paths,
    /** Folders that git takes for repositories of their own. */
    repositories: paths,
    /** When all was looked at, in epoch milliseconds. */
    since: z.optional(z.number()),
  }),
  z.object({ type: z.literal('changes'), id: z.number() }),
  z.object({ type: z.literal('follow'), id: z.number(), folders: paths, ignored: paths }),
]);
export type TreeRequest = Immutable<z.infer<typeof treeRequest>>;

/** Settings of Linux for each user. */
const watchLimit = z.enum(['fs.inotify.max_user_watches', 'fs.inotify.max_user_instances']);
export type WatchLimit = z.infer<typeof watchLimit>;

export const treeAnswer = z.object({
  id: z.number(),
  /** Why it was not done. */
  failure: z.optional(z.string()),
  /** What is to be raised before it can be done. */
  limit: z.optional(watchLimit),
  /** Whether the next changes are all since that look. */
  isComplete: z.optional(z.boolean()),
  /** What may have changed; absent where that is not known. */
  paths: z.optional(paths),
  /** The paths among these at which there is a folder that is not followed. */
  folders: z.optional(paths),
});
export type TreeAnswer = Immutable<z.infer<typeof treeAnswer>>;
