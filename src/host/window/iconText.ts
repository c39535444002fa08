// Words of agents in labels in which VS Code draws `$(name)` as an icon.

/** The words with nothing in them that would be drawn as an icon. */
export function withoutIcons(words: string): string {
  return words.replaceAll('$(', '$ (');
}
