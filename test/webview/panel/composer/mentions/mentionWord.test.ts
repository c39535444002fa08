// Where a word of the input asks for a mention.
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { mentionWordAt } from '../../../../../webview/panel/composer/mentions/mentionWord.ts';

/** The word at the caret, which is where `|` stands. */
function wordIn(text: string): ReturnType<typeof mentionWordAt> {
  const anchor = text.indexOf('|');
  return mentionWordAt(EditorState.create({ doc: text.replace('|', ''), selection: { anchor } }));
}

test.each([
  ['@|', '', 0],
  ['look at @app.ts|', 'app.ts', 8],
  ['one\n@two| three', 'two', 4],
  ['(@a|)', 'a', 1],
  ['请看@文件|', '文件', 2],
  ['ดู@ไฟล์|', 'ไฟล์', 2],
  ['[@a](file:///a)@b|', 'b', 15],
])('in %j it is %j', (text, word, from) => {
  expect(wordIn(text)).toEqual({ from, to: text.indexOf('|'), text: word, kind: undefined });
});

test.each([
  'a@b.c|',
  'a.@b|',
  'x/@y|',
  '@a b|',
  'no',
  '[@a](file:///a)|',
  '[@a](https://x/@b)|',
  '@@|',
  '@src/@scope|',
])('in %j there is none', (text) => {
  expect(wordIn(text.includes('|') ? text : `${text}|`)).toBeUndefined();
});

test('a kind before a colon narrows, and nothing else does', () => {
  expect(wordIn('@symbol:run|')).toEqual({ from: 0, to: 11, text: 'run', kind: 'symbol' });
  expect(wordIn('@folder:|')).toMatchObject({ text: '', kind: 'folder' });
  expect(wordIn('@https://a.b|')).toMatchObject({ text: 'https://a.b', kind: undefined });
  expect(wordIn('@other:x|')).toMatchObject({ text: 'other:x', kind: undefined });
});

test('a selection is no word', () => {
  const state = EditorState.create({ doc: '@app', selection: { anchor: 0, head: 4 } });
  expect(mentionWordAt(state)).toBeUndefined();
});
