// What the agent says.
import type { Entry } from '../../../src/core/session/entries.ts';
import type { MarkdownBlock } from '../../markdown/markdownDocument.ts';
import { ContentBlocks } from '../content/ContentBlocks.tsx';
import { LinkedBlocks } from '../content/MarkdownText.tsx';

export interface AgentEntryProps {
  readonly entry: Extract<Entry, { kind: 'agent' }>;
  readonly streaming: boolean;
}

export function AgentEntry({ entry, streaming }: AgentEntryProps) {
  return <ContentBlocks id={entry.id} blocks={entry.content} streaming={streaming} />;
}

export interface AgentPartProps {
  readonly blocks: readonly MarkdownBlock[];
  readonly streaming: boolean;
}

/** Some blocks of a long answer. */
export function AgentPart({ blocks, streaming }: AgentPartProps) {
  return <LinkedBlocks blocks={blocks} streaming={streaming} />;
}
