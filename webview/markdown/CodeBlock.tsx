// A block of code: language, copy button, and the code, highlighted once it is complete.
import { memo, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { placeInHead } from '../../src/core/codeBlocks/codeTargets.ts';
import { visibleText } from '../../src/core/text/visibleText.ts';
import { MarkdownActionsContext } from './actions.ts';
import { highlight, type HighlightedCode } from './highlight.ts';
import { PlainText } from '../text/PlainText.tsx';
import { CodeActions } from './CodeActions.tsx';
import { markdownStrings } from './markdownStrings.ts';

/** How long the copy button confirms the copy. */
const CONFIRMATION_MS = 2_000;

export interface CodeBlockProps {
  readonly code: string;
  /** All that is written after the fence. */
  readonly info: string;
  /** The language in it; empty where there is none. */
  readonly language: string;
  /** False while more code may come. */
  readonly complete: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, info, language, complete }: CodeBlockProps) {
  // What is shown is what is copied, inserted or run: nothing in it hides or turns.
  const shown = useMemo(() => visibleText(code), [code]);
  const highlighted = useMemo(
    () => (complete && language !== '' ? highlight(shown, language) : undefined),
    [shown, language, complete],
  );
  const { drawings } = useContext(MarkdownActionsContext);
  const drawing = complete ? drawings?.find((found) => found.language === language.toLowerCase()) : undefined;
  const [showsSource, setShowsSource] = useState(false);
  // It may be written in part while the block is.
  const file = useMemo(() => (complete ? placeInHead(info) : undefined), [complete, info]);
  const text = (
    // A scrolling area has to be reachable for the keyboard.
    <pre
      tabIndex={0}
      role="group"
      aria-label={language === '' ? markdownStrings.code() : markdownStrings.codeIn(language)}
    >
      <code className={language === '' ? undefined : `language-${language}`}>
        {highlighted === undefined ? <PlainText text={shown} /> : elementsOf(highlighted)}
      </code>
    </pre>
  );
  return (
    <div className="markdown-code" data-testid="code-block">
      <div className="row markdown-code-header">
        <span className="row markdown-code-name">
          <span className="one-line markdown-code-language">
            {language === '' ? markdownStrings.plainText() : language}
          </span>
          {file !== undefined && (
            <span className="one-line markdown-code-file" title={file}>
              <bdi>{file}</bdi>
            </span>
          )}
        </span>
        <span className="centered-row markdown-code-buttons">
          {complete && <CodeActions code={code} info={info} />}
          {drawing !== undefined && (
            <button
              type="button"
              className="codicon codicon-code"
              aria-label={markdownStrings.showSource()}
              title={markdownStrings.showSource()}
              aria-pressed={showsSource}
              data-testid="show-source"
              onClick={() => setShowsSource(!showsSource)}
            />
          )}
          <CopyButton code={code} />
        </span>
      </div>
      {drawing === undefined || showsSource ? (
        text
      ) : (
        <drawing.Component code={code}>{text}</drawing.Component>
      )}
    </div>
  );
});

function CopyButton({ code }: { readonly code: string }) {
  const { onCopy } = useContext(MarkdownActionsContext);
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  return (
    <span className="centered-row markdown-copy">
      <span className="markdown-copied" role="status">
        {copies > 0 ? markdownStrings.copied() : ''}
      </span>
      <button
        type="button"
        className={`codicon ${copies > 0 ? 'codicon-check' : 'codicon-copy'}`}
        aria-label={markdownStrings.copyCode()}
        title={markdownStrings.copyCode()}
        data-testid="copy-code"
        onClick={() => {
          onCopy(code);
          setCopies(copies + 1);
        }}
      />
    </span>
  );
}

type HighlightedNode = HighlightedCode['children'][number];

function elementsOf(parent: { readonly children: readonly HighlightedNode[] }): ReactNode[] {
  return parent.children.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const classes = node.properties['className'];
    return (
      <span key={index} className={Array.isArray(classes) ? classes.join(' ') : undefined}>
        {elementsOf(node)}
      </span>
    );
  });
}
