// What every area of the host is built upon.
import type * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { McpFiles } from '../settings/mcpFiles.ts';
import { AgentSettings } from '../settings/agentSettings.ts';
import { EntryDecisions } from '../settings/entryDecisions.ts';
import { StoredChoices } from '../settings/storedChoices.ts';
import type { Logs } from './log.ts';

export interface HostServices {
  readonly context: vscode.ExtensionContext;
  /** Disposed with the extension, in reverse order. */
  readonly owned: DisposableStore;
  readonly logs: Logs;
  /** Parley's own log. */
  readonly log: Log;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly choices: StoredChoices;
  readonly agentSettings: AgentSettings;
  /** VS Code's own descriptions of MCP servers. */
  readonly mcpFiles: McpFiles;
  /** Hide agents' secrets in what leaves the window. */
  readonly redactors: AgentRedactors;
  /** Parley's folder for the workspace; absolute. */
  readonly storage: string;
}

/** Makes the services; `context` disposes everything that `owned` is given. */
export function createHostServices(context: vscode.ExtensionContext, logs: Logs, clock: Clock): HostServices {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const mcpFiles = owned.add(new McpFiles());
  const decisions = new EntryDecisions(context.globalState);
  return {
    context,
    owned,
    logs,
    log: logs.own,
    clock,
    store: owned.add(new SessionStore()),
    choices: owned.add(new StoredChoices(context.globalState)),
    agentSettings: owned.add(new AgentSettings(decisions, logs.own, mcpFiles)),
    mcpFiles,
    redactors: new AgentRedactors(),
    storage: (context.storageUri ?? context.globalStorageUri).fsPath,
  };
}
