// A footnote, shown where it stands.
import { ParsedMarkdown } from './ParsedMarkdown.tsx';

export interface FootnoteProps {
  /** A whole `footnote` block. */
  readonly raw: string;
  /** Definitions of other blocks. */
  readonly context: string;
}

export function Footnote({ raw, context }: FootnoteProps) {
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
