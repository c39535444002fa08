// Draws markdown blocks; each is drawn again only when its own text changed.
import { Component, memo, useMemo, useRef, type ReactNode } from 'react';
import { CompleteContext, MarkdownActionsContext, type MarkdownActions } from './actions.ts';
import { withoutEscapes } from '../../src/core/text/terminalText.ts';
import { withoutOverrides } from '../../src/core/text/visibleText.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { readCode } from './codeText.ts';
import { detailsText, isComment } from './htmlTags.ts';
import type { MarkdownBlock } from './blocks/markdownBlock.ts';
import { MarkdownTable } from './MarkdownTable.tsx';
import { splitForParsing, withoutHalfMarker } from './openText.ts';
import { ParsedMarkdown } from './ParsedMarkdown.tsx';
import { PlainText } from '../text/PlainText.tsx';
import { useHeldWhileSelected } from './useHeldWhileSelected.ts';
import './highlight.css';
import './markdown.css';

export interface MarkdownBlocksProps {
  readonly blocks: readonly MarkdownBlock[];
  /** True while the entry these blocks end still grows. */
  readonly streaming: boolean;
  /** A link was followed; nothing navigates on its own. */
  readonly onLink: (href: string) => void;
  /** Code is to be copied. */
  readonly onCopy: (text: string) => void;
  /** Code is to be inserted, applied or run; absent where it can only be copied. */
  readonly onCode?: MarkdownActions['onCode'];
  readonly InlineCode?: MarkdownActions['InlineCode'];
  readonly Formula?: MarkdownActions['Formula'];
  readonly drawings?: MarkdownActions['drawings'];
}

/** Blocks of one message, in order. */
export function MarkdownBlocks({
  blocks,
  streaming,
  onLink,
  onCopy,
  onCode,
  InlineCode,
  Formula,
  drawings,
}: MarkdownBlocksProps) {
  const actions = useMemo(
    () => ({ onLink, onCopy, onCode, InlineCode, Formula, drawings }),
    [onLink, onCopy, onCode, InlineCode, Formula, drawings],
  );
  const root = useRef<HTMLDivElement>(null);
  const latest = useMemo(() => ({ blocks, streaming }), [blocks, streaming]);
  const shown = useHeldWhileSelected(latest, root, streaming);
  return (
    <MarkdownActionsContext value={actions}>
      <div ref={root} className="markdown" data-held={shown === latest ? undefined : ''}>
        {shown.blocks.map((block) => (
          <Block key={block.key} block={block} complete={block.complete || !shown.streaming} />
        ))}
      </div>
    </MarkdownActionsContext>
  );
}

interface BlockProps {
  readonly block: MarkdownBlock;
  readonly complete: boolean;
}

const Block = memo(
  function Block({ block, complete }: BlockProps) {
    const raw = withoutEscapes(complete ? block.raw : withoutHalfMarker(block.raw, block.kind));
    return (
      <BlockBoundary fallback={<Plain text={raw} />}>
        <CompleteContext value={complete}>
          <BlockBody block={block} raw={raw} complete={complete} />
        </CompleteContext>
      </BlockBoundary>
    );
  },
  (a, b) =>
    a.complete === b.complete &&
    (a.block === b.block ||
      (a.block.raw === b.block.raw &&
        a.block.kind === b.block.kind &&
        a.block.context === b.block.context &&
        a.block.listStart === b.block.listStart)),
);

function BlockBody({ block, raw, complete }: BlockProps & { readonly raw: string }) {
  switch (block.kind) {
    case 'code':
      return <CodeBlock {...readCode(raw)} complete={complete} />;
    case 'html':
      return <Html raw={raw} context={block.context} />;
    case 'text':
      return <Plain text={raw} />;
    case 'table':
      return <MarkdownTable raw={raw} context={block.context} />;
    case 'footnote':
      return <Footnote raw={raw} context={block.context} />;
    default: {
      const { parsed, rest } = complete ? { parsed: raw, rest: '' } : splitForParsing(raw);
      return (
        <>
          <ParsedMarkdown text={parsed.trimEnd()} context={block.context} listStart={block.listStart} />
          {rest === '' ? null : <Plain text={rest} />}
        </>
      );
    }
  }
}

/** HTML is shown as text, but for tags that only fold or center what is in them. */
function Html({ raw, context }: { readonly raw: string; readonly context: string }) {
  const text = detailsText(raw);
  if (text !== undefined) return <ParsedMarkdown text={text} context={context} />;
  const plain = <Plain text={raw} />;
  return isComment(raw) ? <div className="markdown-comment">{plain}</div> : plain;
}

function Plain({ text }: { readonly text: string }) {
  return (
    <div className="markdown-plain">
      <PlainText text={withoutOverrides(text.trimEnd())} />
    </div>
  );
}

interface FootnoteProps {
  /** A whole `footnote` block. */
  readonly raw: string;
  /** Definitions of other blocks. */
  readonly context: string;
}

/** A footnote, shown where it stands. */
function Footnote({ raw, context }: FootnoteProps) {
  const match = /^\s*\[\^([^\s[\]]+)\]:[ \t]*/.exec(raw);
  const text = raw.slice(match?.[0].length ?? 0).replace(/^(?: {1,4}|\t)/gm, '');
  return (
    <div className="row markdown-footnote" role="note">
      <span className="markdown-footnote-label">[{match?.[1]?.toLowerCase()}]</span>
      <div>
        <ParsedMarkdown text={text} context={context} />
      </div>
    </div>
  );
}

interface BlockBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows `fallback` once drawing `children` has thrown, so that one block does not take the transcript with it. */
class BlockBoundary extends Component<BlockBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
