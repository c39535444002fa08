// Permissions inside VS Code: read-only mode in the settings, and the decision log as a document.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describe, it } from './suite.ts';

function readOnly(): unknown {
  return vscode.workspace.getConfiguration('parley.permissions').inspect('readOnly')?.globalValue;
}

describe('Permissions', () => {
  it('are asked for unless the person says otherwise', () => {
    const configuration = vscode.workspace.getConfiguration('parley.permissions');
    assert.deepEqual(configuration.inspect('rules')?.defaultValue, []);
    assert.equal(configuration.inspect('readOnly')?.defaultValue, false);
  });

  it('are read-only by one switch, in the settings of the user', async () => {
    const before = readOnly();
    await vscode.commands.executeCommand('parley.toggleReadOnly');
    assert.equal(readOnly(), before !== true);
    await vscode.commands.executeCommand('parley.toggleReadOnly');
    assert.equal(readOnly(), before === true);
    await vscode.workspace
      .getConfiguration('parley.permissions')
      .update('readOnly', before, vscode.ConfigurationTarget.Global);
  });

  it('have a log of decisions that cannot be edited', async () => {
    await vscode.commands.executeCommand('parley.showDecisions');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'parley-decisions');
    assert.notEqual(document.getText(), '');
    await vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(0, 0), 'forged'));
    assert.equal(document.getText().includes('forged'), false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
