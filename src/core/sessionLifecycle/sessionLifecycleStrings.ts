// The text of notices about the lifecycle of sessions.
import * as l10n from '@vscode/l10n';
import { plural } from '../text/localization.ts';

export const sessionLifecycleStrings = {
  forkOf: (title: string) => l10n.t('Fork of {0}', title),
  forkOfUntitled: () => l10n.t('Fork of an untitled session'),
  reconnected: (agent: string) => l10n.t('Reconnected to {0}. This session continues.', agent),
  forgotPrompts: (agent: string, count: number) =>
    plural(count, {
      one: l10n.t('{0} does not remember the last prompt above.', agent),
      other: l10n.t('{0} does not remember the last {1} prompts above.', agent, count),
    }),
  transcriptRestored: (agent: string) =>
    l10n.t('The transcript of this session was no longer stored. {0} restored it.', agent),
  resumedWithoutTranscript: (agent: string) =>
    l10n.t(
      'The transcript of this session is no longer stored. {0} resumed the session without its transcript.',
      agent,
    ),
  replacedByNew: (agent: string) =>
    l10n.t(
      'The transcript of this session is no longer stored, and {0} cannot reopen the session. This is a new session.',
      agent,
    ),
  replacedByNewAfterError: (agent: string, error: string) =>
    l10n.t({
      message:
        'The transcript of this session is no longer stored, and {0} could not reopen the session. This is a new session. {1}',
      args: [agent, error],
      comment: ['{1} is the error of the agent, a sentence.'],
    }),
  loadedWithoutServers: (agent: string) => l10n.t('{0} opened this session without MCP servers.', agent),
  cannotReopen: (agent: string) => l10n.t('{0} cannot reopen closed sessions.', agent),
  couldNotReopen: (agent: string, error: string) =>
    l10n.t({
      message: '{0} could not reopen this session. {1}',
      args: [agent, error],
      comment: ['{1} is the error of the agent, a sentence.'],
    }),
};
