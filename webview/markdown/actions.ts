// What a user can do inside rendered markdown, for the parts deep in it.
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { CodeAction, CodeInAnswer } from '../../src/core/codeBlocks/codeAction.ts';

export interface InlineCodeProps {
  readonly text: string;
  readonly children: ReactNode;
}

export interface FormulaProps {
  /** As it was written, with the signs around it. */
  readonly source: string;
  /** Whether it stands on lines of its own. */
  readonly displayed: boolean;
  /** Whether its block has ended; until then its source is shown. */
  readonly complete: boolean;
}

export interface DrawingProps {
  readonly code: string;
  /** The code as text, which is shown until it is drawn, and where it cannot be. */
  readonly children: ReactNode;
}

/** Draws the code blocks of one language. */
export interface Drawing {
  readonly language: string;
  readonly Component: ComponentType<DrawingProps>;
}

export interface MarkdownActions {
  /** Follows a link, as written in the text. */
  readonly onLink: (href: string) => void;
  readonly onCopy: (text: string) => void;
  /** Renders code in a line, which may name a file; absent where no file can be opened. */
  readonly InlineCode?: ComponentType<InlineCodeProps> | undefined;
  /** Renders a formula; absent where its source is shown. */
  readonly Formula?: ComponentType<FormulaProps> | undefined;
  /** Draw code blocks that are complete, each of one language. */
  readonly drawings?: readonly Drawing[] | undefined;
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
