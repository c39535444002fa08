// What a user can do inside rendered markdown, for the parts deep in it.
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { CodeAction, CodeInAnswer } from '../../src/core/codeBlocks/codeAction.ts';

export interface InlineCodeProps {
  readonly text: string;
  readonly children: ReactNode;
}

export interface MarkdownActions {
  /** Follows a link, as written in the text. */
  readonly onLink: (href: string) => void;
  readonly onCopy: (text: string) => void;
  /** Renders code in a line, which may name a file; absent where no file can be opened. */
  readonly InlineCode?: ComponentType<InlineCodeProps> | undefined;
  /** Does something else with a code block; absent where code can only be copied. */
  readonly onCode?: ((action: CodeAction, block: CodeInAnswer) => void) | undefined;
}

/** Handed down by `MarkdownBlocks`. */
export const MarkdownActionsContext = createContext<MarkdownActions>({
  onLink: () => undefined,
  onCopy: () => undefined,
});

/** Whether the block around is complete: what is still being written is not highlighted. */
export const CompleteContext = createContext(true);
