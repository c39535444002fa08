// The text of content blocks that have no name of their own.
import * as l10n from '@vscode/l10n';

export const contentStrings = {
  image: () => l10n.t('Image'),
  audio: () => l10n.t('Audio'),
  unsupportedContent: (kind: string) => l10n.t('Unsupported content: {0}', kind),
};
