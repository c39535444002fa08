// What the chat says where a draft cannot be stored.
import * as l10n from '@vscode/l10n';

export const unwrittenStrings = {
  draftNotSaved: (reason: string) =>
    l10n.t({
      message:
        'What you type here cannot be saved ({0}) and will be lost if this window closes or reloads. Free disk space, or copy the text elsewhere. Parley tries again as you type.',
      args: [reason],
      comment: ['The reason is a message of the operating system, such as “no space left on device”.'],
    }),
};
