// Where a session branches off another one: at a prompt that was edited or sent again, or at the end of a copy.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

/** The most links of a session to those that it comes from; of more only the nearest are known. */
const MAX_LINKS = 50;

/** What a session that began as a rewind took back: the conversation alone, or the files too. */
const rewoundParts = z.enum(['conversation', 'all']);
export type RewoundParts = z.infer<typeof rewoundParts>;

/** Prompts are counted from 0 in their session. */
const branchLink = z.object({
  /** The session that this one branches off. */
  key: z.string(),
  /** The prompt of that session in whose place this one has another. */
  prompt: z.number(),
  /** The prompt of this session that stands there. It is the same number where the prompts before it are shared. */
  own: z.number(),
  /** Where the session is a rewind of the other one. */
  rewound: z.exactOptional(rewoundParts),
});
export type BranchLink = Immutable<z.infer<typeof branchLink>>;

/** The link of a session to the one that it branches off, then the links of that one. */
export const branchLinks = z.array(branchLink);
export type BranchLinks = readonly BranchLink[];

/** The links of a session that branches off another one, whose links are `further`. */
export function linksFrom(link: BranchLink, further: BranchLinks = []): BranchLinks {
  return [link, ...further].slice(0, MAX_LINKS);
}
