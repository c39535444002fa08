// The text of Parley's own actions in the list of commands.
import * as l10n from '@vscode/l10n';

export const commandStrings = {
  /** Marks an action that is not the agent's. */
  ofParley: () => l10n.t('Parley'),
  newSession: () => l10n.t('Start a new session with this agent'),
  handOff: () => l10n.t('Continue in a session with another agent, which is given a summary'),
  compact: () => l10n.t('Compact the context of this session'),
  compactInNew: () => l10n.t('Continue in a new session, which is given a summary of this one'),
  exportSession: () => l10n.t('Export this session'),
  rename: () => l10n.t('Rename this session'),
  fork: () => l10n.t('Continue in a copy of this session'),
  sessions: () => l10n.t('Switch to another session'),
};
