// The color theme of the page, which VS Code changes without loading the page anew.

/** Calls `listener` when the theme is another; the result ends that. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  return () => observer.disconnect();
}

/** Names the theme, for what depends on its colors. */
export function themeName(): string {
  return `${document.body.dataset['vscodeThemeId'] ?? ''} ${document.body.className}`;
}

/** The value of a color of the theme, by its variable. */
export function themeColor(variable: string): string {
  return getComputedStyle(document.body).getPropertyValue(variable).trim();
}
