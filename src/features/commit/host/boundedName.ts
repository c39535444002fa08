// Names of files and repositories as notifications and lists may show them.
import { visibleStart } from '../../../core/text/visibleText.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';

const MAX_CHARACTERS = 100;

export function boundedName(name: string): string {
  return withoutIcons(escapeForNotification(visibleStart(name, MAX_CHARACTERS)));
}
