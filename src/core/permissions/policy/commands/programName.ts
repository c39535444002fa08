// The name a program goes by, wherever it is and however that is written.

/** Without its folder, its version (`perl-5.38`), its `.exe`, and in lower case. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  return name.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '').replace(/^([a-z]{2,})-?\d+(?:[.-]\d+)*$/, '$1');
}
