// A code-server of its own for a block of tests: folders, settings, workspace, processes, logs.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ensureCodeServer } from '../../../scripts/codeServer.mjs';
import {
  logsDirectory,
  quietMachineSettings,
  quietSettings,
  startCodeServer,
  type RunningCodeServer,
} from '../../../scripts/codeServerProcess.mjs';
import { descendants, type RunningProcess } from '../../../scripts/processTree.mjs';
import { sample } from '../../../scripts/project.mjs';

export type Settings = Readonly<Record<string, unknown>>;

/**
 * code-server's window is a remote one: it reads settings of scope machine and machine-overridable
 * (`parley.agents`) only from `machine`, where all others work as well.
 */
export type SettingsScope = 'user' | 'machine';

export interface ServerOptions {
  readonly settings?: Settings;
  readonly machineSettings?: Settings;
  /** Added to the environment of code-server, and so to that of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The workspace's files by relative path. Default: a copy of the sample project. */
  readonly files?: Readonly<Record<string, string>>;
}

export class ParleyServer {
  /** Folder that is removed at the end, with everything below in it. */
  readonly directory: string;
  readonly workspace: string;
  /** HOME of the extension host and of its agents: empty at the start. */
  readonly home: string;
  private readonly userData: string;
  private readonly extensionsDirectory: string;
  private readonly env: Readonly<Record<string, string>>;
  private running: RunningCodeServer | undefined;

  static async start(extensionsDirectory: string, options: ServerOptions): Promise<ParleyServer> {
    const server = new ParleyServer(extensionsDirectory, options);
    await server.startProcess();
    return server;
  }

  private constructor(extensionsDirectory: string, options: ServerOptions) {
    this.extensionsDirectory = extensionsDirectory;
    this.directory = mkdtempSync(join(tmpdir(), 'parley-e2e-'));
    this.workspace = join(this.directory, 'workspace');
    this.home = join(this.directory, 'home');
    this.userData = join(this.directory, 'user-data');
    this.env = { HOME: this.home, ...options.env };
    mkdirSync(this.home);
    this.fillWorkspace(options.files);
    this.changeSettings({ ...quietSettings, ...options.settings });
    this.changeSettings({ ...quietMachineSettings, ...options.machineSettings }, 'machine');
  }

  /** Address of the workbench with the workspace open. */
  get address(): string {
    const address = new URL(this.process.url);
    address.searchParams.set('folder', this.workspace);
    return address.href;
  }

  /** Folder with the log files of the server, of every extension host and of the extension. */
  get logs(): string {
    return logsDirectory(this.userData);
  }

  /** File with what the server itself printed. */
  get output(): string {
    return join(this.directory, 'server.log');
  }

  /**
   * Merges into a settings file; `undefined` as a value removes the setting. An open window notices a change
   * of `machine` at once (wait for what the setting changes), one of `user` when it is reloaded.
   */
  changeSettings(settings: Settings, scope: SettingsScope = 'user'): void {
    const file = join(this.userData, scope === 'user' ? 'User' : 'Machine', 'settings.json');
    mkdirSync(dirname(file), { recursive: true });
    const present = existsSync(file)
      ? z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
      : {};
    writeFileSync(file, JSON.stringify({ ...present, ...settings }, null, 2));
  }

  /** Text of a file of the workspace. */
  readFile(path: string): string {
    return readFileSync(join(this.workspace, path), 'utf8');
  }

  /**
   * The processes that the extension started in any of its windows: everything below an extension host but
   * VS Code's own language servers. Keep the pids and ask `stillRunning(pids)` (scripts/processTree.mjs)
   * whether they are gone: an orphan is no longer below the extension host.
   */
  async agentProcesses(): Promise<RunningProcess[]> {
    const all = await descendants(this.process.pid);
    const hosts = all.filter(({ command }) => command.includes('--type=extensionHost'));
    const below = await Promise.all(hosts.map(({ pid }) => descendants(pid)));
    return below.flat().filter(({ command }) => !command.includes('/lib/vscode/'));
  }

  /** The text of the extension's own log files, oldest window first. */
  extensionLog(): string {
    if (!existsSync(this.logs)) return '';
    const files = readdirSync(this.logs, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.includes('parley.parley-acp') && file.endsWith('.log'))
      .sort()
      .map((file) => readFileSync(join(this.logs, file), 'utf8'))
      .join('');
  }

  /**
   * Ends code-server and starts it again on the same folders, and under the same address: the browser keeps there what
   * was open. The window must be opened anew.
   */
  async restart(): Promise<void> {
    const { port } = this.process;
    await this.process.stop();
    this.running = undefined;
    await this.startProcess(port);
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get process(): RunningCodeServer {
    if (!this.running) throw new Error('code-server has been stopped.');
    return this.running;
  }

  private async startProcess(port?: number): Promise<void> {
    this.running = await startCodeServer(await ensureCodeServer(), {
      userDataDirectory: this.userData,
      extensionsDirectory: this.extensionsDirectory,
      log: this.output,
      env: this.env,
      ...(port === undefined ? {} : { port }),
    });
  }

  private fillWorkspace(files: Readonly<Record<string, string>> | undefined): void {
    if (!files) {
      cpSync(sample, this.workspace, { recursive: true });
      return;
    }
    mkdirSync(this.workspace);
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.workspace, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
