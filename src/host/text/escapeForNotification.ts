// Text of agents and of workspaces as notifications may show it.
import { visibleText } from '../../core/text/visibleText.ts';

/**
 * On one line, with the characters that hide or turn text spelled out, and without links, which notifications would draw
 * and which may run commands.
 */
export function escapeForNotification(text: string): string {
  return visibleText(text.replaceAll(/[\n\r\t\u2028\u2029]+/gu, ' ')).replaceAll('](', '] (');
}
