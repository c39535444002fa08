// What agents are started with, and the files and terminals that they are granted; loaded on first use.
import type * as vscode from 'vscode';
import type { DisposableStore } from '../../core/base/lifecycle.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { TerminalAccess } from '../../core/ports/agentTerminals.ts';
import type { FileAccess } from '../../core/ports/fileAccess.ts';
import type { NamedValue } from '../../core/secrets/secretRecognition.ts';
import type { Launch } from '../../core/settings/agentSettings.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import type { AgentSecrets } from './agentSecrets.ts';

export interface AgentLauncherOptions {
  readonly context: vscode.ExtensionContext;
  readonly rules: PermissionRules;
  readonly agentSettings: AgentSettings;
  /** What the user entered to sign in. */
  readonly secrets: Pick<AgentSecrets, 'read'>;
  /** Called before each start of an agent. */
  readonly prepareProcesses: () => Promise<unknown>;
}

/** Starts agents: before the first, it loads what the launch and the permission rules need. */
export class AgentLauncher {
  readonly #options: AgentLauncherOptions;

  constructor(options: AgentLauncherOptions) {
    this.#options = options;
  }

  /** How to start the agent of that name. Rejects with a ParleyError when it is not configured or not usable. */
  async launch(name: string): Promise<Launch> {
    const { context, rules, agentSettings, secrets, prepareProcesses } = this.#options;
    const [loaded] = await Promise.all([import('./agentLaunch.ts'), prepareProcesses(), rules.load()]);
    const found = loaded.agentLaunch(name, context, agentSettings);
    // At once: another agent that the settings have by this name a moment later has its own secrets.
    const [entered, launch] = await Promise.all([
      secrets.read(name),
      loaded.preparedLaunch(name, found, context),
    ]);
    return loaded.launchWithSecrets(launch, entered);
  }

  /** What may be secret in the settings of an agent. Rejects with a ParleyError when they are not usable. */
  async secrets(name: string): Promise<readonly NamedValue[]> {
    const [{ launchSecrets }, launch] = await Promise.all([
      import('../../core/secrets/launchSecrets.ts'),
      this.launch(name),
    ]);
    return launchSecrets(launch);
  }
}

/** The files of this machine, as the user sees them in the editor. */
export function editorFiles(owned: DisposableStore): FileAccess {
  const files = loadOnce(async () => {
    const { EditorFileSystem } = await import('../editors/editorFileSystem.ts');
    return owned.add(new EditorFileSystem());
  });
  return {
    readTextFile: async (request) => (await files()).readTextFile(request),
    writeTextFile: async (request, content) => (await files()).writeTextFile(request, content),
  };
}

/** Commands run in the folders of their session. */
export const sessionTerminals: TerminalAccess = {
  async workingFolder(session, path) {
    const { terminalsInRoots } = await import('../../files/terminalFolder.ts');
    return terminalsInRoots.workingFolder(session, path);
  },
};
