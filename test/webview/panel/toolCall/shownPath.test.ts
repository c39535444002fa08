// Paths as tool cards show them.
import { expect, test } from 'vitest';
import { createToolCall } from '../../../../src/core/session/toolCall/state.ts';
import { pathInTitle, shownName, shownPath } from '../../../../webview/panel/toolCall/shownPath.ts';

test.each([
  ['a file in the folder', '/work/app/src/a.ts', '/work/app', 'src/a.ts'],
  ['a file in a folder with a slash at its end', '/work/app/a.ts', '/work/app/', 'a.ts'],
  ['a folder whose name only begins alike', '/work/apple/a.ts', '/work/app', '/work/apple/a.ts'],
  ['the folder itself', '/work/app', '/work/app', '/work/app'],
  ['what leads out of the folder', '/work/app/../a.ts', '/work/app', '/work/app/../a.ts'],
  ['a file at the root', '/a.ts', '/', 'a.ts'],
  ['a file on Windows', 'C:\\app\\src\\a.ts', 'c:\\app', 'src\\a.ts'],
  ['a file of another drive', 'D:\\app\\a.ts', 'C:\\app', 'D:\\app\\a.ts'],
])('%s', (_what, path, folder, shown) => {
  expect(shownPath(path, folder)).toBe(shown);
});

test.each([
  ['in another folder of the window', '/work/lib/src/a.ts', 'lib • src/a.ts'],
  ['in the innermost of several', '/work/lib/inner/a.ts', 'core • a.ts'],
  ["in the session's own", '/work/app/lib/a.ts', 'lib/a.ts'],
  ['in none', '/work/library/a.ts', '/work/library/a.ts'],
  ['that is the folder', '/work/lib', '/work/lib'],
])('a file %s', (_what, path, shown) => {
  const roots = [
    { name: 'lib', path: '/work/lib' },
    { name: 'core', path: '/work/lib/inner' },
  ];
  expect(shownPath(path, '/work/app', roots)).toBe(shown);
});

test.each([
  ['its name is that of a folder in the session’s own', '/work/src', 'src', 'src • a.ts'],
  ['its name is that of the session’s own', '/other/app', 'app', 'other/app • a.ts'],
  ['its name is that of a third one', '/one/lib', 'lib', 'one/lib • a.ts'],
])('a file of another folder does not read like one of the session’s own: %s', (_what, path, name, shown) => {
  const roots = [
    { name, path },
    { name: 'lib', path: '/two/lib' },
  ];
  expect(shownPath(`${path}/a.ts`, '/work/app', roots)).toBe(shown);
});

test('a file of another folder on Windows', () => {
  const roots = [{ name: 'lib', path: 'D:\\lib' }];
  expect(shownPath('D:\\lib\\src\\a.ts', 'C:\\app', roots)).toBe('lib • src\\a.ts');
});

test('letters that imitate Latin ones are spelled out, in names that read as Latin ones alone', () => {
  expect(shownPath('/work/p\u0430ckage.json', '/work')).toBe('p\\u{430}ckage.json');
  expect(shownName('/work/p\u0430ckage.json')).toBe('p\\u{430}ckage.json');
  expect(shownPath('/work/привет/отчёт.docx', '/work')).toBe('привет/отчёт.docx');
});

test('the name is the last part', () => {
  expect(shownName('/work/app/')).toBe('app');
  expect(shownName('C:\\app\\a.ts')).toBe('a.ts');
});

test.each([
  ['the path from the folder on', '/work/src/a.ts', 'Edit src/a.ts', 'src/a.ts'],
  ['the whole path', '/work/src/a.ts', 'Edit /work/src/a.ts', '/work/src/a.ts'],
  ['the name alone', '/work/src/a.ts', 'Edit a.ts', undefined],
  ['letters of another script', '/work/привет.ts', 'Edit привет.ts', 'привет.ts'],
  ['letters that imitate Latin ones', '/work/p\u0430ckage.json', 'Edit p\u0430ckage.json', undefined],
  ['imitating letters in the whole path', '/p\u0430y/a.ts', 'Edit /p\u0430y/a.ts', undefined],
])('the title names a file: by %s', (_what, path, title, named) => {
  const content = [{ type: 'diff', path, oldText: 'one', newText: 'two' }] as const;
  const call = createToolCall({ toolCallId: '1', kind: 'edit', title, content: [...content] });
  expect(pathInTitle(call, '/work')?.path).toBe(named);
});
