// What "Fix" and "Explain" do: a prompt is put into the composer, and sent only where the user's settings say so.
import type { AcceptedMedia, GatheredContext } from '../../../host/attach/gatherContext.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import type { QuickFixArguments } from '../feature.ts';
import { askAbout, askAboutCommand } from './askAbout.ts';
import { readSetting } from './quickFixSettings.ts';

export function createQuickFixes({ attach }: Pick<Kernel, 'attach'>): {
  readonly commands: HandlersOf<QuickFixArguments>;
  readonly panel: object;
} {
  const ask = (prompt: (accepted: AcceptedMedia) => Promise<GatheredContext>): Promise<void> =>
    attach.addPrompt(prompt, readSetting('quickFixes.send'));
  return {
    commands: {
      'parley.fix': ({ targets }) => ask((accepted) => askAbout('fix', targets, accepted)),
      'parley.explain': ({ targets }) => ask((accepted) => askAbout('explain', targets, accepted)),
      'parley.fixTerminalCommand': () => ask(() => askAboutCommand('fix')),
      'parley.explainTerminalCommand': () => ask(() => askAboutCommand('explain')),
    },
    panel: {},
  };
}
