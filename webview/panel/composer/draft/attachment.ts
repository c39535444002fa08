// An attachment as the page has it. The host gets the bytes of what was attached here once, and has those of all others.
import type {
  NewAttachment,
  ShownAttachment,
  Thumbnail,
} from '../../../../src/core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';

export interface Attachment extends ShownAttachment {
  /** Whether it was attached in this page. */
  readonly isNew?: true;
  readonly thumbnail?: Thumbnail;
}

/** What is attached, and how it is shown where the page has not got all of it. */
export interface AttachedContent {
  readonly block: ContentBlock;
  readonly thumbnail?: Thumbnail;
}

/** Unlike those of other pages: their attachments may be in the same draft. */
const PAGE = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
let count = 0;

export function attach(content: AttachedContent): Attachment {
  return { id: `${PAGE}-${++count}`, isNew: true, ...content };
}

const ofHost = new WeakSet<Attachment>();

/** The attachment for a report to the host, which has it from then on. */
export function reportOf(attachment: Attachment): string | NewAttachment {
  const { id, block, thumbnail, isNew } = attachment;
  if (isNew !== true || ofHost.has(attachment)) return id;
  ofHost.add(attachment);
  return { id, block, ...(thumbnail === undefined ? {} : { thumbnail }) };
}
