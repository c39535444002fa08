// Text for agents, in English: the transcript that a session hands over to the one that continues it.
import type { ContentBlock } from '../../session/content.ts';
import { findLastEntry, isUserPrompt, type Entry } from '../../session/entries.ts';
import { entryText } from '../../session/entryTraits.ts';
import { sessionTitle } from '../../session/selectors.ts';
import type { SessionState } from '../../session/model.ts';

/** How the addresses of transcripts that are handed over begin. */
const TRANSCRIPTS = 'parley:/transcript/';

/** The most characters of a transcript; of a longer one the end is handed over, because it matters most. */
const MAX_TRANSCRIPT_LENGTH = 100_000;

/** The transcript of a session as a block that goes with the first prompt of the session that continues it. */
export function transcriptContext(state: SessionState): ContentBlock {
  const text = state.entries
    .flat()
    .flatMap((entry) => {
      const content = entryText(entry).trim();
      if (content === '') return [];
      if (entry.kind === 'user') return [`## Prompt\n\n${content}`];
      if (entry.kind === 'agent') return [`## Answer\n\n${content}`];
      return entry.kind === 'tool' || entry.kind === 'plan' ? [content] : [];
    })
    .join('\n\n');
  const end = text.length <= MAX_TRANSCRIPT_LENGTH ? text : `…\n\n${text.slice(-MAX_TRANSCRIPT_LENGTH)}`;
  const name = (sessionTitle(state) ?? 'earlier session').replace(/[^\p{L}\p{N}]+/gu, '-');
  return {
    type: 'resource',
    resource: { uri: `${TRANSCRIPTS}${name}.md`, mimeType: 'text/markdown', text: end },
  };
}

/** Whether a transcript is handed over with a prompt. */
export function holdsTranscript(content: readonly ContentBlock[]): boolean {
  return content.some((block) => block.type === 'resource' && block.resource.uri.startsWith(TRANSCRIPTS));
}

/** Whether the user has not yet answered that the agent does not remember the session. */
export function isAskedForTranscript({ entries }: SessionState): boolean {
  const isMemoryLost = (entry: Entry): boolean =>
    entry.kind === 'notice' && entry.error?.code === 'memory-lost';
  const last = findLastEntry(entries, (entry): entry is Entry => isUserPrompt(entry) || isMemoryLost(entry));
  return last !== undefined && isMemoryLost(last.found);
}
