// Keys as the user's system writes them.
import type { UserPlatform } from '../../src/core/panel/panelMessage.ts';

/** The system on which the user presses keys, known as VS Code knows it. */
export function userPlatform({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): UserPlatform {
  if (/mac/i.test(userAgent)) return 'darwin';
  return userAgent.includes('Linux') ? 'linux' : 'win32';
}

/** `Ctrl` keys on this system: `Cmd` on macOS. Keys are the default ones; an extension cannot read what a user bound. */
export function keyText(keys: string): string {
  return userPlatform() === 'darwin' ? keys.replace('Ctrl', 'Cmd') : keys;
}
