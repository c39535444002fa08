// Text for agents, in English: the draft with which another agent continues a session.
import { withoutMentions } from '../../mentions/withoutMentions.ts';
import { entryText } from '../../session/entryTraits.ts';
import { sessionTitle } from '../../session/selectors.ts';
import type { SessionState } from '../../session/model.ts';
import type { AvailableCommand } from '../../session/info/state.ts';

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
