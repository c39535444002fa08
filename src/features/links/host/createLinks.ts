// What links to Parley do, and how one is made.
import * as vscode from 'vscode';
import { linkParameters, linkRequest, sessionLinkPath } from '../core/linkRequest.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { runCommand } from '../../../host/contributions/commands.ts';
import type { AgentSettings } from '../../../host/settings/agentSettings.ts';
import { DEMO_AGENT } from '../../../host/settings/settings.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import type { HostServices } from '../../../host/window/hostServices.ts';
import { showStatusMessage } from '../../../host/window/statusMessage.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { linkStrings } from './linkStrings.ts';

/** Shown of the name of an agent in a message, in UTF-16 code units. */
const MAX_NAME_CHARACTERS = 100;

export function createLinks(kernel: Kernel) {
  const { host, currentKey } = kernel;
  return {
    commands: {
      'parley.copySessionLink': async ({ session }: { readonly session: string | undefined }) =>
        copyLink(session ?? (await currentKey()), host),
    },
    panel: {},
    follow: (uri: vscode.Uri) => follow(uri, kernel),
  };
}

/** Puts the link to a session into the clipboard. */
async function copyLink(session: string, { context }: Pick<HostServices, 'context'>): Promise<void> {
  const { path, query } = sessionLinkPath(session);
  const { id } = context.extension;
  const link = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: id, path, query });
  await vscode.env.clipboard.writeText(link.toString(true));
  showStatusMessage(linkStrings.copied());
}

/** Does what a link asks for; says so where that cannot be done. */
async function follow(uri: vscode.Uri, { host, chat, history }: Kernel): Promise<void> {
  const { chats, current } = chat;
  const { archive, list, opener } = history;
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
    if (agent !== undefined && !isSetUp(agent, host.agentSettings)) {
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
