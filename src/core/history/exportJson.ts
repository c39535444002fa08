// A session as JSON, for other programs.
import type { SessionState } from '../session/model.ts';
import { sessionTitle } from '../session/selectors.ts';

/** What the user and the agent said and did, complete; nothing of what runs or waits. Ends with a line end. */
export function exportJson(state: SessionState): string {
  const { key, agent, cwd, sessionId, entries, subagents, plan, terminals, info, usage, configOptions } =
    state;
  const title = sessionTitle(state);
  return `${JSON.stringify(
    {
      version: 1,
      key,
      agent,
      sessionId,
      title,
      cwd,
      entries: entries.flat(),
      subagents,
      plan,
      terminals,
      info,
      usage,
      configOptions,
    },
    undefined,
    2,
  )}\n`;
}
