// Permissions inside VS Code: read-only mode and rules in the settings, and the decision log as a document.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createToolCall } from '../../src/core/session/toolCall/state.ts';
import { PermissionRules } from '../../src/host/permissions/permissionRules.ts';
import { describe, it } from './suite.ts';

function readOnly(): unknown {
  return vscode.workspace.getConfiguration('parley.permissions').inspect('readOnly')?.globalValue;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Runs `body` with rules in the settings of the user and of the workspace, and removes them again. */
async function withRules(
  user: unknown,
  workspace: unknown,
  body: (rules: PermissionRules, changes: () => number) => void,
): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const rules = new PermissionRules(silent);
  let changes = 0;
  rules.onChange(() => changes++);
  try {
    await rules.load();
    await setRules(user, Global);
    await setRules(workspace, Workspace);
    body(rules, () => changes);
  } finally {
    await setRules(undefined, Global);
    await setRules(undefined, Workspace);
    rules.dispose();
  }
}

async function setRules(value: unknown, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration('parley.permissions').update('rules', value, target);
}

function run(rules: PermissionRules, command: string): string {
  const call = createToolCall({ toolCallId: 't', kind: 'execute', rawInput: { command } });
  return rules.judge('A', '/work', call).action;
}

describe('Permissions', () => {
  it('have no rules and no read-only mode by default', () => {
    const configuration = vscode.workspace.getConfiguration('parley.permissions');
    assert.deepEqual(configuration.inspect('rules')?.defaultValue, []);
    assert.equal(configuration.inspect('readOnly')?.defaultValue, false);
  });

  it('turn read-only by one command, in the settings of the user', async () => {
    const before = readOnly();
    await vscode.commands.executeCommand('parley.toggleReadOnly');
    assert.equal(readOnly(), before !== true);
    await vscode.commands.executeCommand('parley.toggleReadOnly');
    assert.equal(readOnly(), before === true);
    await vscode.workspace
      .getConfiguration('parley.permissions')
      .update('readOnly', before, vscode.ConfigurationTarget.Global);
  });

  it('are allowed by rules of the user as soon as these are in the settings', async () => {
    await withRules([{ action: 'allow', command: 'git' }], undefined, (rules, changes) => {
      assert.notEqual(changes(), 0);
      assert.equal(run(rules, 'git status'), 'allow');
      assert.equal(run(rules, 'git status && rm a'), 'ask');
    });
  });

  it('are restricted by rules of the workspace, and never allowed by them', async () => {
    const workspace = [{ action: 'allow' }, { action: 'deny', command: 'git push' }];
    await withRules([{ action: 'allow', command: 'git' }], workspace, (rules) => {
      assert.equal(run(rules, 'git status'), 'allow');
      assert.equal(run(rules, 'git push'), 'deny');
      assert.equal(run(rules, 'ls'), 'ask');
    });
    await withRules(undefined, [{ action: 'allow' }], (rules) => assert.equal(run(rules, 'ls'), 'ask'));
  });

  it('always ask about files that run on their own, but for a rule of the user that names one', async () => {
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const configuration = vscode.workspace.getConfiguration('parley.permissions');
    const edit = (rules: PermissionRules, path: string): string =>
      rules.judge('A', '/work', createToolCall({ toolCallId: 't', kind: 'edit', locations: [{ path }] }))
        .action;
    const user = [
      { action: 'allow', path: '**' },
      { action: 'allow', path: '.git/config' },
    ];
    await withRules(user, [{ action: 'allow', path: '.vscode/settings.json' }], (rules) => {
      const paths = ['a.txt', 'infra/main.tf', '.git/config', '.GIT/config', '.vscode/settings.json'];
      assert.deepEqual(
        paths.map((path) => edit(rules, path)),
        ['allow', 'allow', 'allow', 'ask', 'ask'],
      );
    });
    try {
      await configuration.update('protectedFiles', { '.vscode/**': false }, Global);
      await configuration.update('protectedFiles', { 'infra/**': true, 'package.json': false }, Workspace);
      await withRules(user, undefined, (rules) => {
        const paths = ['a.txt', 'infra/main.tf', '.vscode/settings.json', 'package.json'];
        assert.deepEqual(
          paths.map((path) => edit(rules, path)),
          ['allow', 'ask', 'allow', 'ask'],
        );
      });
    } finally {
      await configuration.update('protectedFiles', undefined, Global);
      await configuration.update('protectedFiles', undefined, Workspace);
    }
  });

  it('have a read-only log of decisions', async () => {
    await vscode.commands.executeCommand('parley.showDecisions');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'parley-decisions');
    assert.notEqual(document.getText(), '');
    await vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(0, 0), 'forged'));
    assert.equal(document.getText().includes('forged'), false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
