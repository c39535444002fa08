// The text around a command's output.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { durationText, numberText, sizeText } from '../../text/format.ts';

export const terminalStrings = {
  agentCommand: () => l10n.t('Agent command'),
  terminal: (command: string) => l10n.t('Terminal: {0}', command),
  folder: (path: string) => l10n.t('Folder: {0}', path),
  output: (command: string) => l10n.t('Output of {0}', command),
  openInTerminal: () => l10n.t('Open in Terminal'),
  stopCommand: () => l10n.t('Stop Command'),
  earlierNotShown: () => l10n.t('Earlier output is not shown.'),
  earlierDiscarded: (sizeBytes: number) =>
    l10n.t('Earlier output is not shown. The first {0} were discarded.', sizeText(sizeBytes)),

  showMoreLines: (count: number) =>
    plural(count, {
      one: l10n.t('Show {0} more line', numberText(count)),
      other: l10n.t('Show {0} more lines', numberText(count)),
    }),

  waiting: () => l10n.t('Waiting'),
  running: () => l10n.t('Running'),
  exitCode: (code: number) => l10n.t('Exit code {0}', code),
  stoppedBy: (signal: string) => l10n.t('Stopped by {0}', signal),
  ended: () => l10n.t('Ended'),
  stateWithDuration: (state: string, durationMs: number) =>
    l10n.t({
      message: '{0} · {1}',
      args: [state, durationText(durationMs)],
      comment: ['The state of a command and how long it has taken'],
    }),
};
