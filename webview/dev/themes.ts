// The themes of the page and what the workbench calls their kinds.

export const themes: Readonly<Record<string, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hc: 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
};
