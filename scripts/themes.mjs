// `npm run themes`: writes webview/dev/themes/ from what a real VS Code gives its webviews in each theme.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { format } from 'prettier';
import {
  installExtension,
  quietMachineSettings,
  quietSettings,
  startCodeServer,
} from './codeServerProcess.mjs';
import { packageExtension } from './extensionPackage.mjs';
import { chromiumSwitches, ensureChromium } from './install/chromium.mjs';
import { ensureCodeServer } from './install/codeServer.mjs';
import { ensureDependencies } from './install/dependencies.mjs';
import { root } from './project.mjs';
import { program, say } from './say.mjs';

/** The names of VS Code's themes by that of the file in which their variables are. */
const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  hc: 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
  'dark-2026': 'Dark 2026',
  'light-2026': 'Light 2026',
};

const target = join(root, 'webview', 'dev', 'themes');

await program(async () => {
  await ensureDependencies();
  const executablePath = await ensureChromium();
  const codeServer = await ensureCodeServer();
  const directory = mkdtempSync(join(tmpdir(), 'parley-themes-'));
  const userDataDirectory = join(directory, 'user-data');
  const extensionsDirectory = join(directory, 'extensions');
  const useTheme = (name) =>
    writeJson(join(userDataDirectory, 'Machine'), 'settings.json', {
      ...quietMachineSettings,
      'workbench.colorTheme': name,
    });
  let server;
  let browser;
  try {
    await installExtension(codeServer, await packageExtension(), { userDataDirectory, extensionsDirectory });
    writeJson(join(userDataDirectory, 'User'), 'settings.json', quietSettings);
    useTheme(themes.dark);
    const log = join(directory, 'code-server.log');
    server = await startCodeServer(codeServer, { userDataDirectory, extensionsDirectory, log });
    browser = await chromium.launch({ executablePath, args: chromiumSwitches() });
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.locator('.monaco-workbench .activitybar').getByRole('tab', { name: 'Parley' }).click();
    const webview = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
    for (const [file, name] of Object.entries(themes)) {
      useTheme(name);
      await webview.locator(`body[data-vscode-theme-id="${name}"]`).waitFor({ timeout: 60_000 });
      const { kind, variables, styles } = await webview.locator('body').evaluate(readTheme);
      await write(`${file}.json`, JSON.stringify({ name, kind, variables }));
      // The same in each theme.
      await write('webview.css', `/* What VS Code itself puts into every webview. */\n${styles}`);
      say(`${name}: ${Object.keys(variables).length} variables.`);
    }
  } finally {
    await browser?.close();
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

/** Runs in the webview. Icons are left out: they are pictures of the workbench, which the panel has of its own. */
function readTheme(body) {
  const { style } = document.documentElement;
  const names = Array.from(style).filter(
    (name) => name.startsWith('--vscode-') && !/-icon-.*-(content|font-family)$/.test(name),
  );
  return {
    kind: body.dataset.vscodeThemeKind,
    variables: Object.fromEntries(
      names.toSorted().map((name) => [name, style.getPropertyValue(name).trim()]),
    ),
    styles: document.querySelector('#_defaultStyles').textContent,
  };
}

function writeJson(folder, name, value) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}

async function write(name, text) {
  mkdirSync(target, { recursive: true });
  const path = join(target, name);
  writeFileSync(path, await format(text, { filepath: path, printWidth: 110, singleQuote: true }));
}
