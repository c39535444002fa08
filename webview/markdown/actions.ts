// What a user can do inside rendered markdown, for the parts deep in it.
import { createContext } from 'react';

export interface MarkdownActions {
  /** Follows a link, as written in the text. */
  readonly onLink: (href: string) => void;
  readonly onCopy: (text: string) => void;
}

/** Handed down by `MarkdownBlocks`. */
export const MarkdownActionsContext = createContext<MarkdownActions>({
  onLink: () => undefined,
  onCopy: () => undefined,
});

/** Whether the block around is complete: what is still being written is not highlighted. */
export const CompleteContext = createContext(true);
