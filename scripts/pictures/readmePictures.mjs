// `npm run pictures`: writes the pictures and the film of README.md (media/readme) and the pictures of the walkthrough
// (media/walkthrough), from the packaged extension in a real VS Code, in a dark and in a light theme.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import {
  installExtension,
  quietMachineSettings,
  quietSettings,
  startCodeServer,
} from '../codeServerProcess.mjs';
import { packageExtension } from '../extensionPackage.mjs';
import { chromiumSwitches, ensureChromium } from '../install/chromium.mjs';
import { ensureCodeServer, linkUsedExtensions } from '../install/codeServer.mjs';
import { ensureDependencies } from '../install/dependencies.mjs';
import { root } from '../project.mjs';
import { program, say } from '../say.mjs';
import { playTask } from './task.mjs';
import { Window, viewport } from './window.mjs';

const themes = { dark: 'Dark 2026', light: 'Light 2026' };

/** The agent of the task; pictures without it show a user who has none. */
const agents = {
  'Team Agent': { command: process.execPath, args: [join(root, 'scripts', 'pictures', 'pictureAgent.mjs')] },
};

const settings = {
  ...quietSettings,
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'window.title': '${activeEditorShort}${separator}${rootName}',
  'workbench.editor.empty.hint': 'hidden',
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
};

await program(async () => {
  await ensureDependencies();
  const executablePath = await ensureChromium();
  const codeServer = await ensureCodeServer();
  const vsix = await packageExtension();
  const directory = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
  let browser;
  try {
    browser = await chromium.launch({ executablePath, args: chromiumSwitches() });
    for (const kind of Object.keys(themes)) {
      const place = join(directory, kind);
      await inServer(codeServer, vsix, place, async (url) => {
        await withWindow(browser, url, repositoryIn(join(place, 'first')), kind, {}, showFirstRun);
        await withWindow(browser, url, repositoryIn(join(place, 'second')), kind, agents, playTask);
      });
    }
  } finally {
    await browser?.close();
    rmSync(directory, { recursive: true, force: true });
  }

  async function withWindow(inBrowser, url, folder, kind, configured, play) {
    const users = join(directory, kind, 'user-data', 'User');
    writeJson(users, 'settings.json', {
      ...settings,
      'workbench.colorTheme': themes[kind],
      'parley.agents': configured,
    });
    const page = await inBrowser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`);
    try {
      await play(new Window(page, kind));
    } catch (error) {
      const path = join(root, 'out', 'pictures-failed.png');
      await page.screenshot({ path });
      say(`What the pictures wait for did not happen: see ${path}.`);
      throw error;
    } finally {
      await page.close();
    }
  }
});

async function inServer(codeServer, vsix, place, play) {
  const directories = {
    userDataDirectory: join(place, 'user-data'),
    extensionsDirectory: join(place, 'extensions'),
  };
  const builtInExtensions = join(place, 'built-in');
  mkdirSync(place, { recursive: true });
  linkUsedExtensions(builtInExtensions);
  // It says in the status bar that it analyzes the file, for as long as the machine is busy.
  rmSync(join(builtInExtensions, 'typescript-language-features'));
  await installExtension(codeServer, vsix, directories);
  writeJson(join(directories.userDataDirectory, 'Machine'), 'settings.json', quietMachineSettings);
  const server = await startCodeServer(codeServer, {
    ...directories,
    builtInExtensions,
    log: join(place, 'code-server.log'),
  });
  try {
    await play(server.url);
  } finally {
    await server.stop();
  }
}

/** The sample as a git repository with a commit. */
function repositoryIn(parent) {
  const folder = join(parent, 'tea-timer');
  cpSync(join(root, 'sample'), folder, { recursive: true });
  const identity = ['-c', 'user.name=Parley', '-c', 'user.email=parley@localhost'];
  for (const command of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '.'],
    ['commit', '--quiet', '-m', 'Add the tea timer'],
  ]) {
    execFileSync('git', [...identity, ...command], { cwd: folder });
  }
  return folder;
}

/** What a user without agents sees first, and a card to sign in. */
async function showFirstRun(window) {
  await window.openChat();
  await window.chat.getByRole('button', { name: /demo/i }).first().waitFor();
  await window.panelPicture('agent');
  await window.find('composer-input').waitFor();
  await window.run('Parley: Sign Out');
  await window.find('sign-in').waitFor();
  // Where this machine has its programs is nobody's business.
  await window.find('sign-in-command').evaluateAll((lines) => {
    for (const line of lines) line.textContent = line.textContent.replaceAll(/\S*\//g, '');
  });
  await window.panelPicture('signIn');
}

function writeJson(folder, name, value) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}
