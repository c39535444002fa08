// The text of what runs beside the turns; what it is called is the agent's.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const backgroundStrings = {
  working: () => l10n.t('Working in the background'),
  count: (count: number) =>
    plural(count, {
      one: l10n.t('{0} task', numberText(count)),
      other: l10n.t('{0} tasks', numberText(count)),
    }),
  untitled: () => l10n.t('Background task'),
  stop: (title: string) => l10n.t('Stop {0}', title),
};
