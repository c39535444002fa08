// The link to the file that the user looks at, which goes with a prompt and is no part of its text.
import type { ContentBlock } from '../session/content.ts';
import type { Mention } from './mention.ts';

/** Says to the agent, and to whoever shows the prompt, what the link is. */
const DESCRIPTION = 'The file that is active in the editor';

/** The link as a block of a prompt. */
export function activeFileLink({ name, uri }: Mention): ContentBlock {
  return { type: 'resource_link', uri, name, description: DESCRIPTION };
}

/** Whether a block is such a link. */
export function isActiveFileLink(block: ContentBlock): boolean {
  return block.type === 'resource_link' && block.description === DESCRIPTION;
}
