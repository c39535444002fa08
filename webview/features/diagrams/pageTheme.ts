// The colors of the page, which VS Code changes without loading the page anew: with the theme, and with the user's settings.

export const CHART_COLORS = ['blue', 'green', 'yellow', 'red', 'purple', 'orange'].map(
  (name) => `--vscode-charts-${name}`,
);

/** What diagrams are drawn with. */
const DRAWN_WITH = [
  '--vscode-font-family',
  '--vscode-foreground',
  '--vscode-descriptionForeground',
  '--vscode-textCodeBlock-background',
  '--vscode-editorWidget-background',
  '--vscode-editorWidget-foreground',
  ...CHART_COLORS,
];

/** Calls `listener` when colors may be others; the result ends that. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  // VS Code has the colors there.
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}

/** The same text while diagrams have the same colors. */
export function themeColors(): string {
  const style = getComputedStyle(document.body);
  return [document.body.className, ...DRAWN_WITH.map((name) => style.getPropertyValue(name))].join('\n');
}

/** The value of a color of the theme, by its variable. */
export function themeColor(variable: string): string {
  return getComputedStyle(document.body).getPropertyValue(variable).trim();
}
