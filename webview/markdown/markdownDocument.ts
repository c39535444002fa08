// The markdown blocks of every entry shown lately, for components and for the transcript that lays them out.
import { useMemo } from 'react';
import { IncrementalMarkdown } from './blocks/incrementalMarkdown.ts';
import type { MarkdownBlock } from './blocks/markdownBlock.ts';

export type { MarkdownBlock } from './blocks/markdownBlock.ts';

/** Entries whose blocks are stored, … */
const MOST_ENTRIES = 256;
/** …and how many characters of text they may hold together, beside the one asked for last. */
const MOST_CHARACTERS = 8_000_000;

/** Least recently used first. */
const documents = new Map<string, IncrementalMarkdown>();

/**
 * The blocks of an entry's text; unchanged blocks keep their identity from call to call, and the same text gives the
 * same array. Keys are unique among entries.
 */
export function markdownBlocks(entryId: string, text: string, streaming: boolean): readonly MarkdownBlock[] {
  const known = documents.get(entryId);
  const document = known ?? new IncrementalMarkdown(`${entryId}:`);
  documents.delete(entryId);
  documents.set(entryId, document);
  const blocks = document.update(text, streaming);
  forgetOldest();
  return blocks;
}

/** `markdownBlocks` for a component. */
export function useMarkdownBlocks(
  entryId: string,
  text: string,
  streaming: boolean,
): readonly MarkdownBlock[] {
  return useMemo(() => markdownBlocks(entryId, text, streaming), [entryId, text, streaming]);
}

function forgetOldest(): void {
  let characters = 0;
  for (const document of documents.values()) characters += document.size;
  for (const [entryId, document] of documents) {
    const isTooMuch = documents.size > MOST_ENTRIES || characters > MOST_CHARACTERS;
    if (!isTooMuch || documents.size === 1) return;
    characters -= document.size;
    documents.delete(entryId);
  }
}
