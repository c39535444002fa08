// What was attached to prompts that were sent or are queued, as panels and the host name it to each other.
import { attachmentsOf } from '../mentions/sentMentions.ts';
import type { ContentBlock } from '../session/content.ts';
import { entryById, isPrompt } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
import type { PromptPart, ShownAttachment } from './draftAttachment.ts';

/** Names the attachments of a prompt that was sent or is queued, by their places. */
export function attachmentsOfPrompt(
  of: string,
  content: readonly ContentBlock[],
): readonly ShownAttachment[] {
  return attachmentsOf(content).map((block, index) => ({ id: `${of}/${index}`, block }));
}

/** The content of a prompt that was sent, as a panel sends it again. */
export function promptPartsOf(of: string, content: readonly ContentBlock[]): readonly PromptPart[] {
  const attached = attachmentsOf(content);
  return content.map((block) => {
    const index = attached.indexOf(block);
    return index === -1 ? block : { type: 'attachment', id: `${of}/${index}` };
  });
}

/** What {@link attachmentsOfPrompt} named; undefined for any other id, and when the prompt is not there any more. */
export function sentAttachment(
  { entries, queue }: Pick<SessionState, 'entries' | 'queue'>,
  id: string,
): ContentBlock | undefined {
  const place = id.lastIndexOf('/');
  const of = id.slice(0, Math.max(0, place));
  const entry = entryById(entries, of)?.found;
  const content =
    entry !== undefined && isPrompt(entry) ? entry.content : queue.find((each) => each.id === of)?.content;
  return content === undefined ? undefined : attachmentsOf(content)[Number(id.slice(place + 1))];
}
