// `npm start`: builds and packages Parley, installs it into a VS Code and opens that on a sample folder.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { installExtension, quietSettings, startCodeServer } from './codeServerProcess.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { sample, stateDirectory } from './project.mjs';
import { run } from './run.mjs';
import { Failure, program, say } from './say.mjs';

const directory = join(stateDirectory, 'start');
const hint =
  'Click the Parley icon in the activity bar (or run "Parley: Open Chat" from the command palette) to open the chat.';

await program(async () => {
  await ensureDependencies();
  const vsix = await packageExtension();
  const folder = sampleCopy();
  const code = desktopCode();
  return code ? await openDesktop(code, vsix, folder) : await serveBrowser(vsix, folder);
});

/** A copy, because agents edit it. It stays between runs; remove .vscode-test/start to begin anew. */
function sampleCopy() {
  const copy = join(directory, 'sample');
  if (!existsSync(copy)) cpSync(sample, copy, { recursive: true });
  return copy;
}

/** The desktop VS Code's command, where it could open a window. It refuses to run as root. */
function desktopCode() {
  const windowless =
    process.platform === 'linux' &&
    (process.getuid?.() === 0 ||
      !(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] || process.env['WSL_DISTRO_NAME']));
  return windowless ? undefined : onPath('code');
}

async function openDesktop(code, vsix, folder) {
  const shell = process.platform === 'win32';
  const quoted = (path) => (shell ? `"${path}"` : path);
  say('Installing parley-acp.vsix into the desktop VS Code …');
  await run(quoted(code), ['--install-extension', quoted(vsix), '--force'], {
    shell,
    failure: 'VS Code did not install parley-acp.vsix: see above.',
  });
  await run(quoted(code), ['--new-window', quoted(folder)], {
    shell,
    failure: `VS Code did not open ${folder}.`,
  });
  say(`VS Code opens the sample folder. ${hint}`);
}

async function serveBrowser(vsix, folder) {
  const port = wantedPort();
  const codeServer = await ensureCodeServer();
  const directories = {
    userDataDirectory: join(directory, 'user-data'),
    extensionsDirectory: join(directory, 'extensions'),
  };
  writeSettings(directories.userDataDirectory);
  say('Installing parley-acp.vsix into code-server …');
  await installExtension(codeServer, vsix, directories);
  say('Starting code-server …');
  const server = await startCodeServer(codeServer, {
    ...directories,
    port,
    log: join(directory, 'server.log'),
  });
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve(signal));
  });
  say(
    `\nParley runs in this VS Code:\n\n  ${server.url}/?folder=${encodeURI(folder)}\n\n${hint}\nCtrl-C ends it.`,
  );
  const why = await Promise.race([interrupted, server.ended.then(() => 'ended')]);
  say('\nStopping code-server …');
  await server.stop();
  if (why === 'ended')
    throw new Failure(`code-server ended on its own: read ${join(directory, 'server.log')}.`);
}

function wantedPort() {
  const given = process.env['PORT'];
  if (!given) return undefined;
  const port = Number(given);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(`PORT is ${given}: set it to a number from 1 to 65535, or unset it for a free port.`);
}

/** Written once, so that what the user changes stays. */
function writeSettings(userDataDirectory) {
  const file = join(userDataDirectory, 'User', 'settings.json');
  if (existsSync(file)) return;
  mkdirSync(join(userDataDirectory, 'User'), { recursive: true });
  writeFileSync(file, JSON.stringify(quietSettings, null, 2));
}
