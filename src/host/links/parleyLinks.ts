// Links to Parley (`vscode://parley.parley-acp/open?…`): they open a session or prefill a prompt, and never send one.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { visibleStart } from '../../core/text/visibleText.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import { type CommandHandlers, runCommand } from '../contributions/commands.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { DEMO_AGENT } from '../settings/settings.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { inBackground } from '../window/inBackground.ts';
import { linkStrings } from './linkStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

export interface LinkServices {
  readonly context: Pick<vscode.ExtensionContext, 'extension'>;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly history: Pick<HistoryArea, 'archive' | 'list' | 'opener'>;
  readonly agentSettings: AgentSettings;
  readonly currentKey: () => Promise<string>;
  readonly log: Log;
}

/** Shown of the name of an agent in a message, in UTF-16 code units. */
const MAX_NAME_CHARACTERS = 100;

/** Follows links for as long as it is not disposed. */
export function followLinks(services: LinkServices): Disposable {
  return vscode.window.registerUriHandler({
    handleUri: (uri) => inBackground(services.log, follow(uri, services)),
  });
}

/** The commands about links. */
export function linkCommands(services: LinkServices): Pick<CommandHandlers, 'parley.copySessionLink'> {
  return {
    'parley.copySessionLink': async ({ session }) => {
      const { sessionLinkPath } = await import('../../core/links/linkRequest.ts');
      const { path, query } = sessionLinkPath(session ?? (await services.currentKey()));
      const { id } = services.context.extension;
      const link = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: id, path, query });
      await vscode.env.clipboard.writeText(link.toString(true));
      showStatusMessage(linkStrings.copied());
    },
  };
}

async function follow(uri: vscode.Uri, services: LinkServices): Promise<void> {
  const { chats, current, history, agentSettings } = services;
  const { archive, list, opener } = history;
  const { linkParameters, linkRequest } = await import('../../core/links/linkRequest.ts');
  const request = linkRequest(uri.path, linkParameters(uri.query));
  if (typeof request === 'string') {
    const text = request === 'unknown' ? linkStrings.unknownLink() : linkStrings.promptTooLong();
    void vscode.window.showWarningMessage(text);
    return;
  }
  const { session, agent, prompt } = request;
  if (session !== undefined) {
    // VS Code may have been started by the link.
    if (list.find(session) === undefined) await archive.refresh();
    if (list.find(session) === undefined) {
      void vscode.window.showWarningMessage(linkStrings.unknownSession());
      return;
    }
    if ((await opener.choose(async () => session)) === undefined) return;
  } else {
    if (agent !== undefined && !isSetUp(agent, agentSettings)) {
      await offerToAdd(agent);
      return;
    }
    // What comes from outside begins apart from what the user is at.
    if (agent !== undefined || prompt !== undefined) await current.startNew(agent);
  }
  await chats.reveal(prompt);
}

function isSetUp(agent: string, { agents }: AgentSettings): boolean {
  return agent === DEMO_AGENT || agents.some(({ name }) => name === agent);
}

async function offerToAdd(agent: string): Promise<void> {
  const name = escapeForNotification(visibleStart(agent, MAX_NAME_CHARACTERS));
  const add = linkStrings.addAgent();
  const answer = await vscode.window.showWarningMessage(linkStrings.unknownAgent(name), add);
  if (answer === add) await runCommand('parley.addAgent');
}
