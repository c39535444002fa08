// The commands that change the font size of the chat.
import type { CommandHandlers } from '../contributions/commands.ts';
import { writeSetting } from '../contributions/settings.ts';
import { steppedFontSize } from './readingSettings.ts';

type FontSizeCommandId = 'parley.increaseFontSize' | 'parley.decreaseFontSize' | 'parley.resetFontSize';

export function fontSizeCommands(): Pick<CommandHandlers, FontSizeCommandId> {
  let last = Promise.resolve();
  /** One after the other: a key that is held down comes again before its last change is written. */
  const next = (change: () => Promise<void>): Promise<void> => {
    last = last.then(change, change);
    return last;
  };
  const step = (pixels: number) => (): Promise<void> =>
    next(() => writeSetting('fontSize', steppedFontSize(pixels)));
  return {
    'parley.increaseFontSize': step(1),
    'parley.decreaseFontSize': step(-1),
    'parley.resetFontSize': () => next(() => writeSetting('fontSize', undefined)),
  };
}
