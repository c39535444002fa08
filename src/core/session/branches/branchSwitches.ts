// The branches of a conversation: at which prompts of a session there are others, and in which sessions they are.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import type { BranchLink, BranchLinks } from './branchLink.ts';

/** A prompt of a session, counted from 0. */
const branchPlace = z.object({ key: z.string(), prompt: z.number() });
export type BranchPlace = Immutable<z.infer<typeof branchPlace>>;

/** A prompt with others in its place. */
export const branchSwitch = z.object({
  /** The prompt of the session that is shown, counted from 0. */
  prompt: z.number(),
  /** Which of the branches it is, from 1. */
  position: z.number(),
  count: z.number(),
  previous: z.exactOptional(branchPlace),
  next: z.exactOptional(branchPlace),
});
export type BranchSwitch = Immutable<z.infer<typeof branchSwitch>>;

/** A session that is known. */
export interface BranchedSession {
  readonly key: string;
  readonly links: BranchLinks;
}

/** The session in which a prompt was sent, which is another one for what was copied, and the links of that one. */
interface Owner {
  readonly place: BranchPlace;
  readonly links: BranchLinks;
}

/** The prompts of a session in whose place others were sent. `sessions` are all that are known, the oldest first. */
export function branchSwitches(key: string, sessions: readonly BranchedSession[]): readonly BranchSwitch[] {
  const shown = sessions.find((session) => session.key === key);
  if (shown === undefined) return [];
  // A branch that is here through a third session may be at the number of any link.
  const prompts = new Set(sessions.flatMap(({ links }) => links.flatMap(({ own, prompt }) => [own, prompt])));
  return [...prompts]
    .toSorted((one, other) => one - other)
    .flatMap((prompt) => switchAt({ key, prompt }, shown.links, sessions) ?? []);
}

function switchAt(
  shown: BranchPlace,
  links: BranchLinks,
  sessions: readonly BranchedSession[],
): BranchSwitch | undefined {
  const { key, prompt } = shown;
  const origin = originOf(shown, links);
  const own = ownerOf(shown, links).place.key;
  /** Where each branch can be seen, by the session in which its prompt was sent. */
  const branches = new Map<string, BranchPlace>();
  for (const session of sessions) {
    for (const place of placesOf(session, origin)) {
      const owner = ownerOf(place, session.links).place.key;
      const isBest = owner === session.key || (owner === own && session.key === key);
      if (isBest || !branches.has(owner)) branches.set(owner, place);
    }
  }
  // The first one was there before all that branch off it, also where only copies of it are left.
  const owners = [...branches.keys()].toSorted(
    (one, other) => Number(other === origin.key) - Number(one === origin.key),
  );
  const index = owners.indexOf(own);
  if (owners.length < 2 || index < 0) return undefined;
  const placeAt = (at: number): BranchPlace | undefined => branches.get(owners[at] ?? '');
  const previous = placeAt(index - 1);
  const next = placeAt(index + 1);
  return {
    prompt,
    position: index + 1,
    count: owners.length,
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}

/** The prompts of a session that stand in the place of `origin`, or are it. */
function placesOf({ key, links }: BranchedSession, origin: BranchPlace): readonly BranchPlace[] {
  const prompts = new Set([origin.prompt, ...links.map(({ own }) => own)]);
  return [...prompts]
    .map((prompt) => ({ key, prompt }))
    .filter((place) => {
      const found = originOf(place, links);
      return found.key === origin.key && found.prompt === origin.prompt;
    });
}

/** The session in which a prompt was sent: what stands before the place of a branch was copied. */
function ownerOf(place: BranchPlace, links: BranchLinks): Owner {
  const [link, ...further] = links;
  if (link === undefined || place.prompt >= link.own || !sharesPrompts(link)) return { place, links };
  return ownerOf({ key: link.key, prompt: place.prompt }, further);
}

/** The prompt that was there first, of all those in the place of this one. */
function originOf(place: BranchPlace, links: BranchLinks): BranchPlace {
  const owner = ownerOf(place, links);
  const [link, ...further] = owner.links;
  if (link === undefined || owner.place.prompt !== link.own) return owner.place;
  return originOf({ key: link.key, prompt: link.prompt }, further);
}

/** Whether the session began as a copy: a new one has none of the prompts before. */
function sharesPrompts({ prompt, own }: BranchLink): boolean {
  return prompt === own;
}
