// Text for agents, in English: what a session hands over to the one that continues it (its transcript, a summary).
import { withoutMentions } from '../mentions/withoutMentions.ts';
import type { ContentBlock } from '../session/content.ts';
import { findLastEntry, isUserPrompt, type Entry } from '../session/entries.ts';
import { entryText } from '../session/entryTraits.ts';
import { sessionTitle } from '../session/selectors.ts';
import type { SessionState } from '../session/model.ts';
import type { AvailableCommand } from '../session/plan.ts';

/** The names under which agents offer to compact the context, best first. */
const COMPACT_COMMANDS = ['compact', 'compress', 'summarize'];

/** Asks the agent for a summary before a session is handed over. */
export const SUMMARY_PROMPT =
  'Summarize this session for another coding agent that continues it and knows nothing of it: the goal, what was ' +
  'decided and why, which files were changed and how, what is left to do, and what to watch out for. Answer with the ' +
  'summary alone.';

/** The most characters of the last answer in a summary made here. */
const MAX_EXCERPT_LENGTH = 4_000;

/** The agent's command that compacts the context, without the slash; undefined when it offers none. */
export function compactCommand(commands: readonly AvailableCommand[]): string | undefined {
  return COMPACT_COMMANDS.find((name) => commands.some((command) => command.name === name));
}

/** The draft of the new session. It mentions nothing: agents wrote most of it, and sending reads what is mentioned. */
export function handOverDraft(state: SessionState, summary: string | undefined): string {
  const title = sessionTitle(state);
  const from = title === undefined ? 'an earlier session' : `the session “${title}”`;
  return withoutMentions(
    `This continues ${from}. What happened there:\n\n${summary ?? digest(state)}\n\nNext: `,
  );
}

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

/** What was asked, and the end of what was answered last, when the agent cannot summarize any more. */
function digest(state: SessionState): string {
  const entries = state.entries.flat();
  const asked = entries.filter(({ kind }) => kind === 'user').map((entry) => `- ${entryText(entry).trim()}`);
  const answer = entries.findLast(({ kind }) => kind === 'agent');
  const last = answer === undefined ? '' : entryText(answer).trim().slice(-MAX_EXCERPT_LENGTH);
  return [`Asked for:\n${asked.join('\n')}`, last === '' ? '' : `The last answer:\n\n${last}`]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Whether the user has not yet answered that the agent does not remember the session. */
export function isAskedForTranscript({ entries }: SessionState): boolean {
  const isMemoryLost = (entry: Entry): boolean =>
    entry.kind === 'notice' && entry.error?.code === 'memory-lost';
  const last = findLastEntry(entries, (entry): entry is Entry => isUserPrompt(entry) || isMemoryLost(entry));
  return last !== undefined && isMemoryLost(last.found);
}
