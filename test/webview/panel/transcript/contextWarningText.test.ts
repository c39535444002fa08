// What screen readers say of the context: sentences that end as those of the display language do.
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { l10nDirectory } from '../../../../scripts/l10n.mjs';
import { contextWarningText } from '../../../../webview/panel/transcript/contextWarningText.ts';

afterEach(() => {
  l10n.config({ contents: {} });
});

test('in English', () => {
  expect(contextWarningText('yellow', 78)).toBe('Context 78% full.');
  expect(contextWarningText('orange', 92)).toBe('Context 92% full. Start a new session soon.');
  expect(contextWarningText('red', 96)).toBe('Context 96% full. The next prompt may fail.');
});

test('in Chinese', () => {
  l10n.config({ fsPath: join(l10nDirectory, 'bundle.l10n.zh-cn.json') });
  expect(contextWarningText('yellow', 78)).toMatch(/^[^.。]+78%。$/);
  expect(contextWarningText('red', 96)).toMatch(/^[^.。]+96%。 [^.。]+。$/);
});
