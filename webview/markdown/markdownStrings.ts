// The text that Parley adds to an agent's markdown.
import * as l10n from '@vscode/l10n';
import { plural } from '../../src/core/text/localization.ts';
import { numberText } from '../text/format.ts';

export const markdownStrings = {
  copyCode: () => l10n.t('Copy Code'),
  applyCode: () => l10n.t('Apply to File'),
  insertCode: () => l10n.t('Insert at Cursor'),
  newFile: () => l10n.t('Open as New File'),
  runCode: () => l10n.t('Insert into Terminal'),
  showSource: () => l10n.t('Show Source'),
  copied: () => l10n.t('Copied'),
  code: () => l10n.t('Code'),
  codeIn: (language: string) => l10n.t('Code, {0}', language),
  plainText: () => l10n.t({ message: 'text', comment: ['In place of the language of a code block'] }),
  table: () => l10n.t('Table'),
  showMoreRows: (count: number) =>
    plural(count, {
      one: l10n.t('Show {0} more row', numberText(count)),
      other: l10n.t('Show {0} more rows', numberText(count)),
    }),
  rowsNotShown: (count: number) =>
    plural(count, {
      one: l10n.t('{0} more row. Copy the answer to see it.', numberText(count)),
      other: l10n.t('{0} more rows. Copy the answer to see them.', numberText(count)),
    }),
  image: () => l10n.t('Image'),
  taskDone: () => l10n.t({ message: 'Done', comment: ['A checked item of a task list'] }),
  taskOpen: () => l10n.t({ message: 'Not done', comment: ['An unchecked item of a task list'] }),
};
