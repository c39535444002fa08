// What is known about a session beside its transcript: its title and names, its commands.
import { activeFiles } from '../../mentions/activeFile.ts';
import { oneLine } from '../../text/oneLine.ts';
import { withAgentTitle } from '../../text/agentTitle.ts';
import { boundedTitle, patchInfo, type SessionInfoPatch } from './state.ts';
import type { SessionState } from '../model.ts';
import { sessionStrings } from '../sessionStrings.ts';
import { addEntry } from '../addEntry.ts';
import type { Topic } from '../topic.ts';

export const infoTopic: Topic<'session_info' | 'renamed' | 'commands'> = {
  handlers: {
    session_info: (state, { patch, at }) => reduceSessionInfo(state, patch, at),

    renamed(state, event) {
      const name = oneLine(boundedTitle(event.alias));
      const { alias: _old, ...rest } = state;
      return name === '' ? rest : { ...rest, alias: name };
    },

    commands: (state, { commands }) => ({ ...state, commands }),
  },
  updates: {
    commands: { inReplay: 'fact', isSignOfLife: false },
    session_info: { inReplay: 'fact', isSignOfLife: false },
  },
};

/** A name that the user gave stays, and the transcript reports what the agent calls the session now. */
function reduceSessionInfo(state: SessionState, patch: SessionInfoPatch, at: number): SessionState {
  const named = withAgentTitle(patch, () => activeFiles(state));
  const updated = { ...state, info: patchInfo(state.info, named, at) };
  const title = oneLine(updated.info.title ?? '');
  const isNew = title !== '' && title !== oneLine(state.info.title ?? '') && title !== state.alias;
  if (state.alias === undefined || !isNew) return updated;
  return addEntry(updated, at, {
    kind: 'notice',
    severity: 'info',
    text: sessionStrings.renamedByAgent(title),
  });
}
