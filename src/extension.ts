// Called by VS Code: begins Parley, and ends it.
import type * as vscode from 'vscode';
import { createAreas } from './composition/areas.ts';
import { loadOnce } from './core/base/loadOnce.ts';
import { configureLocalization } from './core/text/localization.ts';
import { displayLanguage } from './host/chat/panelHtml.ts';
import { commands, registerCommands } from './host/contributions/commands.ts';
import { inBackground } from './host/window/inBackground.ts';
import { systemClock } from '../packages/process/systemClock.ts';
import { createHostServices, type HostServices } from './host/window/hostServices.ts';
import { Logs } from './host/window/log.ts';
import { reportActivationFailure } from './host/window/activationFailure.ts';
import { makePrivateFolder, tightenStorage } from './storage/privateFiles.ts';

let closing: (() => Promise<void>) | undefined;

/** Called by VS Code on first use. */
export function activate(context: vscode.ExtensionContext): void {
  configureLocalization(displayLanguage());
  const logs = new Logs();
  context.subscriptions.push(logs);
  try {
    closing = start(createHostServices(context, logs, systemClock));
  } catch (error) {
    reportActivationFailure(error, logs);
    throw error;
  }
}

/** Called by VS Code before the window closes: no agent is left behind (R16). */
export async function deactivate(): Promise<void> {
  await closing?.();
}

/** Builds everything. Returns what ends it in order. */
function start(host: HostServices): () => Promise<void> {
  closeToOthers(host);
  const areas = createAreas(host);
  const load = loadOnce(async () =>
    (await import('./composition/commandHandlers.ts')).commandHandlers(host, areas),
  );
  host.owned.add(registerCommands(commands, load));
  const { chat, history, session, tracking } = areas;
  return async () => {
    // An agent may take longer to end than VS Code waits.
    await Promise.all([
      history.archive.leave(),
      chat.drafts.flush(),
      history.restore.flush(),
      tracking.flush(),
    ]);
    await session.agents.stopAll();
    await history.archive.close();
  };
}

/** Version 0.1.0 wrote files that other users of the machine can read; VS Code's own logs of agents are like that. */
function closeToOthers({ context, log, storage }: HostServices): void {
  inBackground(log, tightenStorage(storage));
  inBackground(log, tightenStorage(context.globalStorageUri.fsPath));
  inBackground(log, makePrivateFolder(context.logUri.fsPath));
}
