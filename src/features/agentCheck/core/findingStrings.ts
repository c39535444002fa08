// The text of findings about an agent's program and its environment.
import * as l10n from '@vscode/l10n';

export const findingStrings = {
  noSuchProgram: (command: string) =>
    l10n.t('There is no program “{0}”, or you may not run it. Correct “command” in the settings.', command),
  notOnPath: (command: string, folders: number) =>
    l10n.t(
      '“{0}” was not found in the {1} folders of PATH. Install it, or set “command” to its full path.',
      command,
      folders,
    ),
  offPath: (path: string) =>
    l10n.t('A program of that name is at {0}, which is not on PATH. Set “command” to that path.', path),
  noInterpreter: (path: string, interpreter: string) =>
    l10n.t(
      '{0} is a script for “{1}”, which is not on PATH. Install {1}, or add its folder to PATH.',
      path,
      interpreter,
    ),
  noFolder: (folder: string) =>
    l10n.t('The folder {0} does not exist. Correct “cwd” in the settings, or open a folder.', folder),
  windowsProgram: (path: string) => l10n.t('{0} is a Windows program. Install the agent inside WSL.', path),
  runsRemotely: (remote: string) =>
    l10n.t(
      'Agents run where the extension host runs ({0}), with the programs and settings of that machine.',
      remote,
    ),
  noTool: (name: string) => l10n.t('{0} is not on PATH.', name),
  oldNode: (version: string, path: string, least: number) =>
    l10n.t('Node {0} ({1}) is old: most agents from npm need Node {2} or newer.', version, path, least),
  tool: (name: string, version: string | undefined, path: string) =>
    version === undefined ? l10n.t('{0}: {1}', name, path) : l10n.t('{0} {1}: {2}', name, version, path),
  proxyVariable: (name: string, value: string) => l10n.t('{0} is {1}.', name, value),
  proxyNotPassed: (proxy: string) =>
    l10n.t(
      'VS Code uses the proxy {0}, but the agent’s environment does not set one. Set HTTPS_PROXY in “env” of the agent.',
      proxy,
    ),
  noProxy: () => l10n.t('No proxy is set.'),
  noCertificates: (path: string) => l10n.t('NODE_EXTRA_CA_CERTS names {0}, which cannot be read.', path),
  environment: (names: string) => l10n.t('The settings add environment variables: {0}.', names),
  emptyPath: () => l10n.t('PATH has no usable folder.'),
  path: (folders: string) => l10n.t('PATH:\n{0}', folders),
};
