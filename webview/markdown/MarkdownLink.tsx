// Links and images of an agent's text: nothing navigates and nothing is loaded on its own.
import { useContext, type ReactNode } from 'react';
import { parseLink } from '../../src/core/text/links.ts';
import { shortText } from '../text/shortText.ts';
import { MarkdownActionsContext } from './actions.ts';
import { markdownStrings } from './markdownStrings.ts';

/** Longest image inside the text (characters of its `data:` URL). */
const LONGEST_IMAGE = 524_288;
const IMAGE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=]+$/i;

export interface MarkdownLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/**
 * A link that reports that it was followed. It has no `href`: the webview's host would open that itself, past the
 * list of allowed schemes. What may not be opened at all is plain text.
 */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const { onLink } = useContext(MarkdownActionsContext);
  if (parseLink(href).kind === 'refused') return <span className="markdown-inert-link">{children}</span>;
  return (
    <a
      role="link"
      tabIndex={0}
      className="markdown-link"
      title={shortText(href)}
      onClick={(event) => {
        event.preventDefault();
        onLink(href);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onLink(href);
      }}
    >
      {children}
    </a>
  );
}

export interface MarkdownImageProps {
  readonly source: string;
  readonly alternative: string;
}

/** An image contained in the text; any other is a link with the words that describe it. */
export function MarkdownImage({ source, alternative }: MarkdownImageProps) {
  if (source.length <= LONGEST_IMAGE && IMAGE_DATA.test(source)) {
    return <img className="markdown-image" src={source} alt={alternative} />;
  }
  const label = alternative === '' ? markdownStrings.image() : alternative;
  if (parseLink(source).kind === 'refused') return label;
  return (
    <MarkdownLink href={source}>
      <span className="codicon codicon-file-media" aria-hidden="true" /> {label}
    </MarkdownLink>
  );
}
