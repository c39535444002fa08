// The text that Parley itself puts into a transcript.
import * as l10n from '@vscode/l10n';
import { plural } from '../text/localization.ts';

export const sessionStrings = {
  renamedByAgent: (title: string) =>
    l10n.t('The agent renamed this session to “{0}”. The name you chose stays.', title),
  cut: (characters: number) =>
    plural(characters, {
      one: l10n.t('{0} more character was not stored', characters),
      other: l10n.t('{0} more characters were not stored', characters),
    }),
};
