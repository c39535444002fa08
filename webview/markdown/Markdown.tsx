// Draws markdown blocks; each is drawn again only when its own text changed.
import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { MarkdownBlock } from './markdownBlock.ts';

const plugins = [remarkGfm];

const Block = memo(function Block({ raw }: { readonly raw: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{raw}</ReactMarkdown>;
});

export interface MarkdownBlocksProps {
  readonly blocks: readonly MarkdownBlock[];
  /** True while the entry these blocks end still grows. */
  readonly streaming: boolean;
  /** A link was followed; nothing navigates by itself. */
  readonly onLink: (href: string) => void;
  /** Code was copied. */
  readonly onCopy: (text: string) => void;
}

/** Blocks of one message, in order. */
export function MarkdownBlocks({ blocks }: MarkdownBlocksProps) {
  return (
    <div className="markdown">
      {blocks.map((block) => (
        <Block key={block.key} raw={block.raw} />
      ))}
    </div>
  );
}
