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
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { ensureCodeServer, linkUsedExtensions } from '../../../scripts/install/codeServer.mjs';
import {
  logsDirectory,
  quietMachineSettings,
  quietSettings,
  startCodeServer,
  type RunningCodeServer,
} from '../../../scripts/codeServerProcess.mjs';
import { descendants, type RunningProcess } from '../../../scripts/processTree.mjs';
import { sample, stateDirectory } from '../../../scripts/project.mjs';

/** How long an extension host may take to end its agents after its window has closed. */
const EXTENSION_HOST_END_MS = 15_000;

export type Settings = Readonly<Record<string, unknown>>;

/**
 * code-server's window is a remote one: it reads settings of scope machine and machine-overridable (`parley.agents`) only
 * from `machine`, those of scope application (`parley.trace`) only from `user`, and all others from both.
 */
export type SettingsScope = 'user' | 'machine';

export interface ServerOptions {
  readonly settings?: Settings;
  readonly machineSettings?: Settings;
  /** Added to the environment of code-server, and so to that of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The workspace's files by relative path. Default: a copy of the sample project. */
  readonly files?: Readonly<Record<string, string>>;
  /** A `.code-workspace` among the files, to be opened instead of the folder. */
  readonly workspaceFile?: string;
  /** Whether the workspace is untrusted until the user trusts it. */
  readonly asksForTrust?: boolean;
  /** Built-in extensions of VS Code that a server otherwise leaves out, for example `typescript-language-features`. */
  readonly builtInExtensions?: readonly string[];
  /** Where the server's folder is made; default: the folder of the system for temporary files. */
  readonly parent?: string;
}

/** The processes of VS Code and of the extensions that come with it, whose folder a server links. */
const BUILT_IN = /\/lib\/vscode\/|\/built-in\//;

/** What VS Code runs in an extension host to see which ports are listened on. */
const LOOKOUT = /^\/bin\/sh -c (?:ps -F -A -l|ls -l \/proc\/)/;

/** Each window has a new extension host and new agents, whose code Node need not compile each time. */
const compileCache = join(stateDirectory, 'compiled');

export class ParleyServer {
  /** Folder that is removed at the end, with everything below in it. */
  readonly directory: string;
  #workspace: string;
  /** HOME of the extension host and of its agents: empty at the start. */
  readonly home: string;
  private readonly userData: string;
  private readonly extensionsDirectory: string;
  private readonly builtInExtensions: string;
  private readonly env: Readonly<Record<string, string>>;
  private running: RunningCodeServer | undefined;
  readonly #asksForTrust: boolean;
  #workspaceFile: string | undefined;
  #renewed = 0;

  static async start(extensionsDirectory: string, options: ServerOptions): Promise<ParleyServer> {
    const server = new ParleyServer(extensionsDirectory, options);
    await server.startProcess();
    return server;
  }

  private constructor(extensionsDirectory: string, options: ServerOptions) {
    this.extensionsDirectory = extensionsDirectory;
    this.directory = mkdtempSync(join(options.parent ?? tmpdir(), 'parley-e2e-'));
    this.#workspace = join(this.directory, 'workspace');
    this.home = join(this.directory, 'home');
    this.userData = join(this.directory, 'user-data');
    this.env = { HOME: this.home, NODE_COMPILE_CACHE: compileCache, ...options.env };
    this.builtInExtensions = join(this.directory, 'built-in');
    linkUsedExtensions(this.builtInExtensions, options.builtInExtensions);
    this.#asksForTrust = options.asksForTrust ?? false;
    this.fill(options);
  }

  /** The folder that the window has open. */
  get workspace(): string {
    return this.#workspace;
  }

  /** Address of the workbench with the workspace open. */
  get address(): string {
    const address = new URL(this.process.url);
    if (this.#workspaceFile === undefined) address.searchParams.set('folder', this.workspace);
    else address.searchParams.set('workspace', join(this.workspace, this.#workspaceFile));
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
    const below = (await Promise.all((await this.extensionHosts()).map((pid) => descendants(pid)))).flat();
    const lookouts = new Set(below.filter(({ command }) => LOOKOUT.test(command)).map(({ pid }) => pid));
    return below.filter(
      ({ command, pid, parent }) => !BUILT_IN.test(command) && !lookouts.has(pid) && !lookouts.has(parent),
    );
  }

  /** The extension hosts of all windows. */
  async extensionHosts(): Promise<number[]> {
    const all = await descendants(this.process.pid);
    return all.filter(({ command }) => command.includes('--type=extensionHost')).map(({ pid }) => pid);
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

  /**
   * Makes the running server as good as new: other settings, an empty home, and a workspace under a name of its own. All
   * windows must be closed. Resolves to false where an extension host goes on, and the server is of no more use.
   */
  async renew(options: ServerOptions): Promise<boolean> {
    if (!(await this.extensionHostsEnd())) return false;
    const user = join(this.userData, 'User');
    const logs = existsSync(this.logs) ? readdirSync(this.logs, { recursive: true, encoding: 'utf8' }) : [];
    const left = [
      this.home,
      this.#workspace,
      ...['globalStorage', 'workspaceStorage', 'History', 'settings.json'].map((name) => join(user, name)),
      join(this.userData, 'Machine', 'settings.json'),
      join(this.userData, 'coder.json'),
      ...logs.filter((path) => /(^|\/)exthost\d+$/.test(path)).map((path) => join(this.logs, path)),
    ];
    for (const path of left) rmSync(path, { recursive: true, force: true });
    this.#workspace = join(this.directory, `workspace-${(this.#renewed += 1)}`);
    this.fill(options);
    return true;
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async extensionHostsEnd(): Promise<boolean> {
    const deadline = Date.now() + EXTENSION_HOST_END_MS;
    for (;;) {
      if ((await this.extensionHosts()).length === 0) return true;
      if (Date.now() > deadline) return false;
      await delay(50);
    }
  }

  private fill({ files, settings, machineSettings, workspaceFile }: ServerOptions): void {
    this.#workspaceFile = workspaceFile;
    mkdirSync(this.home);
    this.fillWorkspace(files);
    // The chat may get back late the focus that it had before the palette.
    const patient = { 'workbench.quickOpen.closeOnFocusLost': false };
    this.changeSettings({ ...quietSettings, ...patient, ...settings });
    this.changeSettings({ ...quietMachineSettings, ...machineSettings }, 'machine');
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
      builtInExtensions: this.builtInExtensions,
      asksForTrust: this.#asksForTrust,
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
