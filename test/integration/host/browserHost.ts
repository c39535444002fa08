// Runs the suite in the VS Code of code-server, with its window in a headless Chromium.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumSwitches, ensureChromium } from '../../../scripts/install/chromium.mjs';
import { ensureCodeServer } from '../../../scripts/install/codeServer.mjs';
import { quietMachineSettings, quietSettings, startTestServer } from '../../../scripts/codeServerProcess.mjs';
import { root } from '../../../scripts/project.mjs';
import { resultsVariable } from './results.ts';
import { customEditor, type SuiteHost, type SuiteOptions } from './suiteHost.ts';

export async function startBrowserHost(options: SuiteOptions): Promise<SuiteHost> {
  const userDataDirectory = join(options.directory, 'server');
  const machine = join(userDataDirectory, 'data', 'Machine');
  mkdirSync(machine, { recursive: true });
  writeFileSync(
    join(machine, 'settings.json'),
    JSON.stringify({ ...quietSettings, ...quietMachineSettings }),
  );
  const extensionsDirectory = join(options.directory, 'extensions');
  // Only one extension can be in development in a browser.
  cpSync(customEditor, join(extensionsDirectory, 'parley-test.custom-editor-1.0.0'), { recursive: true });
  const log = join(options.directory, 'server.log');
  const server = await startTestServer(await ensureCodeServer(), {
    userDataDirectory,
    extensionsDirectory,
    log,
    env: { [resultsVariable]: options.resultsFile },
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches() });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const consoleLines: string[] = [];
  page.on('console', (message) => consoleLines.push(`${message.type()}: ${message.text()}`));

  const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const address = new URL(server.url);
  address.searchParams.set('folder', options.workspace);
  address.searchParams.set(
    'payload',
    JSON.stringify([
      ['extensionDevelopmentPath', remote(root)],
      ['extensionTestsPath', remote(options.suite)],
    ]),
  );
  await page.goto(address.href);

  return {
    ended: server.ended.then(() => 'The VS Code server ended before the suite did.'),
    async keepEvidence(directory) {
      await page.screenshot({ path: join(directory, 'window.png') });
      writeFileSync(join(directory, 'console.log'), consoleLines.join('\n'));
      cpSync(log, join(directory, 'server.log'));
      cpSync(join(userDataDirectory, 'data', 'logs'), join(directory, 'logs'), { recursive: true });
    },
    async stop() {
      // Leaving the page ends the extension host in order; a browser that is just gone leaves it waiting.
      await page.goto('about:blank');
      await browser.close();
      await server.stop();
    },
  };
}
