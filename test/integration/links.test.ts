// Links to Parley inside VS Code: they open sessions, and new ones with a prompt that is not sent.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describe, it } from './suite.ts';

const CONFIRMED = 'extensions.confirmedUriHandlerExtensionIds';

/** The link to the session that is shown. */
async function shownLink(): Promise<string> {
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand('parley.copySessionLink');
  return await vscode.env.clipboard.readText();
}

async function untilShown(isIt: (link: string) => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isIt(await shownLink())) assert.ok(Date.now() < end, 'the link never opened its session');
}

async function follow(query: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  await settings.update(CONFIRMED, ['parley.parley-acp'], vscode.ConfigurationTarget.Global);
  const link = vscode.Uri.parse(`${vscode.env.uriScheme}://parley.parley-acp/open?${query}`, true);
  await vscode.commands.executeCommand('vscode.open', link);
}

describe('A link to Parley', () => {
  it('opens the session it was copied from', async () => {
    await vscode.commands.executeCommand('parley.openChat');
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    await vscode.commands.executeCommand('parley.sendPrompt', 'Hello');
    const first = await shownLink();
    assert.match(first, /:\/\/parley\.parley-acp\/open\?session=.+/);
    await vscode.commands.executeCommand('parley.newSession', 'demo');
    assert.notEqual(await shownLink(), first);
    await follow(vscode.Uri.parse(first, true).query);
    await untilShown((link) => link === first);
  });

  it('begins a session for a prompt', async () => {
    const before = await shownLink();
    await follow('agent=demo&prompt=Hello');
    await untilShown((link) => link !== before);
    // The prompt stays in a session of its own.
    await vscode.commands.executeCommand('parley.sendPrompt', 'Hi');
  });
});
