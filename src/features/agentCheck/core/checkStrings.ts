// The text of a check: its steps, what came of them, and the report.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';
import type { CheckStepId } from './checkReport.ts';

const steps: Readonly<Record<CheckStepId, () => string>> = {
  settings: () => l10n.t('Read the settings'),
  program: () => l10n.t('Find the program'),
  start: () => l10n.t('Start the process'),
  initialize: () => l10n.t('Initialize the protocol'),
  session: () => l10n.t('Open a session'),
};

export const checkStrings = {
  title: (agent: string) => l10n.t('Check Agent: {0}', agent),
  step: (id: CheckStepId) => steps[id](),

  // The verdict.
  checking: (agent: string) => l10n.t('Checking {0}…', agent),
  works: (agent: string) => l10n.t('{0} works with Parley.', agent),
  worksWithWarnings: (agent: string) => l10n.t('{0} works with Parley, with warnings below.', agent),
  worksAfterSignIn: (agent: string) => l10n.t('{0} starts, but you have to sign in to use it.', agent),
  cancelled: () => l10n.t('The check was canceled.'),

  // What came of the steps.
  timedOut: (step: string, agent: string, seconds: number) =>
    l10n.t('{1} did not finish “{0}” within {2} seconds.', step, agent, seconds),
  programNotFound: (command: string) => l10n.t('“{0}” was not found.', command),
  downloading: () => l10n.t('A package manager downloads the agent first, which can take minutes.'),
  signInNeeded: () => l10n.t('The agent asks you to sign in.'),
  sessionOpened: () => l10n.t('The agent opened an empty session.'),

  // Facts.
  command: () => l10n.t('Command'),
  url: () => l10n.t('URL'),
  runsOnServer: () => l10n.t('The agent runs on a server.'),
  found: () => l10n.t('Found at'),
  notFound: () => l10n.t('Not found'),
  linksTo: (path: string, target: string) => l10n.t('{0} (links to {1})', path, target),
  programVersion: (program: string) => l10n.t('Version of {0}', program),
  folder: () => l10n.t('Folder'),
  agentTitle: () => l10n.t('Agent'),
  agentVersion: () => l10n.t('Version'),
  protocolVersion: () => l10n.t('Protocol version'),
  protocolKind: () => l10n.t('Protocol'),
  rpcMode: () => l10n.t('RPC mode, translated by Parley'),
  startTime: () => l10n.t('Time to start'),
  connection: () => l10n.t('Connection of open sessions'),
  connectionState: {
    stopped: () => l10n.t('stopped'),
    starting: () => l10n.t('starting'),
    ready: () => l10n.t('ready'),
    'needs-sign-in': () => l10n.t('sign-in needed'),
    failed: () => l10n.t('failed'),
  },
  milliseconds: (ms: string) => l10n.t('{0} ms', ms),

  // Sign-in.
  signInReady: () => l10n.t('Signed in, or no sign-in needed.'),
  signInUnknown: () => l10n.t('Unknown: no session could be opened.'),

  // MCP servers.
  passed: () => l10n.t('Passed to sessions.'),
  leftOut: (kind: string) => l10n.t('Left out: the agent does not support {0}.', kind),

  // Its output.
  skippedLines: (count: number, lines: string) =>
    plural(count, {
      one: l10n.t('{0} line of its standard output is not a protocol message: {1}', count, lines),
      other: l10n.t('{0} lines of its standard output are not protocol messages: {1}', count, lines),
    }),

  // The report.
  reportTitle: (agent: string) => l10n.t('Check of {0}', agent),
  steps: () => l10n.t('Steps'),
  agent: () => l10n.t('Agent'),
  signIn: () => l10n.t('Sign-in'),
  signInMethods: (names: string) => l10n.t('Methods: {0}', names),
  capabilities: () => l10n.t('What works in Parley'),
  servers: () => l10n.t('MCP servers'),
  environment: () => l10n.t('Environment'),
  errors: () => l10n.t('Errors'),
  stderr: () => l10n.t('Standard error'),
  versions: () => l10n.t('Versions'),
};
