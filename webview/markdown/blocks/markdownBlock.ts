// One top-level piece of a markdown text: what the transcript lays out and the renderer memoises.

/** A block of markdown. Joined in order, the `raw` of all blocks is the text, character for character. */
export interface MarkdownBlock {
  /** Stays the same while the text only grows. */
  readonly key: string;
  /** Where it begins in the text. */
  readonly start: number;
  readonly raw: string;
  /** paragraph, heading, list, code, table, quote, html, rule, definition, footnote, text (shown as it is). */
  readonly kind: string;
  /** False while more text may still belong to this block. */
  readonly complete: boolean;
  /** Lines of other blocks this one needs to be understood, for example link reference definitions. */
  readonly context: string;
  /** The number of the first item, when this is a long list's next part. */
  readonly listStart?: number;
}
