// The themes of the page, each with what the workbench calls its kind. Their variables are in themes/.

export const themes: Readonly<Record<string, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hc: 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
  'dark-2026': 'vscode-dark',
  'light-2026': 'vscode-light',
};
