// Pages that an agent asks the user to open: web pages, and the one whose address was shown.
import { beforeEach, expect, test } from 'vitest';
import { openPage } from '../../../src/host/editors/openLink.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['http://example.com', 'http://example.com/'],
  ['https://a.test\\\\@b.test/', 'https://a.test//@b.test/'],
  ['HTTPS://EXAMPLE.com/%zz', 'https://example.com/%zz'],
  ['https://\u0430pple.com/', 'https://xn--pple-43d.com/'],
])('%s is opened as the address that the card shows', async (url, opened) => {
  await openPage(url);
  expect(vscode.opened).toEqual([opened]);
});

test.each([
  'javascript:alert(1)',
  'vscode://settings/x',
  'command:workbench.action.terminal.new',
  'file:///etc/passwd',
  'data:text/html,x',
  ' ms-msdt:/id',
  'blob:https://a.test/x',
  'example.com',
  'https://',
  '',
])('%j is not opened', async (url) => {
  await openPage(url);
  expect(vscode.opened).toEqual([]);
});
