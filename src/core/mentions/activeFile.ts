// The link to the file that the user looks at, which goes with a prompt and is no part of its text.
import type { ContentBlock } from '../session/content.ts';
import { isPrompt } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
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

/** The files that went with the prompts of a session because they were active, as addresses. */
export function activeFiles({ entries }: Pick<SessionState, 'entries'>): readonly string[] {
  return entries
    .flat()
    .filter(isPrompt)
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'resource_link' && isActiveFileLink(block) ? [block.uri] : []));
}
