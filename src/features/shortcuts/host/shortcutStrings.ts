// The text of the keyboard shortcuts sheet.
import * as l10n from '@vscode/l10n';
import type { KeyPlace } from './keyRows.ts';

export const shortcutStrings = {
  title: () => l10n.t('Parley: Keyboard Shortcuts'),
  search: () => l10n.t('Search shortcuts. Press ? again to type a question mark in the chat.'),
  change: () => l10n.t('Change in Keyboard Shortcuts'),
  changeAll: () => l10n.t('Open Keyboard Shortcuts'),
  onMac: (keys: string, macKeys: string) =>
    l10n.t({ message: '{0} (macOS: {1})', args: [keys, macKeys], comment: ['Keys.'] }),
  or: (first: string, second: string) =>
    l10n.t({ message: '{0} or {1}', args: [first, second], comment: ['Keys.'] }),
};

const PLACES: Readonly<Record<KeyPlace, () => string>> = {
  composer: () => l10n.t({ message: 'Composer', comment: ['Where keyboard shortcuts act.'] }),
  chat: () => l10n.t({ message: 'Chat', comment: ['Where keyboard shortcuts act.'] }),
  queue: () => l10n.t({ message: 'Queued prompts', comment: ['Where keyboard shortcuts act.'] }),
  transcript: () => l10n.t({ message: 'Transcript', comment: ['Where keyboard shortcuts act.'] }),
  prompt: () => l10n.t({ message: 'Prompt in an editor', comment: ['Where keyboard shortcuts act.'] }),
  editor: () => l10n.t({ message: 'Editor', comment: ['Where keyboard shortcuts act.'] }),
  accessible: () => l10n.t({ message: 'Accessible view', comment: ['Where keyboard shortcuts act.'] }),
  anywhere: () => l10n.t({ message: 'Anywhere', comment: ['Where keyboard shortcuts act.'] }),
};

/** The places in the order of the sheet, the one of the caret first. */
export const placeNames: readonly (readonly [KeyPlace, () => string])[] = [
  ['composer', PLACES.composer],
  ['chat', PLACES.chat],
  ['queue', PLACES.queue],
  ['transcript', PLACES.transcript],
  ['prompt', PLACES.prompt],
  ['editor', PLACES.editor],
  ['accessible', PLACES.accessible],
  ['anywhere', PLACES.anywhere],
];
