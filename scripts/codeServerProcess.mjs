// Starts code-server and ends it with everything it started.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './say.mjs';
import { root } from './project.mjs';

const guard = join(root, 'scripts', 'whileOpen.mjs');

/** User settings for a window in which nothing but Parley asks for attention. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  // In a low view it covers the rows that a test clicks.
  'workbench.tree.enableStickyScroll': false,
};

/**
 * Machine settings that keep VS Code from starting processes of its own: to install packages, and for open ports. There it
 * lists every few seconds all files that all processes have open, for which code-server gives a second reason: it forwards
 * ports itself.
 */
export const quietMachineSettings = {
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
  'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
};

/** A TCP port on 127.0.0.1 that nothing listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts code-server as a user has it and resolves once it answers.
 * @param {{ node: string, entry: string }} codeServer from ensureCodeServer()
 * @param {import('./codeServerProcess.d.mts').CodeServerOptions} options
 */
export async function startCodeServer(codeServer, options) {
  const port = options.port ?? (await freePort());
  const args = [codeServer.entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`]
    .concat(dataArguments(options))
    .concat('--disable-telemetry', '--disable-update-check')
    .concat(options.builtInExtensions ? ['--builtin-extensions-dir', options.builtInExtensions] : [])
    .concat(options.asksForTrust ? [] : ['--disable-workspace-trust']);
  return await serve(codeServer.node, args, port, options);
}

/**
 * Starts the bare VS Code server inside code-server, whose window runs an extension test suite when its
 * address names one, and resolves once it answers.
 */
export async function startTestServer(codeServer, options) {
  const port = options.port ?? (await freePort());
  const args = [codeServer.serverMain, '--host', '127.0.0.1', '--port', String(port)]
    .concat('--without-connection-token', '--accept-server-license-terms', '--enable-smoke-test-driver')
    .concat('--server-data-dir', options.userDataDirectory, '--extensions-dir', options.extensionsDirectory)
    .concat('--disable-telemetry', '--disable-workspace-trust');
  return await serve(codeServer.node, args, port, options);
}

/** Installs a packaged extension with code-server's own installer. Takes a few seconds. */
export async function installExtension(codeServer, vsix, options) {
  const args = [codeServer.entry, ...dataArguments(options), '--install-extension', vsix, '--force'];
  const child = spawn(codeServer.node, args, { env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Failure(`code-server did not take ${vsix}: ${output.trim()}`);
}

function dataArguments({ userDataDirectory, extensionsDirectory }) {
  return ['--user-data-dir', userDataDirectory, '--extensions-dir', extensionsDirectory];
}

/** The user's environment without what npm and an outer VS Code add, which would reach the agents. */
function serverEnvironment(extra = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VSCODE_|ELECTRON_|VITEST)|^NODE_ENV$/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

async function serve(node, args, port, options) {
  mkdirSync(dirname(options.log), { recursive: true });
  const log = createWriteStream(options.log, { flags: 'a' });
  const child = spawn(node, [guard, node, ...args], {
    env: serverEnvironment(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C reaches us first, and we end it in order.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  let running = true;
  void ended.then(() => (running = false));

  const stop = async () => {
    child.stdin.end();
    await ended;
    log.end();
  };

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + (options.startTimeout ?? 60_000);
  for (;;) {
    if (!running) {
      await stop();
      throw new Failure(`code-server ended while it started: read ${options.log} (is port ${port} taken?).`);
    }
    if (await answers(url)) break;
    if (Date.now() > deadline) {
      await stop();
      throw new Failure(`code-server did not answer at ${url}: read ${options.log}.`);
    }
    await delay(100);
  }
  return { url, port, pid: child.pid, ended, stop };
}

async function answers(url) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}

/** The folder in which this code-server keeps its log files, the extension's among them. */
export function logsDirectory(userDataDirectory) {
  return join(userDataDirectory, 'logs');
}
