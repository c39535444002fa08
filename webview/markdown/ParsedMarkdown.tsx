// Markdown through the parser: GFM in, React elements out, HTML of the text shown as text.
import { memo, useContext, type ComponentProps } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import { CompleteContext, MarkdownActionsContext } from './actions.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { languageOf } from './codeText.ts';
import { gfm } from './gfm.ts';
import { extractFormulas, isDisplayed } from './formulas.ts';
import { continueListAt, cutLongRuns, putFormulas, spellOutHidden } from './htmlTree.ts';
import { readTags } from './htmlTags.ts';
import { extractImages, imageSource } from './blocks/imageData.ts';
import { MarkdownImage, MarkdownLink } from './MarkdownLink.tsx';
import { markdownStrings } from './markdownStrings.ts';
import { wholeCells } from './tableCells.ts';
import { decoded } from '../../src/core/paths/fileUri.ts';

const remarkPlugins = [gfm, wholeCells];

export interface ParsedMarkdownProps {
  readonly text: string;
  /** Definitions of other blocks. */
  readonly context?: string;
  /** The number of the first list item, if not the one written there. */
  readonly listStart?: number | undefined;
  readonly components?: Components;
}

/** Draws a piece of markdown; again only when it changed. */
export const ParsedMarkdown = memo(function ParsedMarkdown({
  text,
  context = '',
  listStart,
  components = standardComponents,
}: ParsedMarkdownProps) {
  const isComplete = useContext(CompleteContext);
  const extracted = extractImages(text);
  const { text: parsed, formulas } = extractFormulas(extracted.text, isComplete);
  return (
    <Markdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={[
        [putFormulas, formulas],
        readTags,
        spellOutHidden,
        [continueListAt, listStart],
        cutLongRuns,
      ]}
      // Addresses are judged where they are drawn (MarkdownLink).
      urlTransform={(address) => imageSource(address, extracted.images)}
      components={context === '' ? components : { ...components, section: () => null }}
    >
      {context + parsed}
    </Markdown>
  );
});

/** How the elements of markdown are drawn. */
export const standardComponents: Components = {
  a: Link,
  img: ({ src, alt }) => (
    <MarkdownImage source={typeof src === 'string' ? src : ''} alternative={alt ?? ''} />
  ),
  span: Span,
  code: InlineCode,
  pre: InnerCode,
  // Markers, indents and columns stand on the side where the text begins.
  ul: ({ node: _node, ...properties }) => <ul dir="auto" {...properties} />,
  ol: ({ node: _node, ...properties }) => <ol dir="auto" {...properties} />,
  blockquote: ({ node: _node, ...properties }) => <blockquote dir="auto" {...properties} />,
  table: ({ children }) => (
    <div className="markdown-table" dir="auto" tabIndex={0} role="group" aria-label={markdownStrings.table()}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      disabled
      checked={checked === true}
      aria-label={checked === true ? markdownStrings.taskDone() : markdownStrings.taskOpen()}
    />
  ),
};

function Link({ href = '', node, children }: ComponentProps<'a'> & ExtraProps) {
  // A footnote is numbered within its block by the parser; its own label is the same everywhere.
  const footnote = node?.properties['dataFootnoteRef'] === undefined ? null : /fn-(.+)$/.exec(href)?.[1];
  if (footnote !== null) return <span className="markdown-footnote-label">[{decoded(footnote ?? '')}]</span>;
  return <MarkdownLink href={href}>{children}</MarkdownLink>;
}

/** A formula, or a piece of a long text. */
function Span({ node, children, ...properties }: ComponentProps<'span'> & ExtraProps) {
  const { Formula } = useContext(MarkdownActionsContext);
  const isComplete = useContext(CompleteContext);
  const source = node?.properties['dataFormula'];
  if (typeof source !== 'string') return <span {...properties}>{children}</span>;
  return (
    <span className={properties.className} dir="ltr">
      {Formula === undefined ? (
        children
      ) : (
        <Formula source={source} displayed={isDisplayed(source)} complete={isComplete} />
      )}
    </span>
  );
}

/** Code in a line; that of a block is rendered by `InnerCode`. */
function InlineCode({ node, children }: ComponentProps<'code'> & ExtraProps) {
  const { InlineCode: Named } = useContext(MarkdownActionsContext);
  const isComplete = useContext(CompleteContext);
  const text = node?.children[0];
  const code = <code>{children}</code>;
  if (Named === undefined || !isComplete || text?.type !== 'text' || node?.children.length !== 1) return code;
  return <Named text={text.value}>{code}</Named>;
}

/** Code inside a list or a quote. */
function InnerCode({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const complete = useContext(CompleteContext);
  const code = node?.children[0];
  const text = code?.type === 'element' ? code.children[0] : undefined;
  if (code?.type !== 'element' || text?.type !== 'text') return <pre>{children}</pre>;
  const classes = code.properties['className'];
  const language = Array.isArray(classes) ? String(classes[0]).replace(/^language-/, '') : '';
  const more = code.data?.meta ?? '';
  return (
    <CodeBlock
      code={text.value.replace(/\n$/, '')}
      info={more === '' ? language : `${language} ${more}`}
      language={languageOf(language)}
      complete={complete}
    />
  );
}
