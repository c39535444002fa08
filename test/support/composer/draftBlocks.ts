// What is attached to drafts, for tests: lists with ids, and the blocks that the host has of a draft.
import type { NewAttachment } from '../../../src/core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import type { Drafts } from '../../../src/host/prompt/drafts.ts';

let count = 0;

/** Blocks as a panel reports them. */
export function newAttachments(...blocks: readonly ContentBlock[]): readonly NewAttachment[] {
  return blocks.map((block) => ({ id: `a${++count}`, block }));
}

/** The ids of what is attached to a draft, as a panel names it later. */
export function attachedIds(drafts: Drafts, key: string): readonly string[] {
  return (drafts.attachmentsOf(key) ?? []).map(({ id }) => id);
}

/** What the host has of a draft, whole; undefined where that is not known. */
export function blocksOf(drafts: Drafts, key: string): readonly (ContentBlock | undefined)[] | undefined {
  return drafts.attachmentsOf(key)?.map(({ id }) => drafts.attachment(key, id));
}
