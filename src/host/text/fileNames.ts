// The names of files, and of other things with names of agents or workspaces, as notifications show them.
import { distinctNames } from '../../core/paths/distinctNames.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import { fileNameStrings } from './fileNameStrings.ts';
import { escapeForNotification } from './escapeForNotification.ts';
import { withoutIcons } from './iconText.ts';

const MAX_CHARACTERS = 100;
/** How many files are named in a message. */
const MAX_NAMES = 5;

/** The beginning of a name, without icons and links. */
export function boundedName(name: string): string {
  return withoutIcons(escapeForNotification(visibleStart(name, MAX_CHARACTERS)));
}

/** The names of some files for a message, the first of them. */
export function fileNames(paths: readonly string[]): string {
  const all = [...distinctNames(paths).values()];
  const names = all.slice(0, MAX_NAMES).map(boundedName).join(', ');
  return all.length > MAX_NAMES ? fileNameStrings.filesAndMore(names, all.length - MAX_NAMES) : names;
}
