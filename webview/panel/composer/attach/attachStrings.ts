// The text of attaching things to a prompt.
import * as l10n from '@vscode/l10n';
import { sizeText } from '../../../text/format.ts';

export const attachStrings = {
  addContext: () => l10n.t('Add Context…'),
  filesAndFolders: () => l10n.t('Files and Folders…'),
  image: () => l10n.t('Image…'),
  audio: () => l10n.t('Audio File…'),
  clipboardImage: () => l10n.t('Image from Clipboard'),
  openEditors: () => l10n.t('Open Editors'),
  selection: () => l10n.t('Selection'),
  problems: () => l10n.t('Problems'),
  changes: () => l10n.t('Git Changes'),
  terminalCommand: () => l10n.t('Terminal Command…'),
  symbol: () => l10n.t('Symbol…'),
  session: () => l10n.t('Session…'),
  noImages: (agent: string) => l10n.t('{0} doesn’t accept images', agent),
  noAudio: (agent: string) => l10n.t('{0} doesn’t accept audio', agent),
  removeImages: (agent: string) =>
    l10n.t('{0} doesn’t accept images. Remove them to send the prompt.', agent),
  removeAudio: (agent: string) => l10n.t('{0} doesn’t accept audio. Remove it to send the prompt.', agent),
  dropHint: () => l10n.t('Files can also be dropped here. Hold Shift to drop from VS Code.'),

  dropHere: () => l10n.t('Drop to add to the prompt'),
  holdShift: () => l10n.t('Hold Shift to drop here'),
  dropImagesNotAccepted: (agent: string) =>
    l10n.t('{0} doesn’t accept images; other files are added.', agent),

  removeAttachment: () => l10n.t('Remove Attachment'),
  insertAsText: () => l10n.t('Insert as Text'),
  textAttached: (sizeBytes: number) =>
    l10n.t('The text was attached because it is long ({0}).', sizeText(sizeBytes)),

  sendsFile: (path: string) => l10n.t('{0} is sent with your prompt as a link', path),
  sendsSelection: (path: string) => l10n.t('The selection in {0} is sent with your prompt', path),
  staysOut: (path: string) => l10n.t('{0} is not sent with your prompt', path),

  unnamed: () => l10n.t('File'),
  unsupportedImage: (file: string) =>
    l10n.t('“{0}” was not attached. Only PNG, JPEG, GIF, WebP, BMP and AVIF images can be attached.', file),
  imagesNotAccepted: (file: string, agent: string) =>
    l10n.t('“{0}” was not attached because {1} doesn’t accept images.', file, agent),
  audioNotAccepted: (file: string, agent: string) =>
    l10n.t('“{0}” was not attached because {1} doesn’t accept audio.', file, agent),
  tooLarge: (file: string, largestBytes: number) =>
    l10n.t('“{0}” was not attached because it is larger than {1}.', file, sizeText(largestBytes)),
  undecodable: (file: string) =>
    l10n.t('“{0}” was not attached because it is not an image that can be read.', file),
  unreadable: (file: string) => l10n.t('“{0}” could not be read.', file),
  binary: (file: string) => l10n.t('“{0}” was not attached because it is neither text nor an image.', file),
  folder: (file: string) =>
    l10n.t('“{0}” is a folder. Drag it from VS Code’s Explorer, or choose it with the paperclip.', file),
  tooMany: (limit: number) => l10n.t('A prompt can have at most {0} attachments.', limit),
  noClipboardImage: () => l10n.t('There is no image on the clipboard.'),
};
