// A session as Markdown, for reading: prompts and answers as they are, what the agent did folded away.
import type { SessionState } from '../session/model.ts';
import { sessionTitle } from '../session/selectors.ts';
import { callMarkdown, isStep } from './callMarkdown.ts';
import { entryMarkdown, terminalsById } from './entryMarkdown.ts';
import { historyStrings } from './historyStrings.ts';
import { code, escapeText } from './markdownText.ts';

/** The session as one document, which ends with a line end. Times are in UTC. */
export function exportMarkdown(state: SessionState): string {
  const terminals = terminalsById(state.terminals);
  const facts = [historyStrings.agent(code(state.agent)), historyStrings.folder(code(state.cwd))];
  if (state.sessionId !== undefined) facts.push(historyStrings.session(code(state.sessionId)));
  const title = sessionTitle(state) ?? historyStrings.untitled();
  const parts = [`# ${escapeText(title)}`, facts.map((fact) => `- ${fact}`).join('\n')];
  let speaker: string | undefined;
  for (const entry of state.entries.flat()) {
    const next = entry.kind === 'user' ? historyStrings.you() : escapeText(state.agent);
    if (isStep(entry, state)) continue;
    const body =
      entry.kind === 'tool' ? callMarkdown(state, entry, terminals) : entryMarkdown(entry, terminals);
    if (body === '') continue;
    if (next !== speaker || entry.kind === 'user') parts.push(`## ${next} · ${time(entry.at)}`);
    speaker = next;
    parts.push(body);
  }
  return `${parts.join('\n\n')}\n`;
}

/** To the minute. */
function time(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
