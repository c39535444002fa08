// Why a file is protected, as cards, notifications and dialogs say it.
import * as l10n from '@vscode/l10n';
import type { ProtectedFile, ProtectionReason } from '../session/permission/protectedFile.ts';
import { visiblePath } from '../paths/visiblePath.ts';

export const protectionStrings = {
  /** The mark of such a file in a list. */
  runsCode: () =>
    l10n.t({ message: 'runs code', comment: ['Mark of a file that programs run by themselves'] }),
  reason: (reason: ProtectionReason): string => REASONS[reason](),
  canRunCode: (path: string) => l10n.t('{0} can run code.', visiblePath(path)),
  /** The file and what runs it. */
  fileRunsCode: ({ path, reason }: ProtectedFile) =>
    l10n.t('{0} can run code. {1}', visiblePath(path), REASONS[reason]()),
};

const REASONS: Readonly<Record<ProtectionReason, () => string>> = {
  versionControl: () => l10n.t('Git runs hooks and commands that this file sets.'),
  gitHooks: () => l10n.t('Git hooks run what this file says.'),
  editor: () => l10n.t('VS Code and other editors run tasks and programs that this file names.'),
  shell: () => l10n.t('Shells and extensions load this file automatically.'),
  system: () => l10n.t('The system or a server loads this file automatically.'),
  packageManager: () => l10n.t('Package managers and extensions run code from this file.'),
  container: () => l10n.t('Development containers run the commands in this file.'),
  ci: () => l10n.t('CI systems run this file.'),
  agent: () => l10n.t('Agents follow the instructions, hooks and settings in this file.'),
  build: () => l10n.t('Build tools and extensions run this file when the folder is opened.'),
  setting: () => l10n.t('The setting “parley.permissions.protectedFiles” lists this file.'),
};
