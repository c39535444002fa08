// The text of content blocks that have no name of their own, and around texts that are cut.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText, sizeText } from '../../text/format.ts';

export const contentStrings = {
  image: () => l10n.t('Image'),
  file: () => l10n.t('File'),
  audio: () => l10n.t('Audio'),
  pastedText: (sizeBytes: number) => l10n.t('Pasted text ({0})', sizeText(sizeBytes)),
  undoneChanges: () => l10n.t('Undone changes'),
  undonePlaces: (count: number) =>
    plural(count, {
      one: l10n.t('Reports {0} undone change to the agent', numberText(count)),
      other: l10n.t('Reports {0} undone changes to the agent', numberText(count)),
    }),
  zoom: (name: string, size: string) => l10n.t('{0} ({1}). Click to enlarge', name, size),
  close: () => l10n.t('Close'),
  saveAs: (uri: string, size: string) => l10n.t('Save {0} as… ({1})', uri, size),
  notShown: (mimeType: string, size: string) =>
    l10n.t('This content cannot be shown: {0} ({1})', mimeType, size),
  unsupportedContent: (kind: string) => l10n.t('Unsupported content: {0}', kind),
  showAll: (count: number) =>
    plural(count, {
      one: l10n.t('Show all ({0} more character)', numberText(count)),
      other: l10n.t('Show all ({0} more characters)', numberText(count)),
    }),
  showLess: () => l10n.t('Show less'),
  wholeText: () => l10n.t('Full text'),
};
