// Links to Parley (`vscode://parley.parley-acp/open?…`): they open a session or prefill a prompt, and never send one.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { inBackground } from '../window/inBackground.ts';

export interface LinkServices {
  readonly context: Pick<vscode.ExtensionContext, 'extension'>;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly history: Pick<HistoryArea, 'archive' | 'list' | 'opener'>;
  readonly agentSettings: AgentSettings;
  readonly currentKey: () => Promise<string>;
  readonly log: Log;
}

/** Follows links for as long as it is not disposed. */
export function followLinks(services: LinkServices): Disposable {
  const handleUri = async (uri: vscode.Uri) => (await import('./linkActions.ts')).follow(uri, services);
  return vscode.window.registerUriHandler({
    handleUri: (uri) => inBackground(services.log, handleUri(uri)),
  });
}

/** The commands about links. */
export function linkCommands(services: LinkServices): Pick<CommandHandlers, 'parley.copySessionLink'> {
  return {
    'parley.copySessionLink': async ({ session }) => {
      const { copyLink } = await import('./linkActions.ts');
      await copyLink(session ?? (await services.currentKey()), services);
    },
  };
}
