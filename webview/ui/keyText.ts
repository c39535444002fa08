// Keys as the user's system writes them.

/** `Ctrl` keys on this system: `Cmd` on macOS. Keys are the default ones; an extension cannot read what a user bound. */
export function keyText(keys: string): string {
  return /mac/i.test(navigator.userAgent) ? keys.replace('Ctrl', 'Cmd') : keys;
}
