// The text of the composer.
import * as l10n from '@vscode/l10n';
import { sizeText } from '../../format.ts';

export const composerStrings = {
  ask: (agent: string) => l10n.t('Ask {0}', agent),
  askOrCommand: (agent: string) => l10n.t('Ask {0} or type / for commands', agent),
  commands: () => l10n.t('Agent commands'),
  send: () => l10n.t('Send'),
  queue: () => l10n.t('Add to Queue'),
  stop: () => l10n.t('Stop'),

  textAttached: (sizeBytes: number) =>
    l10n.t('The text was attached because it is long ({0}).', sizeText(sizeBytes)),
  removeAttachment: () => l10n.t('Remove Attachment'),
  sentWithNextPrompt: () => l10n.t('Will be sent with your next prompt'),
  removeTranscript: () => l10n.t('Remove Transcript'),
  unsupportedFile: (file: string) =>
    l10n.t('“{0}” was not attached. Only PNG, JPEG, GIF and WebP images can be pasted.', file),
  imagesNotAccepted: (file: string, agent: string) =>
    l10n.t('“{0}” was not attached because {1} doesn’t accept images.', file, agent),
  imageTooLarge: (file: string, largestBytes: number) =>
    l10n.t('“{0}” was not attached because it is larger than {1}.', file, sizeText(largestBytes)),
  unreadableImage: (file: string) => l10n.t('“{0}” could not be read.', file),
};
