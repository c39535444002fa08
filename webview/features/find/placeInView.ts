// Where the user is in the transcript: the place at its top edge, and the text that is selected in it.
import type { FindPlace } from '../../../src/features/find/core/transcriptFind.ts';
import { MAIN_TEXT } from '../../panel/entries/searchedText.ts';
import type { TranscriptTarget } from '../../panel/transcript/transcriptTarget.ts';

/** A longer selection is not used as the search text. */
const MAX_SELECTION_CHARACTERS = 200;

/** The place at the top edge of the transcript. */
export function placeInView(target: TranscriptTarget | undefined): FindPlace | undefined {
  const index = target?.rowInSight();
  const row = index === undefined ? undefined : target?.rows().at(index);
  switch (row?.kind) {
    case 'entry':
      return { entryId: row.entry.id };
    case 'part':
      return { entryId: row.entryId, textId: MAIN_TEXT, start: row.from };
    case 'tools':
      return { entryId: row.key };
    case undefined:
      return undefined;
  }
}

/** The text selected in the transcript, if it is on one line. */
export function selectedText(target: TranscriptTarget | undefined): string | undefined {
  const selection = document.getSelection();
  const text = selection?.toString() ?? '';
  const isHere = target?.scroller.contains(selection?.anchorNode ?? null) === true;
  return isHere && text.trim() !== '' && text.length <= MAX_SELECTION_CHARACTERS && !text.includes('\n')
    ? text
    : undefined;
}
