// Text of agents in labels in which VS Code renders `$(name)` as an icon.

/** The text with nothing in it that would be rendered as an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}

/** A label with an icon of VS Code before the text, and none in it. */
export function withIcon(icon: string, text: string): string {
  return `$(${icon}) ${withoutIcons(text)}`;
}
