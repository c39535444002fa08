// What one session hands to the next: the agent's own command to make room, a summary by the agent, or one made here.
import { entryText, sessionTitle } from './session/select.ts';
import type { SessionState } from './session/model.ts';
import type { AvailableCommand } from './session/plan.ts';

/** The names under which agents offer to make room in the context, best first. */
const COMPACT_COMMANDS = ['compact', 'compress', 'summarize'];

/** What the agent is asked for before a session is handed over. */
export const SUMMARY_PROMPT =
  'Summarise this session for another coding agent that continues it and knows nothing of it: the goal, what was ' +
  'decided and why, which files were changed and how, what is left to do, and what to watch out for. Answer with the ' +
  'summary alone.';

/** Characters of the last answer that a summary made here takes over. */
const EXCERPT = 4_000;

/** The agent's command that makes room in the context, without the slash; undefined when it offers none. */
export function compactCommand(commands: readonly AvailableCommand[]): string | undefined {
  return COMPACT_COMMANDS.find((name) => commands.some((command) => command.name === name));
}

/** The draft of the new session. */
export function handOverDraft(state: SessionState, summary: string | undefined): string {
  const title = sessionTitle(state);
  const from = title === undefined ? 'an earlier session' : `the session “${title}”`;
  return `This continues ${from}. What happened there:\n\n${summary ?? digest(state)}\n\nNext: `;
}

/** What was asked, and the end of what was answered last, when the agent cannot summarise any more. */
function digest(state: SessionState): string {
  const entries = state.entries.flat();
  const asked = entries.filter(({ kind }) => kind === 'user').map((entry) => `- ${entryText(entry).trim()}`);
  const answer = entries.findLast(({ kind }) => kind === 'agent');
  const last = answer === undefined ? '' : entryText(answer).trim().slice(-EXCERPT);
  return [`Asked for:\n${asked.join('\n')}`, last === '' ? '' : `The last answer:\n\n${last}`]
    .filter((part) => part !== '')
    .join('\n\n');
}
