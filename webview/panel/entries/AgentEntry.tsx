// An answer of the agent.
import { firstWhere } from '../../../src/core/base/binarySearch.ts';
import { useRef } from 'react';
import type { Entry } from '../../../src/core/session/entries.ts';
import { useMarkdownBlocks, type MarkdownBlock } from '../../markdown/markdownDocument.ts';
import { useSessionKey } from '../state/panelContext.tsx';
import { ContentBlocks } from '../content/ContentBlocks.tsx';
import { LinkedBlocks } from '../content/MarkdownText.tsx';

export interface AgentEntryProps {
  readonly entry: Extract<Entry, { kind: 'agent' }>;
  readonly streaming: boolean;
}

/** The blocks of a long answer that begin in a part of its text. */
export interface PartRow {
  readonly kind: 'part';
  readonly key: string;
  readonly entryId: string;
  /** The whole answer. */
  readonly text: string;
  /** Offsets into the text; the last part has no end. */
  readonly from: number;
  readonly to: number | undefined;
  /** Whether the answer may still grow. */
  readonly streaming: boolean;
}

export function AgentEntry({ entry, streaming }: AgentEntryProps) {
  return <ContentBlocks id={entry.id} blocks={entry.content} streaming={streaming} />;
}

/** The blocks of a long answer that begin in one part of it. */
export function AgentPart({ row }: { readonly row: PartRow }) {
  const { entryId, text, from, to, streaming } = row;
  const key = useSessionKey();
  const all = useMarkdownBlocks(`${key}/${entryId}`, text, streaming);
  const end = to === undefined ? all.length : firstFrom(all, to);
  const blocks = useSame(all.slice(firstFrom(all, from), end));
  // Only the last block of the whole answer may still grow.
  return <LinkedBlocks blocks={blocks} streaming={streaming && blocks.at(-1) === all.at(-1)} />;
}

/** The index of the first block that begins at an offset or after it. There may be ten thousand, in the order of the text. */
function firstFrom(blocks: readonly MarkdownBlock[], offset: number): number {
  return firstWhere(blocks, ({ start }) => start >= offset);
}

/** The previous array if it has the same blocks, so that nothing renders again. */
function useSame(blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  const last = useRef(blocks);
  const isSame =
    last.current.length === blocks.length && last.current.every((block, index) => block === blocks[index]);
  if (!isSame) last.current = blocks;
  return last.current;
}
