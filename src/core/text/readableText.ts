// Text of an agent or a program to read in the panel: without colors of terminals, and with nothing that hides or turns.
import { withoutEscapes } from './terminalText.ts';
import { visibleText } from './visibleText.ts';

export function readableText(text: string): string {
  return visibleText(withoutEscapes(text));
}
