// The keys that the panel handles itself, with what they do.
import * as l10n from '@vscode/l10n';
import type { KeyPlace, KeyRow } from './keyRows.ts';

/** The keys that the panel handles itself. */
export function panelKeyRows(): readonly KeyRow[] {
  const row = (place: KeyPlace, key: string, title: string, mac = key): KeyRow => ({
    command: undefined,
    title,
    key,
    mac,
    place,
    isLinuxOnly: false,
  });
  return [
    row('composer', 'enter', l10n.t('Send the prompt; “parley.enterKey” can swap this with the next key')),
    row('composer', 'shift+enter', l10n.t('Begin a new line')),
    row('composer', '?', l10n.t('Show these shortcuts, in an empty composer; again: type a question mark')),
    row('composer', '@', l10n.t('Mention files and other context')),
    row('composer', '/', l10n.t('List commands')),
    row('composer', 'up', l10n.t('Bring back the previous prompt, in an empty composer')),
    row('chat', 'escape', l10n.t('Close the innermost popup, then stop the turn')),
    row('chat', 'f3', l10n.t('Go to the next match of Find')),
    row('chat', 'shift+f3', l10n.t('Go to the previous match of Find')),
    row('transcript', 'up', l10n.t('Go to the previous entry')),
    row('transcript', 'down', l10n.t('Go to the next entry')),
    row('transcript', 'home', l10n.t('Go to the first entry')),
    row('transcript', 'end', l10n.t('Go to the last entry')),
    row('queue', 'alt+up', l10n.t('Move the queued prompt up')),
    row('queue', 'alt+down', l10n.t('Move the queued prompt down')),
    row('queue', 'f2', l10n.t('Edit the queued prompt')),
    row('queue', 'delete', l10n.t('Remove the queued prompt')),
  ];
}
