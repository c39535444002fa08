// Text in the sources that stays as it is, each with the reason.

export interface AllowedText {
  readonly path: string;
  /** The texts; all of the file when left out. */
  readonly texts?: readonly string[];
  readonly reason: string;
}

const GIT = 'Arguments, references and errors of git, which go to the log';
const FOR_AGENTS = 'Sent to agents and read by their models';
const WORD_LIST = 'Words that are looked for, not shown';

export const allowed: readonly AllowedText[] = [
  { path: 'src/features/sounds/host/soundCommands.ts', reason: 'Files and a script of the system' },
  { path: 'src/core/mentions/activeFile.ts', reason: 'Sent to agents, and recognized in what was sent' },
  {
    path: 'webview/panel/dock/queue/QueuedItem.tsx',
    texts: ['Alt+ArrowUp Alt+ArrowDown F2 Delete'],
    reason: 'Names of keys, for aria-keyshortcuts',
  },
  { path: 'src/snapshots/diskState.ts', reason: 'Keys that files are compared by' },
  { path: 'src/snapshots/fileSizes.ts', texts: ['too big'], reason: 'A value of a union' },
  { path: 'src/snapshots/folderSnapshots.ts', texts: ['no git'], reason: 'A value of a union' },
  { path: 'src/snapshots/gitProcess.ts', reason: GIT },
  { path: 'src/features/changes/node/watch/unlistedChanges.ts', texts: ['no git'], reason: 'A value of a union' },
  { path: 'src/features/changes/node/watch/guardedFiles.ts', reason: 'Keys that files are compared by' },
  { path: 'src/snapshots/shadowGitDir.ts', reason: GIT },
  { path: 'src/snapshots/shadowLocation.ts', reason: GIT },
  { path: 'src/snapshots/shadowObjects.ts', reason: GIT },
  { path: 'src/snapshots/shadowRepository.ts', reason: GIT },
  { path: 'src/snapshots/snapshotStore.ts', reason: GIT },
  { path: 'src/core/paths/pathProblem.ts', reason: FOR_AGENTS },
  { path: 'src/core/secrets/secretRecognition.ts', reason: WORD_LIST },
  { path: 'src/files/fileErrors.ts', reason: FOR_AGENTS },
  { path: 'src/files/diskFile.ts', reason: FOR_AGENTS },
  { path: 'src/core/sessionLifecycle/handOver/handOverDraft.ts', reason: FOR_AGENTS },
  { path: 'src/core/sessionLifecycle/handOver/transcriptContext.ts', reason: FOR_AGENTS },
  { path: 'src/features/changes/core/review/reviewPrompt.ts', reason: FOR_AGENTS },
  { path: 'src/features/plans/core/planComments.ts', reason: FOR_AGENTS },
  { path: 'src/core/changes/undoneChanges.ts', reason: FOR_AGENTS },
  { path: 'src/features/limits/core/metLimit.ts', reason: FOR_AGENTS },
  {
    path: 'src/features/limits/core/resetTime.ts',
    reason: 'Words before a time, as the reader of times knows them',
  },
  { path: 'src/core/mentions/addedFileDiff.ts', reason: 'Words of the format of diffs' },
  { path: 'src/core/mentions/contextText.ts', reason: FOR_AGENTS },
  { path: 'src/host/context/sources/shownOutput.ts', reason: 'Recognized in what a tool of VS Code answers' },
  { path: 'src/features/commit/core/commitPrompt.ts', reason: FOR_AGENTS },
  { path: 'src/features/vscodeChat/host/askAgentTool.ts', reason: FOR_AGENTS },
  { path: 'src/features/commit/core/boundedDiff.ts', reason: FOR_AGENTS },
  {
    path: 'src/core/permissions/policy/readOnlyMode.ts',
    texts: [
      'The user has turned on read-only mode: no file is changed and no command is run. Say what you would have done instead.',
    ],
    reason: FOR_AGENTS,
  },
  {
    path: 'src/core/permissions/policy/ruleLabel.ts',
    texts: ['read-only mode', '{} rule {}', '(cannot be read)'],
    reason: 'The stored label of a rule, also for logs and agents; `localizedRuleLabel` shows it',
  },
  { path: 'src/core/permissions/policy/commands/commandFields.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/shellParser.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/gitProgram.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/interpreters.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/languagePrograms.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/packagePrograms.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/servicePrograms.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/startingPrograms.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/programs/textPrograms.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/commands/commandFiles.ts', reason: WORD_LIST },
  { path: 'src/core/permissions/policy/textPaths.ts', reason: WORD_LIST },
  {
    path: 'src/core/permissions/decisionRecords.ts',
    reason: 'Lines of the decision log, a file of one format',
  },
  { path: 'src/features/usage/core/usageReport.ts', reason: 'Columns of an exported table, which programs read' },
  { path: 'src/core/history/exportMarkdown.ts', texts: ['{} UTC'], reason: 'A time of one format' },
  { path: 'src/composition/agentMaker.ts', texts: ['Parley'], reason: 'A name' },
  { path: 'src/history/history.ts', texts: ['{} sessions'], reason: 'A line of the log' },
  { path: 'src/features/changes/node/watch/agentActivity.ts', texts: ['terminal {}'], reason: 'The key of a terminal' },
  { path: 'src/host/chat/panelHtml.ts', reason: 'The content security policy' },
  { path: 'src/host/permissions/decisionLog.ts', reason: 'The name of a document' },
  { path: 'src/host/sessions/list/sessionPicker.ts', texts: ['$(search) {}'], reason: 'An icon' },
  { path: 'src/host/sessions/list/sessionsTree.ts', texts: ['session {}'], reason: 'The id of a tree item' },
  { path: 'src/features/addAgent/node/list/iconFilter.ts', reason: WORD_LIST },
  { path: 'src/machine/knownPrograms.ts', reason: 'Names of agents' },
  { path: 'src/host/window/log.ts', texts: ['Parley: {}'], reason: 'Two names' },
  { path: 'webview/panel/contextMenu/clickedPlace.ts', reason: 'A selector' },
  { path: 'webview/panel/warmUp.tsx', reason: 'Drawn where nobody sees it' },
  { path: 'webview/panel/state/bridge.ts', reason: 'A line of the console' },
  { path: 'webview/panel/configBar/choices.ts', texts: ['heading {}'], reason: 'The id of an element' },
];
