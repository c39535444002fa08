// How the built-in demo agent is started.
import * as vscode from 'vscode';
import type { Launch } from '../../core/settings/agentSettings.ts';
import { sessionFolder } from '../settings/settings.ts';

/** The demo agent runs on the extension host's own Node, and stores its sessions in the extension's storage. */
export function demoLaunch({ extensionUri, globalStorageUri }: vscode.ExtensionContext): Launch {
  return {
    command: process.execPath,
    args: [vscode.Uri.joinPath(extensionUri, 'dist', 'demo-agent.js').fsPath],
    env: {
      ELECTRON_RUN_AS_NODE: '1',
      PARLEY_DEMO_STORE: vscode.Uri.joinPath(globalStorageUri, 'demo').fsPath,
    },
    cwd: sessionFolder(),
  };
}
