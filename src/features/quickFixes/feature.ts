// "Fix" and "Explain": quick fixes of problems and merge conflicts, and commands for code, tests and terminals, that ask an agent.
import * as vscode from 'vscode';
import { nothing, onTargets } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';
import { agentLabel } from '../../host/settings/settings.ts';
import { settings } from './host/quickFixSettings.ts';

const commands = {
  'parley.fix': onTargets,
  'parley.explain': onTargets,
  'parley.fixTerminalCommand': nothing,
  'parley.explainTerminalCommand': nothing,
};
export type QuickFixArguments = ArgumentsOf<typeof commands>;

export const quickFixes = feature({
  name: 'quickFixes',
  commands,
  settings,
  start: (kernel) => {
    const { owned, store, agentSettings } = kernel.host;
    const agent = (): string =>
      store.state(kernel.chat.current.shownKey ?? '')?.agent ?? agentSettings.defaultAgent;
    // They change nothing, so none is the preferred one.
    owned.add(
      vscode.languages.registerCodeActionsProvider(
        [{ scheme: 'file' }, { scheme: 'untitled' }],
        {
          provideCodeActions: async (document, range, { diagnostics }) =>
            (await import('./host/quickFixes.ts')).quickFixes(
              document,
              range,
              diagnostics,
              agentLabel(agent()),
            ),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
    return async () => (await import('./host/createQuickFixes.ts')).createQuickFixes(kernel);
  },
});
