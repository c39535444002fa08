// Names of files and repositories as notifications and lists may show them.
import { visibleStart } from '../../../core/text/visibleText.ts';
import { escapeForNotification } from '../../../host/window/escapeForNotification.ts';
import { withoutIcons } from '../../../host/window/iconText.ts';

const MAX_CHARACTERS = 100;

export function boundedName(name: string): string {
  return withoutIcons(escapeForNotification(visibleStart(name, MAX_CHARACTERS)));
}
