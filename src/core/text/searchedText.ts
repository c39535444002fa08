// The texts of an entry that a search in the transcript looks at, and places in them.

/** A text of an entry. `id` is unique in the entry. */
export interface SearchedText {
  readonly id: string;
  readonly text: string;
}

/** A place in the text `textId` of an entry: offsets are UTF-16 code units. */
export interface TextRange {
  readonly entryId: string;
  readonly textId: string;
  readonly start: number;
  readonly end: number;
}
