// Runs the suite in a desktop VS Code through @vscode/test-electron.
import { cpSync, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runTests } from '@vscode/test-electron';
import { root, stateDirectory } from '../../../scripts/project.mjs';
import { resultsVariable } from './results.ts';
import { customEditor, type SuiteHost, type SuiteOptions } from './suiteHost.ts';

/** Downloads a VS Code unless VSCODE_EXECUTABLE names one. */
export function startDesktopHost(options: SuiteOptions): SuiteHost {
  const userDataDirectory = join(options.directory, 'user-data');
  const log = join(options.directory, 'vscode.log');
  const output = createWriteStream(log);
  const executable = process.env['VSCODE_EXECUTABLE'];
  const running = runTests({
    cachePath: stateDirectory,
    ...(executable ? { vscodeExecutablePath: executable } : {}),
    extensionDevelopmentPath: [root, customEditor],
    extensionTestsPath: options.suite,
    extensionTestsEnv: { [resultsVariable]: options.resultsFile },
    launchArgs: [
      options.workspace,
      '--disable-extensions',
      '--disable-workspace-trust',
      '--user-data-dir',
      userDataDirectory,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    stdout: output,
    stderr: output,
  });
  const ended = running.then(
    () => 'VS Code ended before the suite did.',
    (error: unknown) => `VS Code ended before the suite did: ${String(error)}`,
  );
  return {
    ended,
    async keepEvidence(directory) {
      for (const path of [log, join(userDataDirectory, 'logs')]) {
        if (existsSync(path))
          cpSync(path, join(directory, path.endsWith('.log') ? 'vscode.log' : 'logs'), { recursive: true });
      }
    },
    // The window closes on its own after run().
    async stop() {
      await Promise.race([ended, delay(15_000)]);
    },
  };
}
