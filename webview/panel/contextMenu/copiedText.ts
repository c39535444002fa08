// The texts that the context menu copies, or puts into the prompt.
import { entryMarkdown } from '../../../src/core/history/entryMarkdown.ts';
import { withoutMentions } from '../../../src/core/mentions/withoutMentions.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { selectedRange } from '../../text/selectedRange.ts';
import { markdownBlocks } from '../../markdown/markdownDocument.ts';
import { unmarkedText } from '../../markdown/unmarkedText.ts';
import { answerOf } from '../entries/answerOf.ts';
import { isMarkdownEntry } from '../entries/entryRows.tsx';
import { textOfAll } from '../transcript/textOfAll.ts';

/** What is selected, also where not all of it is drawn; empty for nothing. */
export function selectedText(session: SessionState): string {
  if (selectedRange() === undefined) return '';
  const transcript = document.querySelector<HTMLElement>('[data-testid="transcript"]');
  return textOfAll(session, transcript) ?? document.getSelection()?.toString() ?? '';
}

/** A text as a quote, with a line below it to write on. It mentions nothing: sending reads what is mentioned. */
export function quotedText(text: string): string {
  const lines = text.trim().split('\n');
  return withoutMentions(`${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`);
}

/** One entry as plain text or as Markdown, or the whole answer that it belongs to, as the agent wrote it. */
export function copiedEntry(
  session: SessionState,
  entry: Entry,
  command: 'copy_message' | 'copy_response' | 'copy_markdown',
): string {
  switch (command) {
    case 'copy_message':
      return plainEntry(session.key, entry);
    case 'copy_response':
      return answerOf(session, entry.id);
    case 'copy_markdown':
      return entryMarkdown(entry, new Map(session.terminals.map((terminal) => [terminal.id, terminal])));
  }
}

function plainEntry(key: string, entry: Entry): string {
  const text = entryText(entry);
  if (!isMarkdownEntry(entry)) return text;
  return unmarkedText(markdownBlocks(`${key}/${entry.id}/menu`, text, false));
}
