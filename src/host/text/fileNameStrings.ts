// The text around the names of files.
import { l10n } from 'vscode';

export const fileNameStrings = {
  filesAndMore: (names: string, more: number) => l10n.t('{0} and {1} more', names, more),
};
