// The extension in VS Code: it activates, registers its commands, and its views can be focused.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { describe, it } from './suite.ts';

const extension = vscode.extensions.getExtension('parley.parley-acp');

const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string() })),
    views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
  }),
});

function contributions(): z.infer<typeof manifest>['contributes'] {
  return manifest.parse(extension?.packageJSON).contributes;
}

describe('The extension', () => {
  it('activates', async () => {
    assert.ok(extension, 'VS Code does not know parley.parley-acp');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command of its manifest', async () => {
    const named = contributions().commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.notEqual(named.length, 0);
    assert.deepEqual(
      named.filter((command) => !registered.has(command)),
      [],
    );
  });

  // Only the end-to-end tests can check that the page in them renders.
  it('has views that can be focused', async () => {
    const views = Object.values(contributions().views).flat();
    assert.notEqual(views.length, 0);
    for (const { id } of views) await vscode.commands.executeCommand(`${id}.focus`);
  });

  it('opens the chat with its command', async () => {
    await vscode.commands.executeCommand('parley.openChat');
  });
});
