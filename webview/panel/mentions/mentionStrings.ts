// The text of mentions.
import * as l10n from '@vscode/l10n';
import type { MentionKind } from '../../../src/core/mentions/mention.ts';

const kinds: Readonly<Record<MentionKind, () => string>> = {
  file: () => l10n.t('file'),
  folder: () => l10n.t('folder'),
  symbol: () => l10n.t('symbol'),
  selection: () => l10n.t('selection'),
  problems: () => l10n.t('problems'),
  git: () => l10n.t('Git changes'),
  terminal: () => l10n.t('terminal'),
  editor: () => l10n.t('open editors'),
  session: () => l10n.t('session'),
  url: () => l10n.t('web page'),
  resource: () => l10n.t('MCP resource'),
};

export const mentionStrings = {
  kind: (kind: MentionKind) => kinds[kind](),
  /** A kind and a name: “file app.ts”. */
  named: (kind: MentionKind, name: string) => `${kinds[kind]()} ${name}`,
};
