// The language of a code block: whether it is for a shell, and what VS Code calls it.

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'fish',
  'shell',
  'shellscript',
  'shell-session',
  'shellsession',
  'console',
  'terminal',
  'powershell',
  'pwsh',
  'ps1',
  'bat',
  'batch',
  'cmd',
]);

/** What agents write after fences, where VS Code has another name. */
const NAMES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  golang: 'go',
  kt: 'kotlin',
  cs: 'csharp',
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  h: 'c',
  objc: 'objective-c',
  fs: 'fsharp',
  'f#': 'fsharp',
  yml: 'yaml',
  md: 'markdown',
  htm: 'html',
  docker: 'dockerfile',
  make: 'makefile',
  patch: 'diff',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  shell: 'shellscript',
  console: 'shellscript',
  'shell-session': 'shellscript',
  pwsh: 'powershell',
  ps1: 'powershell',
  cmd: 'bat',
  batch: 'bat',
};

/** The language in an info string, in lower case; empty where there is none. */
function fenceLanguage(info: string): string {
  return (/^\s*\{?\.?([^\s{},:]+)/.exec(info)?.[1] ?? '').toLowerCase();
}

/** Whether the code is for a terminal. */
export function isShell(info: string): boolean {
  return SHELLS.has(fenceLanguage(info));
}

/** Whether the code is a unified diff. */
export function isPatch(info: string): boolean {
  return ['diff', 'patch'].includes(fenceLanguage(info));
}

/** VS Code's name for the language; empty for none. It may be one that no extension of the user provides. */
export function languageId(info: string): string {
  const language = fenceLanguage(info);
  return Object.hasOwn(NAMES, language) ? (NAMES[language] ?? language) : language;
}
