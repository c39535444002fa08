// Installs code-server (a whole VS Code for the browser) once into an ignored folder.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { exitCode, npmExitCode, run, runNpm } from '../run.mjs';
import { Failure, say } from '../say.mjs';
import { stateDirectory } from '../project.mjs';

const versions = { codeServer: '4.139.1', node: '24.21.0' };
const home = join(stateDirectory, 'code-server');
const packageDirectory = join(home, 'node_modules', 'code-server');
const vscode = join(packageDirectory, 'lib', 'vscode');
const stamp = join(home, 'installed.json');

const codeServer = {
  node: join(home, 'node_modules', 'node', 'bin', 'node'),
  /** code-server as a user runs it. */
  entry: join(packageDirectory, 'out', 'node', 'entry.js'),
  /** The bare VS Code server inside it, which can host an extension test run. */
  serverMain: join(vscode, 'out', 'server-main.js'),
};

/** Installs code-server and the Node it asks for, unless a finished install of these versions is there. */
export async function ensureCodeServer() {
  if (finished()) return codeServer;
  if (process.platform === 'win32') {
    throw new Failure(
      'code-server does not run on Windows: use WSL, or install VS Code so that `code` is in PATH.',
    );
  }
  say(`Installing code-server ${versions.codeServer} into .vscode-test (600 MB, once, about a minute) …`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  // Its own package.json keeps npm from taking the repository's for the one to install into.
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));

  const failure =
    'code-server could not be installed: see above; check that the npm registry can be reached, then run the command again.';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', ...quiet, `node@${versions.node}`], { cwd: home, failure });
  if (!existsSync(codeServer.node)) await runNpm(['rebuild', 'node'], { cwd: home, failure });

  // Without install scripts, because several of them compile modules that nothing here uses (Kerberos among
  // them) and would ask for a compiler and system headers. What is used comes prebuilt.
  await runNpm(['install', '--ignore-scripts', ...quiet, `code-server@${versions.codeServer}`], {
    cwd: home,
    failure,
  });
  await run('sh', ['postinstall.sh'], {
    cwd: packageDirectory,
    env: {
      npm_config_ignore_scripts: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_loglevel: 'error',
      npm_config_user_agent: `npm/? node/v${versions.node} ${process.platform} ${process.arch}`,
      PATH: `${join(home, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    },
    failure,
  });
  await buildLogWriter();
  if (!complete()) throw new Failure(failure);
  // Last, so that an interrupted install is noticed and begun again.
  writeFileSync(stamp, JSON.stringify(versions));
  return codeServer;
}

/**
 * Built-in extensions that hardly an end-to-end test meets: what other services, debuggers, task runners, notebooks and
 * TypeScript need. Their manifests are most of what each window reads from the server, and TypeScript's language server
 * takes three seconds of a processor for the first file that a window opens.
 */
const unusedExtensions = new Set([
  'copilot',
  'debug-auto-launch',
  'debug-server-ready',
  'emmet',
  'extension-editing',
  'github',
  'github-authentication',
  'grunt',
  'gulp',
  'ipynb',
  'jake',
  'markdown-math',
  'merge-conflict',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'notebook-renderers',
  'npm',
  'php-language-features',
  'terminal-suggest',
  'tunnel-forwarding',
  'typescript-language-features',
]);

/**
 * Makes a folder with links to the built-in extensions that end-to-end tests meet.
 * @param {string} folder
 * @param {readonly string[]} others names of those that only some tests need
 */
export function linkUsedExtensions(folder, others = []) {
  const source = join(vscode, 'extensions');
  mkdirSync(folder);
  for (const name of readdirSync(source))
    if (!unusedExtensions.has(name) || others.includes(name))
      symlinkSync(join(source, name), join(folder, name));
}

/** VS Code writes log files through a native module. Without a compiler it runs as well, but logs are missing. */
async function buildLogWriter() {
  if (
    (await exitCode('sh', [
      '-c',
      '{ command -v c++ && command -v make && command -v python3; } >/dev/null',
    ])) !== 0
  ) {
    say('No C++ compiler, make or python3 here: the log files of code-server will stay empty.');
    return;
  }
  say('Building the module that writes log files …');
  const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
  const code = await npmExitCode(['rebuild', '--loglevel=error', ...modules], {
    cwd: vscode,
    env: { PATH: `${join(home, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` },
  });
  if (code !== 0) say('It could not be built: the log files of code-server will stay empty.');
}

function complete() {
  const modules = join(vscode, 'node_modules');
  return (
    Object.values(codeServer).every((path) => existsSync(path)) &&
    existsSync(modules) &&
    readdirSync(modules).length > 20 &&
    existsSync(join(vscode, 'extensions', 'node_modules', 'typescript'))
  );
}

function finished() {
  try {
    const stamped = JSON.parse(readFileSync(stamp, 'utf8'));
    return stamped.codeServer === versions.codeServer && stamped.node === versions.node && complete();
  } catch {
    return false;
  }
}
