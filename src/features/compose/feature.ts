// Compose in Editor: a prompt is written in an editor, whose text is the draft of its session at every moment.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { nothing, onFile } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { FlatFilesOnUse } from '../../host/editors/flatFiles.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';
import { PROMPT_SCHEME } from './core/promptScheme.ts';

const commands = {
  'parley.composeInEditor': nothing,
  'parley.sendComposedPrompt': onFile,
  'parley.returnPromptToChat': onFile,
};
export type ComposeArguments = ArgumentsOf<typeof commands>;

export const compose = feature({
  name: 'compose',
  commands,
  start: (kernel) => {
    const { owned, log } = kernel.host;
    const load = loadOnce(async () => (await import('./host/createCompose.ts')).createCompose(kernel));
    const files = owned.add(new FlatFilesOnUse(async () => (await load()).files));
    owned.add(vscode.workspace.registerFileSystemProvider(PROMPT_SCHEME, files, { isCaseSensitive: true }));
    // The editors of prompts come back with the window, and the composers of their sessions are locked then.
    const follow = (): void => {
      if (hasPromptTab()) inBackground(log, load());
    };
    owned.add(vscode.window.tabGroups.onDidChangeTabs(follow));
    follow();
    return load;
  },
});

function hasPromptTab(): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === PROMPT_SCHEME);
}
