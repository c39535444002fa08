// What is measured: Parley and the floor, as extensions of one code-server.
import { mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureCodeServer } from '../../scripts/install/codeServer.mjs';
import { installExtension } from '../../scripts/codeServerProcess.mjs';
import { root, vsix } from '../../scripts/project.mjs';
import { ParleyServer } from '../e2e/harness/parleyServer.ts';

/** An extension whose webview has the handles `composer-input`, `stop` and `transcript`. */
export interface Subject {
  readonly name: 'Parley' | 'floor';
  readonly extensionId: string;
  /** Titles in the command palette. */
  readonly open: string;
  readonly startAnew: string;
  /** Whether it has sessions to switch between. */
  readonly hasSessions: boolean;
}

export const parley: Subject = {
  name: 'Parley',
  extensionId: 'parley.parley-acp',
  open: 'Parley: Open Chat',
  startAnew: 'Parley: New Session',
  hasSessions: true,
};

export const floor: Subject = {
  name: 'floor',
  extensionId: 'parley-bench.floor',
  open: 'Floor: Open',
  startAnew: 'Floor: Clear',
  hasSessions: false,
};

/** The command line of the agent that both talk to. */
const agentCommand: readonly [string, ...string[]] = [
  process.execPath,
  join(import.meta.dirname, 'streamAgent.ts'),
];

/** Builds and packages Parley as a user does: parley-acp.vsix at the root. */
export function packageParley(): void {
  runNode([join(root, 'scripts', 'package.mjs')], root);
}

/** Installs the .vsix of Parley and one of the floor into a new folder, which the caller removes. */
export async function installSubjects(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const codeServer = await ensureCodeServer();
    const directories = {
      userDataDirectory: join(directory, 'user-data'),
      extensionsDirectory: join(directory, 'extensions'),
    };
    for (const file of [vsix, packageFloor(directory)]) await installExtension(codeServer, file, directories);
    return directory;
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** A code-server with both, from the folder of {@link installSubjects}. */
export async function startServer(directory: string): Promise<ParleyServer> {
  const [command, ...args] = agentCommand;
  return await ParleyServer.start(join(directory, 'extensions'), {
    machineSettings: {
      'parley.agents': { stream: { command, args } },
      'parley.defaultAgent': 'stream',
    },
    // Each round begins with an empty panel, not with the session of the round before.
    settings: { 'parley.history.enabled': false },
    env: { FLOOR_AGENT: JSON.stringify(agentCommand) },
  });
}

function packageFloor(directory: string): string {
  const file = join(directory, 'floor.vsix');
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const switches = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  runNode([vsce, 'package', ...switches, '--out', file], join(import.meta.dirname, 'floor'));
  return file;
}

function runNode(args: readonly string[], cwd: string): void {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: see above.`);
}
