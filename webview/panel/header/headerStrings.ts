// The text of the panel's header.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const headerStrings = {
  connected: () => l10n.t('Connected'),
  starting: () => l10n.t('Starting'),
  opening: () => l10n.t({ message: 'Opening', comment: ['The state of a session.'] }),
  downloading: () => l10n.t('Downloading'),
  needsSignIn: () => l10n.t('Needs sign-in'),
  limited: () => l10n.t('Usage limit reached'),
  failed: () => l10n.t('Failed'),
  needsInput: () => l10n.t('Needs input'),
  silent: () => l10n.t('No response'),
  running: () => l10n.t('Running'),
  background: () => l10n.t('Working in the background'),
  queued: (count: number) =>
    plural(count, {
      one: l10n.t('{0} prompt queued', numberText(count)),
      other: l10n.t('{0} prompts queued', numberText(count)),
    }),
  startsWithPrompt: () => l10n.t('It starts when you send a prompt'),
  readOnly: () => l10n.t('Read-only'),
  stopped: () => l10n.t('Stopped'),
  agentState: (agent: string, state: string) =>
    l10n.t({ message: '{0}: {1}', args: [agent, state], comment: ['An agent and its state'] }),
  nameAndVersion: (name: string, version: string) =>
    l10n.t({ message: '{0} {1}', args: [name, version], comment: ['An agent and its version'] }),
  newSession: () => l10n.t('New session'),
  sessions: () => l10n.t('Sessions'),
  showSessions: () => l10n.t('Show Sessions'),
  filterSessions: () => l10n.t('Filter sessions'),
  headingRunning: () => l10n.t({ message: 'Running', comment: ['Heading in a list of sessions.'] }),
  headingWaiting: () => l10n.t({ message: 'Waiting for input', comment: ['Heading in a list of sessions.'] }),
  headingRecent: () => l10n.t({ message: 'Recent', comment: ['Heading in a list of sessions.'] }),
  allSessions: () => l10n.t('All Sessions…'),
  renameSession: () => l10n.t('Rename (F2)'),
  noSessions: () => l10n.t('No sessions yet.'),
  noMatchingSessions: () => l10n.t('No matching sessions.'),
  matching: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session found', numberText(count)),
      other: l10n.t('{0} sessions found', numberText(count)),
    }),
  waitsIn: (agent: string, session: string) => l10n.t('{0} asks for permission in “{1}”', agent, session),
  asksIn: (agent: string, session: string) => l10n.t('{0} asks a question in “{1}”', agent, session),
  subject: () => l10n.t('What is asked'),
  notWhole: () => l10n.t('This is not all of the request. Open the session to see it and to allow it.'),
  answerThere: () => l10n.t('Open the session to answer.'),
  decline: () => l10n.t('Decline'),
  openSession: () => l10n.t('Open Session'),
  searchFor: (text: string) => l10n.t('Search All Sessions for “{0}”…', text),
  runsOn: (machine: string) => l10n.t('Runs on {0}', machine),
  startOther: () => l10n.t('Click to start a session with another agent'),
  demoHint: () => l10n.t('This built-in agent does not use a model'),
  openingSession: () => l10n.t('Opening session…'),
};
