// Installs the .vsix once per build into a folder that every code-server of a run uses as its extensions folder.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureCodeServer } from '../../../scripts/install/codeServer.mjs';
import { installExtension } from '../../../scripts/codeServerProcess.mjs';
import { stateDirectory, vsix } from '../../../scripts/project.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the packaged extension installed. */
    readonly extensionsDirectory: string;
    /** Folder for what the servers of this run write, removed at its end. */
    readonly runDirectory: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  project.provide('extensionsDirectory', await installedExtension());
  const directory = mkdtempSync(join(tmpdir(), 'parley-e2e-run-'));
  project.provide('runDirectory', directory);
  // Servers end shortly after their workers, and write until then.
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
}

async function installedExtension(): Promise<string> {
  if (!existsSync(vsix)) throw new Error('There is no parley-acp.vsix: run `npm run test:e2e`.');
  const parent = join(stateDirectory, 'installed');
  mkdirSync(parent, { recursive: true });
  removeOld(parent);
  const directory = join(parent, createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16));
  if (!existsSync(directory)) {
    const unfinished = mkdtempSync(join(parent, 'unfinished-'));
    const extensionsDirectory = join(unfinished, 'extensions');
    await installExtension(await ensureCodeServer(), vsix, {
      userDataDirectory: join(unfinished, 'user-data'),
      extensionsDirectory,
    });
    // In one step, so that an interrupted install is not taken for a finished one.
    if (!existsSync(directory)) renameSync(extensionsDirectory, directory);
    rmSync(unfinished, { recursive: true, force: true });
  }
  return directory;
}

/** Installs of builds from before yesterday; a younger one may be in use by another run. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (Date.now() - statSync(path).mtimeMs > 24 * 3600 * 1000)
      rmSync(path, { recursive: true, force: true });
  }
}
