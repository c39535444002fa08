// The texts of an entry that a search looks at. Their ids are those of the folds that hide them.
import type { SearchedText } from '../../../src/core/text/searchedText.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';

/** The id of the text of a message or a notice, and of a tool call's title. */
export const MAIN_TEXT = 'main';

export function mainText(text: string): SearchedText {
  return { id: MAIN_TEXT, text };
}

/** A text for each block of text, because each is rendered on its own. */
export function messageTexts(content: readonly ContentBlock[]): readonly SearchedText[] {
  return content.flatMap((block, index) =>
    block.type === 'text' ? [{ id: index === 0 ? MAIN_TEXT : String(index), text: block.text }] : [],
  );
}
